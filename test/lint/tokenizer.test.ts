/** The specification that the package has a template of, judged by the rule for specifications (§4.6). */

import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { lintFiles } from "../../src/lint/lint.js";
import { repository } from "../support/published.js";

const TEMPLATE = readFileSync(
  path.join(repository, "templates/tokenizer/specification.md"),
  "utf8",
);

/** Filled in: names and addresses where the rule looks for them, words elsewhere. */
const FILLED = TEMPLATE.replaceAll("{{handler_name}}", "com.example.tokenizer")
  .replaceAll(/\{\{(https:[^}]*)\}\}/g, "$1")
  .replaceAll(/\{\{[^}]*\}\}/g, "as agreed");

const HANDLER = JSON.stringify({
  openapi: "3.1.0",
  info: { version: "draft" },
  paths: { "/tokenize": { post: { operationId: "tokenize", responses: {} } } },
});

async function said(
  text: string,
  name = "handlers/card/specification.md",
  folder = "handlers/card",
): Promise<readonly string[]> {
  const files = [
    { path: `${folder}/openapi.json`, bytes: new TextEncoder().encode(HANDLER) },
    { path: name, bytes: new TextEncoder().encode(text) },
  ];
  const { findings } = await lintFiles({ directory: "release", files });
  expect(new Set(findings.map(({ rule }) => rule)).size).toBeLessThanOrEqual(1);
  return findings.map(({ place, message }) => `${place?.file}:${place?.line} ${message}`);
}

describe("the specification of a tokenizer", () => {
  it("is complete when the template is filled in", async () => {
    expect(FILLED).not.toContain("{{");
    expect(await said(FILLED)).toEqual([]);
  });

  it("is not complete while it is the template", async () => {
    const found = await said(TEMPLATE);
    expect(found).toHaveLength(8);
    for (const each of found) expect(each).toContain("still has a placeholder of the template");
  });

  it.each([
    ["Handler name", "the handler's name"],
    ["Production", "the production base URL"],
    ["Sandbox", "the sandbox base URL"],
    ["Authentication requirements", "authentication requirements"],
    ["Onboarding process", "the onboarding process"],
    ["Accepted credential types", "accepted credential types"],
    ["Token lifecycle policy", "the token lifecycle policy"],
    ["Security acknowledgements", "security acknowledgements"],
  ])("without %s leaves out %s", async (heading, item) => {
    const without = FILLED.replace(new RegExp(`^#+ ${heading}$`, "m"), "");
    expect(without).not.toBe(FILLED);
    expect(await said(without)).toEqual([
      `release/handlers/card/specification.md:1 ${item}: the heading is missing`,
    ]);
  });

  it("says something below each heading: a name, https, words", async () => {
    const text = FILLED.replaceAll("com.example.tokenizer", "our tokenizer").replace(
      "`https://tokenizer.example.com/v1`",
      "`http://tokenizer.example.com/v1`",
    );
    expect(await said(text)).toEqual([
      expect.stringMatching(/^\S+:\d+ the handler's name: "Handler name" does not name a handler/),
      expect.stringMatching(/^\S+:\d+ the production base URL: "Production" has no https URL$/),
    ]);
  });

  it("is known by its first heading, or by its name beside the handler's document", async () => {
    const title = "# Specification of the tokenization handler";
    expect(await said(`${title}\n`, "anywhere.md")).toHaveLength(8);
    expect(await said("# Cards\n")).toHaveLength(8);
    expect(await said("# Cards\n", "handlers/card/readme.md")).toEqual([]);
    expect(await said("# Cards\n", "handlers/other/specification.md")).toEqual([]);
    expect(await said(`\`\`\`\n${title}\n\`\`\`\n`, "anywhere.md")).toEqual([]);
  });
});
