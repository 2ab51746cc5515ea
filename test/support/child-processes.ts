/** Programs of `test/support` as processes that a test kills, and that never outlive it. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { build } from "esbuild";
import { outDirectory, repository } from "./published.js";

/**
 * Bundles a program for Node. Each worker of the test runner has a bundle of its own, so that none runs what another one writes.
 *
 * @param name `business-process` for `test/support/business-process.ts`
 * @returns the bundle's path
 */
export async function bundleProgram(name: string): Promise<string> {
  const outfile = path.join(outDirectory, `${name}-${process.pid}.mjs`);
  await build({
    entryPoints: [path.join(repository, `test/support/${name}.ts`)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
  });
  return outfile;
}

export interface Child<Ready> {
  readonly process: ChildProcess;
  /** The first message that it sent. */
  readonly ready: Ready;
  /** Ends it with SIGKILL; resolves once it has ended. */
  kill(): Promise<void>;
}

export interface ChildProcesses {
  /**
   * Resolves with the first message of the process.
   *
   * @param task the program's only argument, as JSON
   * @param hear is given the messages after the first
   * @throws if it ends before its first message
   */
  start<Ready>(
    program: string,
    task: object,
    hear?: (message: never) => void,
  ): Promise<Child<Ready>>;
  /** Kills those that still run. */
  end(): Promise<void>;
}

export function createChildProcesses(): ChildProcesses {
  const running = new Set<ChildProcess>();

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }

  return {
    async start<Ready>(program: string, task: object, hear?: (message: never) => void) {
      const child = fork(program, [JSON.stringify(task)]);
      running.add(child);
      const failed = once(child, "exit").then(([code, signal]) => {
        running.delete(child);
        throw new Error(`${path.basename(program)} ended early: ${String(code ?? signal)}`);
      });
      const [ready] = (await Promise.race([once(child, "message"), failed])) as [Ready];
      // Later it may end as it likes.
      failed.catch(() => undefined);
      if (hear !== undefined) child.on("message", hear as (message: unknown) => void);
      return { process: child, ready, kill: () => kill(child) };
    },
    async end() {
      await Promise.all([...running].map(kill));
      running.clear();
    },
  };
}
