/** No contradiction is seen in a schema of JSON-Schema-Test-Suite that has a valid value: there are no false alarms. */

import { describe, expect, it } from "vitest";
import { createSchemaSet } from "../../src/json-schema/schema-set.js";
import { conjunctionOf } from "../../src/model/contradictions/conjunction.js";
import { Contradictions } from "../../src/model/contradictions/contradictions.js";
import { createLowering } from "../../src/model/lower.js";
import { remoteDocuments, requiredGroups, type SuiteGroup } from "../support/json-schema-suite.js";
import { suites } from "../support/published.js";

describe.skipIf(suites === undefined)("a schema of the JSON Schema test suite", () => {
  function isImpossible({ name, schema }: SuiteGroup): boolean {
    const remotes = remoteDocuments();
    const schemas = createSchemaSet((uri) => remotes.get(uri));
    const uri = `proto-gen-suite:/${name.replace(" ", "-")}.json`;
    schemas.add(uri, schema);
    const { node } = createLowering(schemas).definition(uri);
    return new Contradictions().judge(conjunctionOf([node])).isImpossible;
  }

  it("is only taken for impossible where no test of it is valid", () => {
    const impossible = requiredGroups().filter(isImpossible);
    expect(impossible.length).toBeGreaterThan(5);
    const wrong = impossible.filter(({ tests }) => tests.some(({ valid }) => valid));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
