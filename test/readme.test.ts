/** The README lists what there is: generated files, commands, options, exit codes. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { main } from "../src/cli/main.js";
import { generate } from "../src/generate.js";
import { fakeHost } from "./cli/fake-host.js";
import { repository } from "./support/published.js";

const README = readFileSync(path.join(repository, "README.md"), "utf8");

/** The text of the one fenced block in which `mark` stands. */
function block(language: string, mark: string): string {
  const blocks = [...README.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const found = blocks.filter(([, name, body]) => name === language && body?.includes(mark));
  expect(found, `blocks of ${language} with ${mark}`).toHaveLength(1);
  return found[0]?.[2] ?? "";
}

describe("the README's list of what is generated", () => {
  it("names all that stands at the top of generated/, and nothing else", async () => {
    const profile = path.join(repository, "profile.json");
    const { files } = await generate({ profile });
    const tops = files.map((each) => each.path.replace(/\/.*/, "/"));
    const named = [...block("text", "generated/\n").matchAll(/^ {2}([\w.-]+\/?) /gm)].map(
      ([, name]) => name,
    );
    // The sample's document of the embedded transport lists no messages.
    const all = new Set([...tops, "manifest.json", "embedded.ts"]);
    expect([...named].sort()).toEqual([...all].sort());
  });
});

describe("the README's commands", () => {
  it("are those of --help", async () => {
    const host = fakeHost();
    await main(["--help"], host);
    const [, commands = ""] = /\nCommands:\n(.*?)\n\n/s.exec(host.out()) ?? [];
    const names = [...commands.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name);
    expect(names).toEqual([
      ...["generate", "list", "inspect", "resolve", "validate", "lint", "release"],
      ...["init", "scaffold", "mock", "diff", "explain"],
    ]);
    for (const name of names.slice(1)) expect(README).toContain(`proto-gen ${name} `);
  });

  it.each([
    ...["list", "inspect", "resolve", "validate", "lint", "release"],
    ...["scaffold", "mock", "diff", "explain"],
  ])("%s has help with examples that name its options only", async (name) => {
    const host = fakeHost();
    expect(await main([name, "--help"], host)).toBe(0);
    const [options = "", examples = ""] = host.out().split("\nExamples:\n");
    expect(examples).toContain(`$ proto-gen ${name} `);
    for (const [flag] of examples.matchAll(/(?<![\w-])--[a-z]+/g))
      expect(`${options} --help`).toContain(`${flag}`);
  });
});

describe("the README's options", () => {
  it("are those of --help, each of them", async () => {
    const host = fakeHost();
    expect(await main(["--help"], host)).toBe(0);
    expect(await main(["scaffold", "--help"], host)).toBe(0);
    expect(await main(["mock", "--help"], host)).toBe(0);
    expect(await main(["resolve", "--help"], host)).toBe(0);
    expect(await main(["validate", "--help"], host)).toBe(0);
    expect(await main(["diff", "--help"], host)).toBe(0);
    expect(await main(["lint", "--help"], host)).toBe(0);
    const usage = host.out().replace(/\nExamples:\n.*?\nExit codes/gs, "");
    const flags = (text: string): string[] =>
      [...new Set([...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag))].sort();
    expect(flags(README)).toEqual(flags(usage));
  });

  it("have the exit codes of --help", async () => {
    const host = fakeHost();
    await main(["--help"], host);
    const [, table = ""] = host.out().split("Exit codes:\n");
    const rows = [...table.matchAll(/^ +(\d+) {2}(.+)$/gm)].map(([, code, text]) => [code, text]);
    const shown = [...README.matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)].map(([, code, text]) => [
      code,
      text?.replaceAll("`", ""),
    ]);
    expect(rows.length).toBeGreaterThan(4);
    expect(shown).toEqual(rows);
  });
});
