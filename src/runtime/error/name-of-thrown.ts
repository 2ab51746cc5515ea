/** The part of a hook's error that may be logged: its name and code, if these are single words. */

/** Such as ECONNREFUSED and 23505. Tokens are longer, and card numbers have more digits. */
const WORD = /^(?!.*\d{7})\w{1,40}$/;

/** Message and other properties may contain secrets that the hook received. */
export function nameOfThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { name, code } = thrown as { readonly name: unknown; readonly code?: unknown };
  return [name, code].filter((each) => typeof each === "string" && WORD.test(each)).join(" ");
}
