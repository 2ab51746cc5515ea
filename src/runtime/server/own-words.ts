/** A hook that is given secrets. In: its name, and the call of it. Out: what it gives. */

import { ProtocolError } from "../error/index.js";
import { nameOfThrown } from "../error/name-of-thrown.js";

/**
 * What else a hook throws is logged by its name and code alone: its message, or what hangs on it, may
 * have the secrets that it was given.
 *
 * @param what `authentication`
 * @throws ProtocolError: the hook's own, or internal_error
 */
export async function ownWords<Result>(
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
