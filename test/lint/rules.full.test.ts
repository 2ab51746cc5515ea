/**
 * Each rule finds its mistake at its place, and nothing in the corrected release. A case is a directory named after the
 * rule: `wrong/`, a small release; `right/`, the files that correct it; `expected.json`, the findings in `wrong/`.
 * `UPDATE_GOLDEN=1` writes the last one; read the difference before committing it.
 */

import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parsePointer } from "@proto-gen/runtime/json";
import { releaseDirectories } from "../../src/cli/commands/lint/release-directories.js";
import type { Example } from "../../src/findings/explanation.js";
import { lint } from "../../src/lint/lint.js";
import type { Finding } from "../../src/findings/finding.js";
import { OWN_RULES, RULES } from "../../src/lint/rules.js";
import { get, put, temporaryDirectory } from "../write/temporary.js";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const CASES = readdirSync(HERE, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

interface Expected {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly pointer: string;
}

/** Cases that are too large for the repository. */
const PREPARED: Readonly<Record<string, (directory: string) => void>> = {
  LOAD_TOO_LARGE: (directory) =>
    put(directory, "large.json", get(directory, "large.json") + " ".repeat(4 * 1024 * 1024)),
  SCHEMA_TOO_LARGE: (directory) =>
    put(
      directory,
      "checkout.json",
      get(directory, "checkout.json").replace("LONG", "long".repeat(251)),
    ),
};

async function lintCase(name: string, corrected: boolean): Promise<readonly Finding[]> {
  const directory = temporaryDirectory();
  const at = (part: string): string => path.join(HERE, name, part);
  cpSync(at("wrong"), directory, { recursive: true });
  PREPARED[name]?.(directory);
  if (corrected) cpSync(at("right"), directory, { recursive: true });
  const { findings, more } = await lint({ directories: releaseDirectories([directory]) });
  expect(more).toEqual([]);
  return findings.map((each) => ({
    ...each,
    place: each.place && {
      ...each.place,
      file: path.relative(directory, each.place.file).split(path.sep).join("/"),
    },
  }));
}

function expectedOf({ rule, place }: Finding): Expected {
  const { file = "", line = 0, pointer = "" } = place ?? {};
  return { rule, file, line, pointer };
}

describe("a rule", () => {
  it("has a case, and each case is of a rule", () => {
    expect(CASES.sort()).toEqual(RULES.map(({ id }) => id).sort());
  });

  it("has an id of its own", () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    const own = RULES.map(({ id }) => id).filter((id) => id === id.toLowerCase());
    expect(own).toEqual(OWN_RULES.map(({ id }) => id));
  });

  it.each(CASES)("%s finds its mistake", async (name) => {
    const findings = await lintCase(name, false);
    const file = path.join(HERE, name, "expected.json");
    const seen = findings.map(expectedOf);
    if ((process.env["UPDATE_GOLDEN"] ?? "") !== "")
      writeFileSync(file, `${JSON.stringify(seen, null, 2)}\n`);
    expect(seen).toEqual(JSON.parse(readFileSync(file, "utf8")));
    expect(seen.map(({ rule }) => rule)).toContain(name);
    for (const { message, place, hint, fingerprint } of findings) {
      expect([place?.line, place?.column]).toEqual([expect.any(Number), expect.any(Number)]);
      expect(hint ?? "", message).not.toBe("");
      expect(message).not.toMatch(/\.$/);
      expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it.each(CASES)("%s finds nothing once it is corrected", async (name) => {
    expect(await lintCase(name, true)).toEqual([]);
  });

  it("finds the same with the same fingerprint, wherever the release lies", async () => {
    const [one, other] = [
      await lintCase("default-invalid", false),
      await lintCase("default-invalid", false),
    ];
    expect(one.map(({ fingerprint }) => fingerprint)).toEqual(
      other.map(({ fingerprint }) => fingerprint),
    );
  });
});

describe("the explanation of a rule", () => {
  it.each(OWN_RULES.map((rule) => [rule.id, rule] as const))("%s shows its case", (id, rule) => {
    const { wrong, right, text } = rule.explanation;
    expect(shownIn(id, "wrong", wrong)).toBe(true);
    expect(shownIn(id, "right", right)).toBe(true);
    const sentences = text.split(/(?<=[.:]) (?=[A-Z])/).length;
    expect(sentences).toBeGreaterThanOrEqual(2);
    expect(sentences).toBeLessThanOrEqual(5);
  });
});

function shownIn(id: string, part: string, example: Example): boolean {
  if ("command" in example) return false;
  const file = path.join(HERE, id, part, example.file);
  if (!existsSync(file)) return false;
  const text = readFileSync(file, "utf8");
  if ("text" in example) return text.includes(example.text);
  let value: unknown = JSON.parse(text);
  for (const token of parsePointer(example.at)) value = (value as Record<string, unknown>)[token];
  expect(value).toEqual(example.json);
  return true;
}
