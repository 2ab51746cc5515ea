/** What may be logged of whatever a hook threw. In: a value. Out: its name and code, if these are words. */

/** Such as ECONNREFUSED and 23505; no token is as short, and no card's number has as few digits. */
const WORD = /^(?!.*\d{7})\w{1,40}$/;

/** Its message, or what hangs on it, may have the secrets that the hook was given. */
export function nameOfThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { name, code } = thrown as { readonly name: unknown; readonly code?: unknown };
  return [name, code].filter((each) => typeof each === "string" && WORD.test(each)).join(" ");
}
