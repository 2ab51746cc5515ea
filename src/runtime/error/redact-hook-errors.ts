/** Runs a hook that receives secrets, and keeps its errors from leaking them into the log. */

import { ProtocolError } from "./protocol-error.js";

/**
 * Protocol errors pass. Of any other error only the name and code are logged, since its message or properties may
 * contain secrets.
 * @param what names the hook in the log, such as `authentication`
 * @throws ProtocolError thrown by the hook, or `internal_error`
 */
export async function redactHookErrors<Result>(
  what: string,
  ask: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await ask();
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown;
    throw new ProtocolError("internal_error", {
      cause: new Error(`${what} failed: ${nameOfThrown(thrown)}`),
    });
  }
}

/** Such as ECONNREFUSED and 23505. Tokens are longer, and card numbers have more digits. */
const WORD = /^(?!.*\d{7})\w{1,40}$/;

/**
 * The part of a hook's error that may be logged: its name and code, if these are single words. Message and other
 * properties may contain secrets that the hook received.
 */
export function nameOfThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { name, code } = thrown as { readonly name: unknown; readonly code?: unknown };
  return [name, code].filter((each) => typeof each === "string" && WORD.test(each)).join(" ");
}
