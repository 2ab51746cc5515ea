/** The README is short, has the two commands that need nothing else, and agrees with what a run writes. */

import path from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/generate.js";
import { codeBlock, GUIDE, readPage } from "../support/documentation.js";
import { repository } from "../support/published.js";

const README = readPage("README.md");
const profile = path.join(repository, "profile.json");

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
    const { files, capabilities } = await generated();
    expect(README).toContain(`${files} files for ${capabilities} capabilities`);
  });
});

/** The manifest is written beside the files that it lists. */
async function generated(): Promise<{ files: number; capabilities: number }> {
  const { files } = await generate({ profile });
  const { proto } = JSON.parse(readPage("profile.json")) as { proto: { capabilities: object } };
  return { files: files.length + 1, capabilities: Object.keys(proto.capabilities).length };
}

describe("the page of what is generated", () => {
  it("names everything at the top of generated/, and nothing else", async () => {
    const { files } = await generate({ profile });
    const tops = files.map((each) => each.path.replace(/\/.*/, "/"));
    const tree = codeBlock("docs/guide/what-is-generated.md", "text", "generated/\n");
    const named = [...tree.matchAll(/^ {2}([\w.-]+\/?) /gm)].map(([, name]) => name);
    // The sample's document of the embedded transport lists no messages.
    const all = new Set([...tops, "manifest.json", "embedded.ts"]);
    expect([...named].sort()).toEqual([...all].sort());
  });
});
