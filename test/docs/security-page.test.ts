/** SECURITY.md: its numbers are the code's, and its placeholder is not published. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { BUDGETS, type BudgetName } from "../../src/budgets.js";
import { repository } from "../support/published.js";

const PAGE = readFileSync(path.join(repository, "SECURITY.md"), "utf8");
const ROW = /^\| (.+?) +\| +([\d,]+) \| `(.+?)` (\w+) +\|$/gm;
const ROWS = [...PAGE.matchAll(ROW)].map(([, what = "", number = "", file = "", name = ""]) => ({
  what,
  number: Number(number.replaceAll(",", "")),
  file,
  name,
}));

/** The number that a constant, a member or a default has: `MAX = 16 * 1024`, `maxBytes: 1_000`, `x.maxBytes ?? 1_000`. */
function numberIn(file: string, name: string): number {
  if (file === "src/budgets.ts") return BUDGETS[name as BudgetName].limit;
  const text = readFileSync(path.join(repository, file), "utf8");
  // An example in a docstring may have another number.
  const source = text.replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
  const pattern = new RegExp(
    `\\b${name}\\s*(?:=|:|\\?\\?)\\s*(\\d[\\d_]*(?:\\s*\\*\\s*\\d[\\d_]*)*)`,
  );
  const found = pattern.exec(source)?.[1];
  if (found === undefined) return Number.NaN;
  return found.split("*").reduce((product, each) => product * Number(each.replaceAll("_", "")), 1);
}

describe("SECURITY.md", () => {
  it.each(ROWS)("has the number of $what that the code has", ({ number, file, name }) => {
    expect(numberIn(file, name)).toBe(number);
  });

  it("has a limit in every row, and no number that nothing holds", () => {
    const table = PAGE.slice(PAGE.indexOf("## Limits"));
    expect(ROWS.length).toBeGreaterThan(30);
    expect(ROWS).toHaveLength(table.split("\n").filter((line) => line.startsWith("| ")).length - 2);
  });

  it("says what is promised, assumed and limited, and how to report", () => {
    const headings = [...PAGE.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      "Report a vulnerability",
      "Who is trusted with what",
      "What is promised",
      "What is assumed",
      "Limits",
    ]);
    for (const party of ["operator", "vendor", "platform", "buyer"])
      expect(PAGE).toMatch(new RegExp(`^\\| ${party} +\\|`, "m"));
    expect(PAGE.match(/[\w.]+@[\w.]+/g)).toEqual(["security@example.invalid"]);
  });

  it("is not published with its placeholder, from either package", () => {
    for (const directory of ["", "src/runtime"]) {
      const cwd = path.join(repository, directory);
      const { scripts } = JSON.parse(readFileSync(path.join(cwd, "package.json"), "utf8")) as {
        readonly scripts: Readonly<Record<string, string>>;
      };
      const [command, script = ""] = scripts["prepublishOnly"]?.split(" ") ?? [];
      expect(command).toBe("node");
      const { status, stderr } = spawnSync(process.execPath, [script], { cwd, encoding: "utf8" });
      expect([status, stderr]).toEqual([1, expect.stringContaining("security@example.invalid")]);
    }
  });

  it.each([
    ["Write to security@business.dev.", undefined],
    ["Write to us.", "no address"],
    ["Write to security@example.invalid.", "placeholder"],
    ["Write to a@business.dev or b@example.com.", "placeholder"],
    ["Write to security@proto.test.", "placeholder"],
  ])("that reads %j is ready to be published: %s", async (text, problem) => {
    const { contactProblem } = (await import(
      path.join(repository, "scripts/require-contact.js")
    )) as { readonly contactProblem: (text: string) => string | undefined };
    if (problem === undefined) expect(contactProblem(text)).toBeUndefined();
    else expect(contactProblem(text)).toContain(problem);
  });
});
