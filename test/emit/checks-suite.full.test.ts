/**
 * What emitted checks say of the values of the JSON Schema test suite: the suite's verdict, with and without issues, and issues of
 * the keywords and at the places that ajv names.
 */

import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { FoundEntry } from "../../src/runtime/schema/issue.js";
import { compileCheck } from "../support/compile-check.js";
import { definitionOf } from "../support/exported.js";
import { requiredGroups, type SuiteGroup } from "../support/json-schema-suite.js";
import { outDirectory, suites } from "../support/published.js";
import { sampled } from "../support/sizes.js";

type ReportingCheck = (value: unknown, issues?: object) => boolean;

const directory = path.join(outDirectory, "checks-suite");

/** Keywords of references and documents are not the emitter's. */
const OTHERS = /^(?:anchor|defs|dynamicRef|format|id|ref|refRemote|vocabulary|unknownKeyword) /;
/**
 * Where ajv's list is another: issues of unions are those of the branch that came furthest, or stand for what is below; ajv has one
 * for all items beyond a tuple, and knows neither an empty enumeration nor the member `__proto__`.
 */
const DIFFERENT =
  /"(?:anyOf|oneOf|if|not|contains|prefixItems|propertyNames|unevaluated\w+|dependent\w+|dependencies|__proto__)":|"enum":\[\]/;
/** ajv says it of the object, and the runtime of the member. */
const KEYWORDS: Readonly<Record<string, string>> = { const: "enum", "false schema": "never" };

const groups = suites === undefined ? [] : sampled("CHECKS_SUITE", allGroups(), 100);

function allGroups(): readonly SuiteGroup[] {
  return requiredGroups().filter(
    ({ name, schema }) => !OTHERS.test(name) && !JSON.stringify(schema).includes("$dynamicRef"),
  );
}

/** Each place and keyword once. */
function placesOf(entries: readonly FoundEntry[]): readonly string[] {
  const found = entries.flatMap((each) =>
    each.locate === undefined ? [each] : each.locate(Infinity),
  );
  return [...new Set(found.map(({ pointer, rule }) => `${pointer} ${rule.code}`))].sort();
}

/** ajv's, as the runtime says it: at the member that is missing or too many. */
function ajvPlaces(errors: readonly ErrorObject[]): readonly string[] {
  const places = errors.map(({ instancePath, keyword, params }) => {
    const { missingProperty, additionalProperty } = params as Readonly<Record<string, string>>;
    const member = missingProperty ?? additionalProperty;
    const at = member === undefined ? "" : `/${escapeToken(member)}`;
    return `${instancePath}${at} ${KEYWORDS[keyword] ?? keyword}`;
  });
  return [...new Set(places)].sort();
}

function escapeToken(member: string): string {
  return member.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** ajv's errors of a value, by a schema of the suite. */
function judgeOf(schema: Json): (value: Json) => readonly ErrorObject[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, logger: false });
  const isValid = ajv.compile(schema as JsonObject);
  return (value) => (isValid(value) ? [] : (isValid.errors ?? []));
}

describe.skipIf(suites === undefined)("an emitted check", () => {
  beforeAll(() => {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
  });

  it.each(groups.map((group) => [group.name, group.description, group] as const))(
    "of %s: %s",
    async (name, _, { schema, tests }) => {
      const file = path.join(directory, name.replace(" ", "-"));
      const fails: ReportingCheck = await compileCheck(definitionOf(schema), {
        file,
        assertFormats: false,
      });
      const errorsOf = DIFFERENT.test(JSON.stringify(schema)) ? undefined : judgeOf(schema);
      for (const { data, valid, description } of tests) {
        const list: FoundEntry[] = [];
        expect(fails(data), description).toBe(!valid);
        expect(fails(data, { list, limit: Infinity }), description).toBe(false);
        expect(list.length > 0, description).toBe(!valid);
        expect(fails(data, { list: [], limit: 1 }), description).toBe(!valid);
        if (errorsOf !== undefined)
          expect(placesOf(list), description).toEqual(ajvPlaces(errorsOf(data)));
      }
    },
  );
});
