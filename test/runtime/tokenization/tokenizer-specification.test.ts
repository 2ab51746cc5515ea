/** The template of what a tokenizer publishes (§4.6). */

import { readFileSync } from "node:fs";
import path from "node:path";
import { ERROR_CODES } from "@proto-gen/runtime/error";
import { describe, expect, it } from "vitest";
import { repository } from "../../support/published.js";
import { isShape } from "../../support/tokenization-schemas.js";

const TEXT = readFileSync(path.join(repository, "templates/tokenizer/specification.md"), "utf8");

/** The items of §4.6, in its order, and the heading of each. */
const ITEMS: readonly (readonly [string, string])[] = [
  ["a unique reverse-DNS handler name", "## Handler name"],
  ["base URLs", "## Base URLs"],
  ["the production base URL", "### Production"],
  ["the sandbox base URL", "### Sandbox"],
  ["authentication requirements", "## Authentication requirements"],
  ["the onboarding process", "## Onboarding process"],
  ["accepted credential types", "## Accepted credential types"],
  ["the token lifecycle policy", "## Token lifecycle policy"],
  ["security acknowledgements", "## Security acknowledgements"],
];

describe("the template of a tokenizer's specification", () => {
  it.each(ITEMS)("has %s (§4.6)", (_, heading) => {
    const lines = TEXT.split("\n");
    expect(lines.filter((line) => line === heading)).toHaveLength(1);
    const section = TEXT.slice(TEXT.indexOf(`\n${heading}\n`) + heading.length + 2);
    expect(section.split(/\n#+ /)[0]?.trim().length).toBeGreaterThan(20);
  });

  it("has binding, errors and limits beside them, and nothing else", () => {
    const headings = TEXT.split("\n").filter((line) => /^#{2,} /.test(line));
    const more = ["## Binding", "## Errors", "## Limits"];
    expect([...headings].sort()).toEqual([...ITEMS.map(([, heading]) => heading), ...more].sort());
  });

  it("shows messages that are as the protocol has them", () => {
    const blocks = [...TEXT.matchAll(/^```json (\w+)\n(.*?)^```$/gms)];
    expect(blocks.map(([, name]) => name)).toEqual([
      "tokenize_request",
      "token_credential",
      "detokenize_request",
    ]);
    for (const [, name = "", body = ""] of blocks)
      expect(isShape(name, JSON.parse(body)), name).toBe(true);
  });

  it("has the errors with the statuses of the one table (§7)", () => {
    const rows = [...TEXT.matchAll(/^\| `(\w+)` +\| (\d{3}) +\|/gm)];
    expect(rows.length).toBeGreaterThan(9);
    for (const [, code = "", status] of rows)
      expect(ERROR_CODES[code as keyof typeof ERROR_CODES]?.status).toBe(Number(status));
  });
});
