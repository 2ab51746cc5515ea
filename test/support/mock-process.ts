/** `proto-gen mock` as a process: in a directory for temporary files of its own, to see what it leaves there. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { MockMessage, MockAddresses } from "../../src/mock/messages.js";
import { repository } from "./published.js";

export interface MockProcess {
  /** What it has printed. */
  out(): string;
  err(): string;
  /** Waits until a line of what it prints matches. */
  printed(pattern: RegExp): Promise<string>;
  /** @returns its exit code; null where the signal ended it */
  signalled(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends it, and clears up after the test. */
  stop(): Promise<void>;
  /** @returns the exit code of a process that ends by itself */
  ended(): Promise<number | null>;
  /** What is in its directory for temporary files. */
  left(): readonly string[];
}

const TIMEOUT_MS = 50_000;

export function spawnMock(...args: readonly string[]): MockProcess {
  const temporary = mkdtempSync(path.join(tmpdir(), "proto-gen-test-mock-"));
  const child = spawn(process.execPath, ["bin/proto-gen.js", "mock", ...args], {
    cwd: repository,
    env: { ...process.env, TMPDIR: temporary, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const closed = once(child, "close").then(([code]) => code as number | null);

  async function printed(pattern: RegExp): Promise<string> {
    const giveUpAt = Date.now() + TIMEOUT_MS;
    for (;;) {
      const found = pattern.exec(out)?.[0];
      if (found !== undefined) return found;
      if (child.exitCode !== null || Date.now() > giveUpAt)
        throw new Error(`nothing matches ${pattern.source} in\n${out}\n${err}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  return {
    out: () => out,
    err: () => err,
    printed,
    signalled(signal) {
      child.kill(signal);
      return closed;
    },
    async stop() {
      child.kill();
      await closed;
      rmSync(temporary, { recursive: true, force: true });
    },
    ended: () => closed,
    left: () => readdirSync(temporary),
  };
}

export interface OpenMock extends MockProcess {
  readonly opened: MockAddresses;
  /** With `--json`: what was said so far. */
  said(): readonly MockMessage[];
}

/** On a free port, with `--json`. */
export async function openMock(...args: readonly string[]): Promise<OpenMock> {
  const mock = spawnMock(...args, "--port", "0", "--json");
  const opened = JSON.parse(await mock.printed(/^\{"kind":"opened".*\}$/m)) as MockAddresses;
  return {
    ...mock,
    opened,
    said: () =>
      mock
        .out()
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as MockMessage),
  };
}
