/** `generate --watch` as a process of its own, and a project for it. */

import { spawn, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect } from "vitest";
import { checkoutAndGift, giftSchema, release, SCHEMAS, type Release } from "./release.js";

const BIN = path.resolve("bin/proto-gen.js");
const running = new Set<ChildProcess>();
afterEach(() => {
  running.forEach((child) => child.kill("SIGKILL"));
  running.clear();
});

/** Another user than the one who runs the tests: the superuser may read everything. */
export interface User {
  readonly uid?: number;
  readonly gid?: number;
}

export interface Watch {
  /** What was printed since the last call of `until`. */
  since(): string;
  /** Everything that was printed. */
  text(): string;
  /** Resolves once what was printed since the last call matches. */
  until(pattern: RegExp): Promise<void>;
  end(): Promise<number | null>;
}

export function watch(directory: string, args: readonly string[] = [], who: User = {}): Watch {
  const child = spawn(process.execPath, [BIN, "--watch", ...args], { cwd: directory, ...who });
  running.add(child);
  let text = "";
  let seen = 0;
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return {
    text: () => text,
    since: () => text.slice(seen),
    async until(pattern) {
      await expect.poll(() => text.slice(seen)).toMatch(pattern);
      seen = text.length;
    },
    async end() {
      child.kill("SIGTERM");
      return new Promise((resolve) => child.once("close", resolve));
    },
  };
}

export const CONFIG = {
  profile: "./profile.json",
  schemas: [`./schemas=${SCHEMAS}`],
  out: "./out",
};

export function project(): Release {
  return release({
    capabilities: checkoutAndGift(),
    schemas: { "gift.json": giftSchema({ note: { type: "string" } }) },
    files: { "proto-gen.config.json": CONFIG },
  });
}

export function write(file: string, content: unknown): void {
  writeFileSync(file, JSON.stringify(content, null, 2));
}
