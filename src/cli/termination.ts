/** Turns the signals that ask this process to end into an AbortSignal, so that a server can clean up first. */

import process from "node:process";

export interface Termination {
  readonly signal: AbortSignal;
  /** Removes the signal handlers. */
  stopListening(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export function listenForTermination(): Termination {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  for (const name of SIGNALS) process.on(name, end);
  return {
    signal: controller.signal,
    stopListening() {
      for (const name of SIGNALS) process.off(name, end);
    },
  };
}
