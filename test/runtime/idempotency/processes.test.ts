/** Claims in SQLite between processes, which run the built runtime (§4.8, DESIGN §12). */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { withFile } from "../../support/claims.js";

const WORKER = fileURLToPath(new URL("../../support/idempotency-worker.mjs", import.meta.url));

interface Task {
  readonly file: string;
  readonly effects: string;
  readonly calls: number;
  readonly keys: number;
  readonly effectMs: number;
  readonly leaseMs: number;
}

interface Answer {
  readonly key: number;
  readonly text: string;
}

/** A process that is ready for "go". */
async function start(task: Task): Promise<ChildProcess> {
  const child = fork(WORKER, [JSON.stringify(task)]);
  await once(child, "message");
  return child;
}

/** What it sends that has `member`. A process that dies before fails the test. */
function message<Value>(child: ChildProcess, member: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    child.on("message", (value: Readonly<Record<string, Value>>) => {
      const found = value[member];
      if (found !== undefined) resolve(found);
    });
    child.on("exit", (code) => reject(new Error(`the process ended with ${code}`)));
  });
}

async function answersOf(children: readonly ChildProcess[]): Promise<Answer[]> {
  const answers = children.map((child) => message<Answer[]>(child, "answers"));
  for (const child of children) child.send("go");
  return (await Promise.all(answers)).flat();
}

function linesOf(effects: string): string[] {
  return existsSync(effects) ? readFileSync(effects, "utf8").trim().split("\n") : [];
}

describe("two processes on one SQLite store", () => {
  it("have one effect and 200 equal answers for one key", async () => {
    await withFile(async (file) => {
      const effects = `${file}.effects`;
      const task = { file, effects, calls: 100, keys: 1, effectMs: 50, leaseMs: 30_000 };
      const answers = await answersOf(await Promise.all([start(task), start(task)]));
      expect(linesOf(effects)).toHaveLength(1);
      expect(answers).toHaveLength(200);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });
  });

  it("have one effect for each of many keys", async () => {
    await withFile(async (file) => {
      const effects = `${file}.effects`;
      const task = { file, effects, calls: 200, keys: 50, effectMs: 0, leaseMs: 30_000 };
      const answers = await answersOf(await Promise.all([start(task), start(task)]));
      expect(linesOf(effects)).toHaveLength(50);
      expect(answers).toHaveLength(400);
      expect(new Set(answers.map(({ key, text }) => `${key} ${text}`)).size).toBe(50);
    });
  });

  it("take over from one that was killed, once its lease has ended", async () => {
    await withFile(async (file) => {
      const effects = `${file}.effects`;
      const task = { file, effects, calls: 1, keys: 1, effectMs: 30_000, leaseMs: 200 };
      const killed = await start(task);
      const begun = message<number>(killed, "token");
      killed.send("go");
      const token = await begun;
      killed.kill("SIGKILL");
      const answers = await answersOf([await start({ ...task, effectMs: 0 })]);
      expect(answers).toHaveLength(1);
      const tokens = linesOf(effects).map((line) => Number(line.split(" ")[1]));
      expect(tokens).toHaveLength(2);
      expect(tokens[0]).toBe(token);
      expect(tokens[1]).toBeGreaterThan(token);
    });
  });
});
