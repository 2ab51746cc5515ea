/** One business in two processes on one SQLite file (§4.8, DESIGN §12): one key, one effect, one answer. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { afterEach, beforeAll, expect, it } from "vitest";
import { withFile } from "../support/claims.js";
import { PLATFORM } from "../support/open-business.js";
import { outDirectory, repository } from "../support/published.js";

const PROGRAM = path.join(outDirectory, "business-process.mjs");

const children: ChildProcess[] = [];

async function start(database: string): Promise<string> {
  const profile = path.join(repository, "profile.json");
  const child = fork(PROGRAM, [profile, PLATFORM, database, `${database}.effects`]);
  children.push(child);
  const [{ url }] = (await once(child, "message")) as [{ readonly url: string }];
  return url;
}

function create(url: string, key: string, quantity: number): Promise<Response> {
  return fetch(`${url}/proto/v1/checkout-sessions`, {
    method: "POST",
    headers: {
      "Proto-Agent": `profile="${PLATFORM}"`,
      "Request-Id": "request_1",
      "Idempotency-Key": key,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ currency: "USD", line_items: [{ item: { id: "camera" }, quantity }] }),
  });
}

beforeAll(async () => {
  await build({
    entryPoints: [path.join(repository, "test/support/business-process.ts")],
    outfile: PROGRAM,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
  });
}, 180_000);

afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});

it("200 requests at once with one key, to both, have one effect and one answer", async () => {
  await withFile(async (file) => {
    const urls = await Promise.all([start(file), start(file)]);
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const response = await create(urls[index % 2] as string, "one", 1);
        return `${response.status} ${await response.text()}`;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^201 /);
    expect(readFileSync(`${file}.effects`, "utf8").trim().split("\n")).toHaveLength(1);
    for (const url of urls) {
      const other = await create(url, "one", 2);
      expect([other.status, await other.json()]).toMatchObject([
        409,
        { code: "idempotency_key_reused" },
      ]);
    }
  });
});
