/**
 * A log that keeps nothing from being done. In: the log that was given, if one was. Out: one that never throws, and
 * whose entries say in JSON what caused them.
 */

export function quiet<Entry>(log: ((entry: Entry) => void) | undefined): (entry: Entry) => void {
  return (entry) => {
    try {
      log?.(withCauseInJson(entry));
    } catch {
      // There is nobody left to tell.
    }
  };
}

/** `JSON.stringify` shows nothing of an Error: in an entry it gives name, message and code, of its causes too. */
function withCauseInJson<Entry>(entry: Entry): Entry {
  if (typeof entry !== "object" || entry === null || entry instanceof Error) return entry;
  if (!("cause" in entry)) return entry;
  const toJSON = (): object => ({ ...entry, cause: plainCause(entry.cause) });
  // Not enumerable: who copies or compares entries sees what they say.
  return Object.defineProperty({ ...entry }, "toJSON", { value: toJSON });
}

/** No chain of causes that anyone reads is longer. */
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
