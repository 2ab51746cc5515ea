/** What is written about the rules is what they are. `UPDATE_GOLDEN=1` writes the pages anew. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Json } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import type { Rule } from "../../src/diff/rule.js";
import { RULES } from "../../src/diff/rules.js";
import { compared, releaseFiles, thingRelease } from "../support/diff/release-files.js";
import { directionTable, rulesPage } from "../support/diff/rules-page.js";
import { repository } from "../support/published.js";

const PAGE = path.join(repository, "docs/diff-rules.md");
const UPDATE = (process.env["UPDATE_GOLDEN"] ?? "") !== "";
const BEGIN = "<!-- printed from the rules -->\n\n";
const END = "\n<!-- end -->";

function decisionFile(): string {
  const directory = path.join(repository, "docs/adr");
  const name = readdirSync(directory).find((each) => each.endsWith("-comparing-releases.md"));
  return path.join(directory, name ?? "");
}

describe("what is written about the rules", () => {
  it("has a line for each in docs/diff-rules.md", async () => {
    const page = await rulesPage();
    if (UPDATE) writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, "utf8")).toBe(page);
  });

  it("says in the decision who meets what", async () => {
    const table = await directionTable();
    const text = readFileSync(decisionFile(), "utf8");
    const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)];
    expect([start, end]).not.toContain(-1);
    const written = text.slice(0, start) + BEGIN + table + text.slice(end);
    if (UPDATE) writeFileSync(decisionFile(), written);
    expect(readFileSync(decisionFile(), "utf8")).toBe(written);
  });
});

describe("every rule", () => {
  it.each(RULES.map(({ id, why }) => [id, why]))("%s says why, in sentences", (_, why) => {
    expect(why).toMatch(/^[A-Z].+\.$/s);
  });
});

describe("the example", () => {
  const rules: readonly Rule[] = RULES;
  const examples = rules.flatMap(({ id, example }) =>
    example === undefined ? [] : [[id, example] as const],
  );

  it.each(examples)("of %s is found by it, and by no other rule", async (id, sides) => {
    const release = (schema: Json) =>
      releaseFiles(thingRelease({ type: "object", properties: { note: schema } }));
    const changes = await compared(release(sides.before), release(sides.after));
    expect([...new Set(changes.map(({ rule }) => rule))]).toEqual([id]);
  });
});
