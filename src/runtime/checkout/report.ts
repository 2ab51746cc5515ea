/** The business's log, which keeps nothing from being done: what it throws itself is dropped. */

export type Report = (error: unknown) => void;

export function reportTo(log: Report | undefined): Report {
  return (error) => {
    try {
      log?.(error);
    } catch {
      // There is nobody left to tell.
    }
  };
}
