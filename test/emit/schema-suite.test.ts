/**
 * Exported schemas against the JSON Schema test suite, draft 2020-12: each schema is lowered, exported
 * and judged by ajv, by reference and, where nothing in it is recursive, written out. What ajv gets
 * wrong of the suite itself is judged by the check emitted for the exported schema.
 */

import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { beforeAll, describe, expect, it } from "vitest";
import type { Definition } from "../../src/model/node.js";
import { compileCheck } from "../support/compile-check.js";
import { definitionOf, predicateOf, standalone, toolForm } from "../support/exported.js";
import { requiredGroups, type SuiteGroup } from "../support/json-schema-suite.js";
import { sampled } from "../support/sizes.js";
import { outDirectory, repository, suites } from "../support/published.js";

const OUT = path.join(outDirectory, "schema-suite");

/** What ajv 8 gets wrong of the suite's own schemas, by group, and why. */
const AJV_ERRS: ReadonlyMap<string, string> = new Map([
  [
    "properties whose names are Javascript object property names",
    "drops a property named __proto__",
  ],
  ["unevaluatedItems with nested items", "mixes up which branch has evaluated items"],
  ["unevaluatedItems depends on adjacent contains", "contains evaluates every item"],
  ["unevaluatedItems depends on multiple nested contains", "contains evaluates every item"],
  [
    "unevaluatedItems and contains interact to control item dependency relationship",
    "contains evaluates every item",
  ],
  ["unevaluatedItems with minContains = 0", "ignores contains, which evaluates still"],
  ["unevaluatedItems can see annotations from if without then and else", "ignores a lone if"],
  ["unevaluatedProperties can see annotations from if without then and else", "ignores a lone if"],
  ["unevaluatedProperties with if/then/else, then not defined", "mixes up whether if held"],
]);

describe.skipIf(suites === undefined)("the JSON Schema test suite, exported", () => {
  let groups: readonly SuiteGroup[] = [];
  /** Those that are exported: `SUITE_GROUPS_RUNS` of them, with `TEST_SIZE=full` all. */
  let tried: readonly SuiteGroup[] = [];
  let documents: ReadonlyMap<string, Json> = new Map();

  beforeAll(() => {
    rmSync(OUT, { recursive: true, force: true });
    groups = requiredGroups();
    tried = sampled("SUITE_GROUPS", groups, 60);
    documents = readDocuments();
  });

  type Exported = (root: Definition) => JsonObject | undefined;

  /** How many tests there were, and those that are wrong. */
  async function judge(
    name: string,
    exported: Exported,
  ): Promise<{ count: number; wrong: string[] }> {
    const wrong: string[] = [];
    let count = 0;
    for (const [index, { schema, description, tests }] of tried.entries()) {
      const document = exported(definitionOf(schema, documents));
      if (document === undefined) continue;
      const isValid = predicateOf(document, { assertFormats: false });
      const check = AJV_ERRS.has(description)
        ? await compileCheck(definitionOf(document), {
            file: path.join(OUT, `${name}-${index}`),
            assertFormats: false,
          })
        : (value: unknown) => !isValid(value);
      for (const test of tests) {
        count++;
        if (check(test.data) === test.valid) wrong.push(`${description}: ${test.description}`);
      }
    }
    return { count, wrong };
  }

  it("has all right by reference", async () => {
    expect(groups.flatMap(({ tests }) => tests)).toHaveLength(1299);
    const count = tried.flatMap(({ tests }) => tests).length;
    expect(await judge("referring", standalone)).toEqual({ count, wrong: [] });
  });

  it.each(["inline", "shared"] as const)(
    "has all right as the schema of a tool, %s",
    async (form) => {
      const count = tried.flatMap(({ tests }) => tests).length;
      expect(await judge(form, (root) => toolForm(root, form))).toEqual({ count, wrong: [] });
    },
  );

  it("lists only groups in which ajv errs on the suite's own schema", () => {
    const errs = groups.filter(({ description, schema, tests }) => {
      if (!AJV_ERRS.has(description)) return false;
      const isValid = predicateOf(schema as JsonObject, { assertFormats: false });
      return tests.some(({ data, valid }) => isValid(data) !== valid);
    });
    expect(errs.map(({ description }) => description).sort()).toEqual([...AJV_ERRS.keys()].sort());
  });
});

function readJson(file: string): Json {
  return JSON.parse(readFileSync(file, "utf8")) as Json;
}

/** The remote documents of the suite, and the meta-schemas. */
function readDocuments(): Map<string, Json> {
  const folder = path.join(suites ?? "", "json-schema/remotes");
  const remotes = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .map((name): [string, string] => [
      `http://localhost:1234/${name.split(path.sep).join("/")}`,
      path.join(folder, name),
    ]);
  const parts = ["core", "applicator", "unevaluated", "validation", "meta-data", "content"];
  const metaSchemas = [
    "schema",
    "meta/format-annotation",
    ...parts.map((name) => `meta/${name}`),
  ].map((name): [string, string] => [
    `https://json-schema.org/draft/2020-12/${name}`,
    path.join(repository, `node_modules/ajv/dist/refs/json-schema-2020-12/${name}.json`),
  ]);
  return new Map([...remotes, ...metaSchemas].map(([uri, file]) => [uri, readJson(file)]));
}
