/** Compiles and runs the code of `docs/guide/authentication.md`. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Authentication } from "@proto-gen/runtime/auth";
import { beforeAll, expect, it } from "vitest";
import { compileProblems, HAND_WRITTEN } from "../../support/compile.js";
import { outDirectory, repository } from "../../support/published.js";
import { REST_ENDPOINT, sampleServer, WHOLE } from "../../support/sample-business.js";

const PAGE = readFileSync(path.join(repository, "docs/guide/authentication.md"), "utf8");
const directory = path.join(outDirectory, "auth-recipe");
const file = path.join(directory, "authentication.ts");

const CALLERS = `
import type { Identity } from "@proto-gen/runtime/auth";
export function ownerOfKey(digest: string): Identity | undefined {
  // Of "key-of-agent".
  const known = "DIGEST";
  return digest === known ? { id: "agent" } : undefined;
}
`;

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(bytes).toString("hex");
}

beforeAll(async () => {
  mkdirSync(directory, { recursive: true });
  const [, recipe = ""] = /^```ts\n([^`]*runtime\/jose[^`]*)^```$/m.exec(PAGE) ?? [];
  const generated = path.relative(directory, path.join(repository, "generated"));
  writeFileSync(file, recipe.replaceAll('"./generated/', `"${generated}/`));
  const callers = CALLERS.replace("DIGEST", await digestOf("key-of-agent"));
  writeFileSync(path.join(directory, "callers.ts"), callers);
  // The compiler reads declarations, which a build writes.
}, 180_000);

function problemsOf(name: string): readonly string[] {
  return compileProblems({ files: [name], options: { ...HAND_WRITTEN, types: ["node"] } });
}

it("compiles, but not if an operation is misspelt", () => {
  expect(problemsOf(file)).toEqual([]);
  const misspelt = path.join(directory, "misspelt.ts");
  writeFileSync(misspelt, readFileSync(file, "utf8").replace("complete_", "compleet_"));
  expect(problemsOf(misspelt).join()).toContain("'compleet_checkout' does not exist");
});

it("asks who completes a checkout, and nobody else", async () => {
  const { authentication } = (await import(pathToFileURL(file).href)) as {
    readonly authentication: Authentication;
  };
  const server = sampleServer({ created: [], entries: [] }, {}, { authentication });
  const ask = async (method: string, where: string, body?: string, key?: string) => {
    const headers = {
      "Proto-Agent": `profile="${WHOLE}"`,
      "Request-Id": "request_1",
      "Idempotency-Key": "key_1",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(key === undefined ? {} : { "X-API-Key": key }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    return (await server.fetch(new Request(REST_ENDPOINT + where, init))).status;
  };
  expect(await ask("GET", "/checkout-sessions/checkout_1")).toBe(200);
  const data = readFileSync(path.join(repository, "test/data/instances/requests.json"), "utf8");
  const completion = (JSON.parse(data) as Record<string, object>)["checkout.complete"];
  const complete = (key?: string) =>
    ask("POST", "/checkout-sessions/checkout_1/complete", JSON.stringify(completion), key);
  expect(await complete()).toBe(401);
  expect(await complete("key-of-another")).toBe(401);
  expect(await complete("key-of-agent")).toBe(200);
});
