/** When the shop ends: told by a signal, or together with `npm start`. */

import process from "node:process";
import { logError } from "./log-lines.js";

const LOOK_MS = 500;

/** @param close what is done before the process ends with 0; called once */
export function endWhenTold(close: () => Promise<void>): void {
  let isEnding = false;
  function end(): void {
    if (isEnding) return;
    isEnding = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        logError(error);
        process.exit(1);
      },
    );
  }

  // Ctrl-C comes twice, from the terminal and from npm: the second one must not break off what the first began.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
  // The shell between npm and the shop dies of a signal that npm passes on, and tells nobody.
  const parent = process.ppid;
  if (process.env["npm_lifecycle_event"] !== undefined)
    setInterval(() => process.ppid === parent || end(), LOOK_MS).unref();
}
