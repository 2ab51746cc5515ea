/** Instances against JSON-Schema-Test-Suite: the checker's verdicts, and instances for its schemas. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { createSchemaSet } from "../../src/json-schema/schema-set.js";
import { createInstance } from "../../src/model/instance/create-instance.js";
import { satisfies } from "../../src/model/instance/satisfies.js";
import { createLowering } from "../../src/model/lower.js";
import type { Node } from "../../src/model/node.js";
import { remoteDocuments, requiredGroups, type SuiteGroup } from "../support/json-schema-suite.js";
import { sampled } from "../support/sizes.js";
import { suites } from "../support/published.js";

interface Case extends SuiteGroup {
  readonly node: Node;
}

describe.skipIf(suites === undefined)("the JSON Schema test suite", () => {
  let remotes: ReadonlyMap<string, JsonObject>;
  let cases: readonly Case[];

  beforeAll(() => {
    remotes = remoteDocuments();
    cases = requiredGroups().map((group) => ({ ...group, node: lower(group) }));
  });

  function lower({ name, schema }: SuiteGroup): Node {
    const schemas = createSchemaSet((uri) => remotes.get(uri));
    const uri = `proto-gen-suite:/${name.replace(" ", "-")}.json`;
    schemas.add(uri, schema);
    return createLowering(schemas).definition(uri).node;
  }

  /** Ajv's verdict; undefined where ajv does not compile the schema, or has one of its tests wrong. */
  function ajvFor({ schema, tests }: SuiteGroup): ((value: Json) => boolean) | undefined {
    const ajv = new Ajv2020({
      ...{ strict: false, ownProperties: true, validateFormats: false, logger: false },
      loadSchema: (uri) => Promise.reject(new Error(uri)),
    });
    for (const [uri, document] of remotes)
      if (uri.startsWith("http:") && isDraft2020(document)) ajv.addSchema(document, uri);
    try {
      const check = ajv.compile(schema as JsonObject);
      return tests.every(({ data, valid }) => check(data) === valid)
        ? (value) => check(value)
        : undefined;
    } catch {
      return undefined;
    }
  }

  it("satisfies has all 1299 verdicts right", () => {
    const wrong = cases.flatMap(({ name, node, tests }) =>
      tests
        .filter(({ data, valid }) => satisfies(node, data, { assertFormats: false }) !== valid)
        .map(({ description }) => `${name}: ${description}`),
    );
    expect(cases.flatMap(({ tests }) => tests)).toHaveLength(1299);
    expect(wrong).toEqual([]);
  });

  it.each(["none", "some", "all"] as const)(
    "every schema that has a valid instance is given one, optional members: %s",
    (optional) => {
      const satisfiable = cases.filter(({ node, tests }) =>
        tests.some(({ data, valid }) => valid && satisfies(node, data)),
      );
      const missing = satisfiable.filter(
        ({ node }) => createInstance(node, { optional }) === undefined,
      );
      expect(satisfiable.length).toBeGreaterThan(350);
      expect(missing.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
    },
  );

  it("ajv accepts every instance, for every seed", () => {
    const tried = sampled("SUITE_GROUPS", cases, 60);
    const judged = tried.flatMap((each) => {
      const isValid = ajvFor(each);
      return isValid === undefined ? [] : [{ ...each, isValid }];
    });
    const refused = judged.flatMap(({ name, node, isValid }) =>
      [0, 1, 2, 3].flatMap((seed) => {
        const value = createInstance(node, { seed });
        return value === undefined || isValid(value) ? [] : [`${name}: ${JSON.stringify(value)}`];
      }),
    );
    expect(judged.length).toBeGreaterThan(tried.length * 0.8);
    expect(refused).toEqual([]);
  });

  it("satisfies accepts every instance", () => {
    const given = cases.flatMap(({ name, node }) => {
      const value = createInstance(node);
      return value === undefined || satisfies(node, value) ? [] : [name];
    });
    expect(given).toEqual([]);
  });
});

function isDraft2020({ $schema }: JsonObject): boolean {
  return $schema === undefined || $schema === "https://json-schema.org/draft/2020-12/schema";
}
