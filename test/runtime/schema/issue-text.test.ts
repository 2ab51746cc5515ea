/** What people see of an issue: in a console, a test runner, a log. */

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { enumRule, failed, validator } from "@proto-gen/runtime/codegen/v1";
import type { IssueCode } from "@proto-gen/runtime/codegen/generator";
import { quiet } from "../../../src/runtime/log/quiet.js";
import * as rules from "../../../src/runtime/schema/rules.js";

const [issue] = validator((_value, issues) =>
  failed(issues, "/line_items/0/a~1b", enumRule, ["x", 1]),
).check({});

/** All codes, as the compiler knows them. */
const CODES: Readonly<Record<IssueCode, true>> = {
  additionalProperties: true,
  anyOf: true,
  contains: true,
  dependentRequired: true,
  enum: true,
  exclusiveMaximum: true,
  exclusiveMinimum: true,
  format: true,
  maxItems: true,
  maxLength: true,
  maxProperties: true,
  maximum: true,
  minItems: true,
  minLength: true,
  minProperties: true,
  minimum: true,
  multipleOf: true,
  never: true,
  not: true,
  oneOf: true,
  pattern: true,
  propertyNames: true,
  required: true,
  type: true,
  unevaluatedItems: true,
  unevaluatedProperties: true,
  uniqueItems: true,
};

describe("an issue", () => {
  const path = "$.line_items[0]['a/b']";
  const message = 'must be one of "x", 1';

  it("is a sentence as a string", () => {
    expect(String(issue)).toBe(`${path} ${message}`);
  });

  it("shows path and message in a console", () => {
    for (const shown of [inspect(issue), inspect([issue]), inspect({ issue })]) {
      expect(shown).toContain(`path: "${path}"`);
      expect(shown).toContain(`message: '${message}'`);
    }
  });

  it("has path and message of its own, which is what the diffs of test runners show", () => {
    expect({ ...issue }).toMatchObject({ path, message, code: "enum" });
  });

  it("is what a log needs as JSON", () => {
    expect(JSON.parse(JSON.stringify(issue))).toEqual({
      code: "enum",
      pointer: "/line_items/0/a~1b",
      path,
      message,
    });
  });
});

describe("a log entry", () => {
  function logged(entry: unknown): unknown {
    const entries: unknown[] = [];
    quiet((each) => void entries.push(each))(entry);
    return entries[0];
  }

  it("shows in JSON what its cause says, and that one's cause", () => {
    const cause = new TypeError("no address", { cause: new RangeError("too far") });
    const entry = logged({ level: "error", cause });
    expect(entry).toEqual({ level: "error", cause });
    expect(JSON.parse(JSON.stringify(entry))).toEqual({
      level: "error",
      cause: {
        name: "TypeError",
        message: "no address",
        cause: { name: "RangeError", message: "too far" },
      },
    });
  });

  it("ends where causes lead back to themselves", () => {
    const cause = new Error("again");
    cause.cause = cause;
    expect(JSON.stringify(logged({ cause })).length).toBeLessThan(1_000);
  });

  it.each([undefined, "text", new Error("itself"), { level: "info" }])(
    "is as it was: %o",
    (entry) => {
      expect(logged(entry)).toBe(entry);
    },
  );

  it("has the code of a rule, and there is a rule for each code", () => {
    expect(new Set(Object.values(rules).map(({ code }) => code))).toEqual(
      new Set(Object.keys(CODES)),
    );
  });
});
