import { t } from "@lingui/core/macro";
import { translated } from "./i18n";

/** The body of a refusal (RFC 9457), with what some refusals add to it. */
export type Problem = {
  title?: string;
  detail?: string;
  code?: string;
  errors?: readonly { field: string; message: string }[];
  [extension: string]: unknown;
};
type Kind = "refused" | "unreachable" | "request";

/** A failed call: refused by the server, without an answer, or never sent. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly kind: Kind;
  readonly status: number;
  readonly problem: Problem | undefined;

  constructor(kind: Kind, status = 0, problem?: Problem) {
    super(problem?.detail ?? kind);
    this.kind = kind;
    this.status = status;
    this.problem = problem;
  }
}

/** The server's reason in the reader's language, if it gave one. */
export function detailOf(error: unknown): string | undefined {
  const detail = error instanceof ApiError && error.problem?.detail;
  return detail ? translated(detail) : undefined;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.problem?.code : undefined;
}

export function statusOf(error: unknown): number {
  return error instanceof ApiError ? error.status : 0;
}

/** The messages of a 422 in the reader's language, by field. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  return Object.fromEntries(errors.map(({ field, message }) => [field, translated(message)]));
}

/** The spec's text for each of the three kinds of failure; the caller words refusals. */
export function failureText(error: unknown, refused: (statusText: string) => string): string {
  if (!(error instanceof ApiError)) return t`Request could not be created.`;
  switch (error.kind) {
    case "refused":
      return refused(translated(error.problem?.title ?? String(error.status)));
    case "unreachable":
      return t`Server could not be reached.`;
    case "request":
      return t`Request could not be created.`;
  }
}

export async function errorOf(response: Response): Promise<ApiError> {
  const problem: Problem = await response
    .clone()
    .json()
    .catch(() => ({}));
  const title = problem.title ?? response.statusText;
  return new ApiError("refused", response.status, { ...problem, title });
}
