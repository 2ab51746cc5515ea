/** The README is short, has the two commands that need nothing else, and agrees with what a run writes. */

import path from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/generate.js";
import { codeBlock, GUIDE, readPage, RUNTIME_README } from "../support/documentation.js";
import { repository } from "../support/published.js";

const README = readPage("README.md");
const output = generate({ profile: path.join(repository, "profile.json") });

describe("the README", () => {
  it("has at most 150 lines", () => {
    expect(README.split("\n").length).toBeLessThanOrEqual(151);
  });

  it("has the two commands for a fresh clone, each in a block of its own", () => {
    expect(README).toContain("```sh\nnpm ci && npx proto-gen --profile ./profile.json\n```");
    expect(README).toContain("```sh\nnpm ci && npm test\n```");
  });

  it("has at most twenty lines of code for a business, a platform and an extension", () => {
    for (const [language, mark] of [
      ["ts", "createServer("],
      ["ts", "createClient("],
      ["json", "allOf"],
    ] as const)
      expect(codeBlock("README.md", language, mark).split("\n").length).toBeLessThanOrEqual(20);
  });

  it("names every page of the guide", () => {
    for (const page of GUIDE) expect(README).toContain(`](${page})`);
  });

  it("says how many files a run writes", async () => {
    const { files } = await output;
    const { proto } = JSON.parse(readPage("profile.json")) as { proto: { capabilities: object } };
    const capabilities = Object.keys(proto.capabilities).length;
    // The manifest is written beside the files that it lists.
    expect(README).toContain(`${files.length + 1} files for ${capabilities} capabilities`);
  });
});

describe("the runtime's README", () => {
  const text = readPage(RUNTIME_README);

  it("has at most 150 lines", () => {
    expect(text.split("\n").length).toBeLessThanOrEqual(151);
  });

  it("names every entry point of the package once", () => {
    const { exports } = JSON.parse(readPage("src/runtime/package.json")) as { exports: object };
    const [, table = ""] = text.split("## Entry points\n");
    const cells = [...table.matchAll(/^\| (`[^|]*?) *\|/gm)].map(([, cell = ""]) => cell);
    const names = cells.flatMap((cell) => cell.split(", ")).map((name) => name.replaceAll("`", ""));
    expect(names.sort()).toEqual(
      Object.keys(exports)
        .map((name) => name.replace("./", ""))
        .sort(),
    );
  });
});

describe("the page of what is generated", () => {
  it("names everything at the top of generated/, and nothing else", async () => {
    const { files } = await output;
    const tops = files.map((each) => each.path.replace(/\/.*/, "/"));
    const tree = codeBlock("docs/guide/what-is-generated.md", "text", "generated/\n");
    const named = [...tree.matchAll(/^ {2}([\w.-]+\/?) /gm)].map(([, name]) => name);
    // The sample's document of the embedded transport lists no messages.
    const all = new Set([...tops, "manifest.json", "embedded.ts"]);
    expect([...named].sort()).toEqual([...all].sort());
  });
});
