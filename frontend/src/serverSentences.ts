export type Translate = (sentence: string) => string;

/**
 * Returns a function that translates the server's sentences. A sentence without an entry stays English.
 * `{sentence}` stands for another sentence to translate, any other placeholder for a value to keep.
 */
export function translator(catalog: Record<string, string>): Translate {
  return function translate(sentence: string): string {
    if (Object.hasOwn(catalog, sentence)) return catalog[sentence]!;
    for (const [source, translated] of Object.entries(catalog)) {
      const values = valuesIn(sentence, source);
      if (!values) continue;
      return translated.replace(PLACEHOLDER, (_, name: string) => {
        const value = values.get(name) ?? "";
        return name === "sentence" ? translate(value) : value;
      });
    }
    return sentence;
  };
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** The values of the placeholders, if the sentence has the form of the source. */
function valuesIn(sentence: string, source: string): Map<string, string> | undefined {
  // Texts and names of placeholders in turn.
  const parts = source.split(PLACEHOLDER);
  const pattern = parts.map((part, at) => (at % 2 ? "(.+)" : part.replace(/\W/g, "\\$&")));
  const values = new RegExp(`^${pattern.join("")}$`).exec(sentence)?.slice(1);
  return values && new Map(values.map((value, at) => [parts[at * 2 + 1]!, value]));
}
