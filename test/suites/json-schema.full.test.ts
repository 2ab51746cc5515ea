/**
 * JSON-Schema-Test-Suite, draft 2020-12, through emitted source that is imported (DESIGN §8, §11):
 * the required tests, and the optional ones of the formats that validators assert.
 */

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Json } from "@proto-gen/runtime/json";
import { beforeAll, describe, expect, it } from "vitest";
import { createSchemaSet } from "../../src/json-schema/schema-set.js";
import { createLowering } from "../../src/model/lower.js";
import { compileCheck, type Check } from "../support/compile-check.js";
import { formatExceptions } from "../support/format-exceptions.js";
import type { SuiteGroup } from "../support/json-schema-suite.js";
import { outDirectory, repository, suites } from "../support/published.js";

const run = promisify(execFile);

type Group = Omit<SuiteGroup, "name">;

describe.skipIf(suites === undefined)("the JSON Schema test suite", () => {
  describe("required tests", () => {
    it("has all 1299 right and refuses none", async () => {
      const script = path.join(repository, "test/suites/json-schema.run.mjs");
      const { stdout } = await run(process.execPath, [script], { cwd: repository });
      expect(stdout.trim()).toBe("1299 right, 0 refused, 0 wrong");
    });
  });

  describe("optional formats, asserted", () => {
    const directory = path.join(outDirectory, "json-schema-formats");

    beforeAll(() => {
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory, { recursive: true });
    });

    it.each([
      "date-time",
      "date",
      "uri",
      "uri-reference",
      "email",
      "uuid",
      "hostname",
      "ipv4",
      "ipv6",
    ])("%s", async (format) => {
      const groups = readGroups(format);
      const failures: string[] = [];
      let count = 0;
      for (const [index, { schema, tests }] of groups.entries()) {
        const check = await compile(directory, `${format}-${index}`, schema);
        count += tests.length;
        const wrong = tests.filter(({ data, valid }) => check(data) === valid);
        failures.push(...wrong.map(({ description }) => description));
      }
      expect(count).toBeGreaterThan(10);
      expect(failures).toEqual(formatExceptions[format] ?? []);
    });
  });
});

function readGroups(format: string): readonly Group[] {
  const folder = path.join(suites ?? "", "json-schema/tests/draft2020-12/optional/format");
  return JSON.parse(readFileSync(path.join(folder, `${format}.json`), "utf8")) as Group[];
}

/** Emits a schema's check, and imports it: true where it found something wrong. */
async function compile(directory: string, name: string, schema: Json): Promise<Check> {
  const schemas = createSchemaSet();
  const uri = `proto-gen-suite:/${name}.json`;
  schemas.add(uri, schema);
  const file = path.join(directory, name);
  return compileCheck(createLowering(schemas).definition(uri), { file, assertFormats: true });
}
