/** Runs the server in a child process. */

import { fork } from "node:child_process";
import { createInterface } from "node:readline";
import type { MockMessage } from "../../../mock/messages.js";

export interface ServerListener {
  onMessage(message: MockMessage): void;
  /** A line that the server, or Node, wrote to standard error: it may have anything in it. */
  onComplaint(line: string): void;
}

/**
 * A child process does not inherit this one's flags, shares no memory with the compiler, and may crash without ending
 * the command.
 *
 * @param settings the file that the server reads them from
 * @param termination ends the server when it is aborted
 * @returns its exit code; undefined where a signal ended it
 */
export function runServer(
  module: string,
  settings: string,
  termination: AbortSignal,
  { onMessage, onComplaint }: ServerListener,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const child = fork(module, [settings], {
      execArgv: [],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const end = (): void => void child.kill("SIGTERM");
    child.on("message", (message) => onMessage(message as MockMessage));
    if (child.stderr !== null) createInterface({ input: child.stderr }).on("line", onComplaint);
    child.once("error", reject);
    // After "close" there are no more messages.
    child.once("close", (code) => {
      termination.removeEventListener("abort", end);
      resolve(code ?? undefined);
    });
    if (termination.aborted) end();
    else termination.addEventListener("abort", end, { once: true });
  });
}
