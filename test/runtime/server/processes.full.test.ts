/** One business in two processes on one SQLite file (§4.8, DESIGN §12): one key, one effect, one answer. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { BusinessReady, BusinessTask } from "../../support/business-process.js";
import { bundleProgram, createChildProcesses } from "../../support/child-processes.js";
import { withFile } from "../../support/claims.js";
import { PLATFORM } from "../../support/open-business.js";
import { repository } from "../../support/published.js";

const children = createChildProcesses();
let program: string;

async function start(file: string): Promise<string> {
  const task: BusinessTask = {
    profile: path.join(repository, "profile.json"),
    platform: PLATFORM,
    database: { file, effects: `${file}.effects` },
  };
  return (await children.start<BusinessReady>(program, task)).ready.url;
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
  program = await bundleProgram("business-process");
}, 180_000);

afterEach(() => children.end());

it("has one effect and one response for 200 requests at once with one key, to two processes", async () => {
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
