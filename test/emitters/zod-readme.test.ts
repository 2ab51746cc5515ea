/** The README of the zod emitter lists the rules that are refinements, as the code has them. `UPDATE_GOLDEN=1` writes it. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { KEYWORDS } from "../../templates/emitters/zod/zod-schema.js";
import { repository } from "../support/published.js";

const README = path.join(repository, "templates/emitters/zod/README.md");
const TABLE = /^\| keyword[^]*?\n(?=\n)|^TABLE\n/m;

describe("the README of the zod emitter", () => {
  it("lists every rule that is a refinement, and why", async () => {
    const rows = Object.entries(KEYWORDS).flatMap(([name, keyword]) =>
      "refinement" in keyword
        ? [`| \`${name === "conditionals" ? "if" : name}\` | ${keyword.refinement} |`]
        : [],
    );
    const integer = "| `integer` | `z.int` refuses integers that JSON has, beyond 2^53 |";
    const table = ["| keyword | why |", "| --- | --- |", integer, ...rows].join("\n");
    const printed = await format(table, { parser: "markdown" });
    const text = readFileSync(README, "utf8");
    if ((process.env["UPDATE_GOLDEN"] ?? "") !== "")
      writeFileSync(
        README,
        text.replace(TABLE, () => printed),
      );
    expect(readFileSync(README, "utf8")).toContain(printed);
    expect(rows.length).toBeGreaterThan(5);
  });
});
