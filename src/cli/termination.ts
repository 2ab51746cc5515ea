/**
 * Turns the signals that ask this process to end into an AbortSignal, so that a server can clean up first, and the end of a process that
 * still waits into an error.
 */

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

/** Fails where nothing is left to do that could settle a promise: Node would end the process without a word. */
export async function settleOrFail<Result>(
  promise: Promise<Result>,
  reason: () => Error,
): Promise<Result> {
  let fail = (): void => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    fail = () => reject(reason());
  });
  process.once("beforeExit", fail);
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    process.off("beforeExit", fail);
  }
}
