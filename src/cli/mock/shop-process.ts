/** The process that serves. In: its module, what to do with what it says. Out: how it ended. */

import { fork } from "node:child_process";
import type { MockMessage } from "./messages.js";

/**
 * A process of its own: it is not run with this one's flags, shares no memory with the compiler, and what breaks it
 * ends it alone.
 *
 * @param ending asks it to end
 * @returns its exit code; undefined where a signal ended it
 */
export function runShop(
  module: string,
  ending: AbortSignal,
  onMessage: (message: MockMessage) => void,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const child = fork(module, [], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
    const end = (): void => void child.kill("SIGTERM");
    child.on("message", (message) => onMessage(message as MockMessage));
    child.once("error", reject);
    // All that it has said is heard before.
    child.once("close", (code) => {
      ending.removeEventListener("abort", end);
      resolve(code ?? undefined);
    });
    if (ending.aborted) end();
    else ending.addEventListener("abort", end, { once: true });
  });
}
