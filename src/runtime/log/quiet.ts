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
