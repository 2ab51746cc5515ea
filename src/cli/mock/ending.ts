/** Whether someone wants this process to end. Out: a signal that is aborted then. */

import process from "node:process";

export interface Ending {
  readonly signal: AbortSignal;
  /** Leaves the process as it was before. */
  forget(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function awaitEnding(): Ending {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  for (const name of SIGNALS) process.on(name, end);
  return {
    signal: controller.signal,
    forget() {
      for (const name of SIGNALS) process.off(name, end);
    },
  };
}
