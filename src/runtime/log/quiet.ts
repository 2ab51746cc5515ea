/** A log that keeps nothing from being done. In: the log that was given, if one was. Out: one that never throws. */

export function quiet<Entry>(log: ((entry: Entry) => void) | undefined): (entry: Entry) => void {
  return (entry) => {
    try {
      log?.(entry);
    } catch {
      // There is nobody left to tell.
    }
  };
}
