/** A clone in which git has turned LF into CRLF is the same input, and the same output. */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DocumentFetch } from "@proto-gen/runtime/profile";
import { expect, it } from "vitest";
import {
  capability,
  CHECKOUT,
  checkoutSchema,
  profileOf,
  release,
  runTool,
  SERVED,
  type Release,
} from "../support/release.js";

function turnToCrlf(directory: string): void {
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    const file = path.join(directory, name);
    if (statSync(file).isDirectory()) continue;
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
  }
}

async function cloned(): Promise<Release> {
  const made = release({ profile: profileOf(capability(CHECKOUT), SERVED) });
  expect((await runTool(made.args)).code).toBe(0);
  turnToCrlf(made.directory);
  expect(readFileSync(path.join(made.out, "index.ts"), "utf8")).toContain("\r\n");
  return made;
}

it("a clone with CRLF checks clean, and has nothing to do", async () => {
  const { args } = await cloned();
  const check = await runTool([...args, "--check"]);
  expect([check.code, check.out]).toEqual([0, ""]);
  expect(check.err).toMatch(/\/ is up to date: \d+ files \(1 capability\)\n$/);
  const run = await runTool(args);
  expect([run.code, run.err]).toEqual([0, check.err]);
});

it("a clone with CRLF is not rewritten, and the next run says what --check says", async () => {
  const { args, out } = await cloned();
  await runTool([...args, "--force"]);
  expect(readFileSync(path.join(out, "index.ts"), "utf8")).toContain("\r\n");
  expect((await runTool(args)).err).toBe((await runTool([...args, "--check"])).err);
});

it("what was fetched is known again with CRLF", async () => {
  const made = release({ schemas: {} });
  const args = ["--profile", made.profile, "--out", made.out];
  const bytes = new TextEncoder().encode(`${JSON.stringify(checkoutSchema(), null, 2)}\n`);
  const fetch: DocumentFetch = async () => ({ status: 200, headers: new Headers(), bytes });
  expect((await runTool([...args, "--fetch"], fetch)).code).toBe(0);
  turnToCrlf(made.directory);
  const { code, err } = await runTool([...args, "--check"]);
  expect([code, err]).toEqual([0, expect.stringContaining("is up to date")]);
});

it("a carriage return alone is a change", async () => {
  const { args, profile } = await cloned();
  writeFileSync(profile, readFileSync(profile, "utf8").replace("\r\n", "\r"));
  expect((await runTool([...args, "--check"])).code).toBe(1);
});
