/**
 * Keeps a log from failing and from learning secrets: a log that never throws, whose entries include their cause for `JSON.stringify`, and
 * hooks that receive secrets, whose errors are reduced to their names.
 */

import { ProtocolError } from "../error/protocol-error.js";

/** Wraps a log so that it never throws, and so that `JSON.stringify` of an entry includes its cause. */
export function quiet<Entry>(log: ((entry: Entry) => void) | undefined): (entry: Entry) => void {
  return (entry) => {
    try {
      log?.(withCauseInJson(entry));
    } catch {
      // There is nobody to report this to.
    }
  };
}

/**
 * `JSON.stringify` omits an Error's members: entries get its name, message and code instead, and those of its causes.
 */
function withCauseInJson<Entry>(entry: Entry): Entry {
  if (typeof entry !== "object" || entry === null || entry instanceof Error) return entry;
  if (!("cause" in entry)) return entry;
  const toJSON = (): object => ({ ...entry, cause: plainCause(entry.cause) });
  // Not enumerable, so copies and comparisons of entries do not see it.
  return Object.defineProperty({ ...entry }, "toJSON", { value: toJSON });
}

/** Limits the chain of causes. */
const MAX_CAUSES = 5;

function plainCause(thrown: unknown, depth = MAX_CAUSES): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { name, message, cause } = thrown;
  const code = "code" in thrown ? { code: thrown.code } : {};
  return {
    name,
    message,
    ...code,
    ...(cause === undefined || depth === 0 ? {} : { cause: plainCause(cause, depth - 1) }),
  };
}

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
