import type { PluginObj, types as Types } from "@babel/core";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

/**
 * Compiles the English text that Lingui's macros leave beside each message id. English, the source language,
 * then needs no catalog.
 */
export function inlineEnglish({ types }: { types: typeof Types }): PluginObj {
  return {
    visitor: {
      Program: {
        // After the macros are expanded.
        exit(program) {
          program.traverse({
            ObjectExpression({ node }) {
              if (!node.leadingComments?.some(({ value }) => value.includes("i18n"))) return;
              for (const property of node.properties) {
                const text = messageText(types, property);
                if (text)
                  text.property.value = types.valueToNode(compileMessageOrThrow(text.value));
              }
            },
          });
        },
      },
    },
  };
}

/** Returns the property and its text if it is a message descriptor's `message`. */
function messageText(
  types: typeof Types,
  property: Types.ObjectExpression["properties"][number],
): { property: Types.ObjectProperty; value: string } | undefined {
  if (!types.isObjectProperty(property)) return undefined;
  const { key, value } = property;
  if (!types.isIdentifier(key, { name: "message" }) || !types.isStringLiteral(value))
    return undefined;
  return { property, value: value.value };
}
