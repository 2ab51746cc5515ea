/** Runs a hook that receives secrets, and keeps its errors from leaking them into the log. */

import { ProtocolError } from "../error/protocol-error.js";
import { nameOfThrown } from "../error/name-of-thrown.js";

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
