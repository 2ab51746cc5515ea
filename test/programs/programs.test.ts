/**
 * Programs that are wrong bring the message that `expected.txt` has: of tsc, of the start, or on the console at the first call.
 * The right ones bring none. `UPDATE_GOLDEN=1` writes the messages; read the difference before committing it.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { BusinessServer } from "@proto-gen/runtime/server";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { compileProblems, HAND_WRITTEN } from "../support/compile.js";
import { writeEmitted } from "../support/emitted.js";
import { repository } from "../support/published.js";
import { MISTAKES, type Mistake } from "./mistakes.js";

const HERE = path.join(repository, "test/programs");
const EXPECTED = path.join(HERE, "expected.txt");
const UPDATE = (process.env["UPDATE_GOLDEN"] ?? "") !== "";
const RIGHT = ["business", "by-hand", "webhooks"] as const;
const ENDPOINT = "https://business.example.com/proto/v1";

function programText(name: string): string {
  return readFileSync(path.join(HERE, "right", `${name}.ts`), "utf8");
}

/** @throws Error for an edit of what the right program has not, or has twice */
function wrongText({ name, program, edits }: Mistake): string {
  return edits.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`${name}: not once: ${from}`);
    return text.replace(from, () => to);
  }, programText(program));
}

const OPTIONS = { ...HAND_WRITTEN, lib: ["es2023"], types: ["node"] };

interface Found {
  readonly noticed: string;
  readonly text: string;
}

/** What is said of a program: by tsc, by its start, or by the console when it is called. */
async function judged(file: string, problems: readonly string[]): Promise<Found | undefined> {
  const own = problems.filter((problem) => problem.includes(`/${path.basename(file)}: `));
  if (own.length > 0)
    return { noticed: "tsc", text: own.map((each) => each.replace(/^\S+: /, "")).join("\n") };
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  let server: BusinessServer | undefined;
  try {
    ({ server } = (await import(pathToFileURL(file).href)) as { server?: BusinessServer });
  } catch (error) {
    return { noticed: "start", text: String(error) };
  }
  // Twice: what is named once is not named again.
  for (const key of ["1", "2"]) await server?.fetch(createCheckout(key));
  const texts = said.mock.calls.map(([text]) => String(text).replace(/\n\s*at .*/s, ""));
  return texts.length === 0 ? undefined : { noticed: "call", text: texts.join("\n") };
}

function createCheckout(key: string): Request {
  return new Request(`${ENDPOINT}/checkout-sessions`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Proto-Agent": 'profile="https://agent.example/profile.json"',
      "Request-Id": `request_${key}`,
      "Idempotency-Key": `key_${key}`,
    },
    body: JSON.stringify({
      currency: "USD",
      line_items: [{ item: { id: "camera" }, quantity: 1 }],
    }),
  });
}

let directory: string;
let problems: readonly string[];
const fileOf = (name: string): string => path.join(directory, `${name}.ts`);

beforeAll(() => {
  const programs = [
    ...["shop", ...RIGHT].map((name) => [name, programText(name)] as const),
    ...MISTAKES.map((mistake) => [`wrong-${mistake.name}`, wrongText(mistake)] as const),
  ];
  const files = programs.map(([name, content]) => ({ path: `${name}.ts`, content }));
  directory = writeEmitted("programs", files);
  problems = compileProblems({
    files: files.map(({ path: name }) => path.join(directory, name)),
    options: OPTIONS,
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a right program", () => {
  it.each(RIGHT)("%s: compiles, starts and is called without a word", async (name) => {
    expect(await judged(fileOf(name), problems)).toBeUndefined();
  });
});

describe("a wrong program", () => {
  const expected = existsSync(EXPECTED) ? readFileSync(EXPECTED, "utf8") : "";
  const written: string[] = [];

  it.each(MISTAKES)("$name: is noticed by $noticed", async ({ name, noticed }) => {
    const found = await judged(fileOf(`wrong-${name}`), problems);
    const section = `# ${name}: ${noticed}\n\n${found?.text ?? ""}\n`;
    written.push(section);
    expect(found?.noticed).toBe(noticed);
    if (!UPDATE) expect(expected).toContain(section);
  });

  it.runIf(UPDATE)("is written down", () => {
    writeFileSync(EXPECTED, written.join("\n"));
  });

  it("is one of many, and each way to notice has some", () => {
    expect(MISTAKES.length).toBeGreaterThanOrEqual(20);
    expect(new Set(MISTAKES.map(({ noticed }) => noticed)).size).toBe(3);
    expect(expected.match(/^# /gm)).toHaveLength(MISTAKES.length);
  });
});
