/**
 * Bytes are read by another way than text, and must be read as the same: DESIGN §9, ADR 13.
 * `JSON_SEED` brings a random failure back; `JSON_RUNS` makes it look longer.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonSyntaxError, parseJson, parseJsonBytes } from "@proto-gen/runtime/json";
import type { ParseJsonOptions } from "../../../src/runtime/json/parse-json.js";
import { propertyOptions } from "../../support/sizes.js";

/** What comes of it: the value as it prints, or the error with its place. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return { value: JSON.stringify(read()) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { code, line, column, reason } = error;
    return { code, line, column, reason };
  }
}

function expectOneReading(text: string, options: ParseJsonOptions = {}): void {
  const bytes = new TextEncoder().encode(text);
  const fromBytes = outcomeOf(() => parseJsonBytes(bytes, options));
  expect(fromBytes).toEqual(outcomeOf(() => parseJson(text, options)));
}

describe("parseJson and parseJsonBytes", () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"b":1},"c":[{"b":1,"b":1}]}',
    '{"__proto__":1}',
    '{"__proto__":1,"__proto__":2}',
    '{"a:b":":","c":"\\":"}',
    '{"a":"\\\\","a":1}',
    '["\\ud800"]',
    '["\\ud83d\\ude00"]',
    '["\\uD83D\\uDE00", "😀", "\\ud7ff"]',
    '{"\\udc00":1}',
    "9007199254740991",
    "9007199254740992",
    "[-9007199254740992]",
    "1e999",
    '{"a":[1e999]}',
    "[[[1]]]",
    "[[[[1]]]]",
    '["[[[[[[[["]',
    "\ufeff{}",
    "",
    "null",
    "nul",
    '"',
    '{"a":1}}',
    '{"a"::1}',
    '{"a":1,}',
    "[1 2]",
  ])("read %s alike", (text) => {
    expectOneReading(text);
    expectOneReading(text, { safeNumbers: true, maxDepth: 3 });
  });

  it("read any text alike, however it is damaged", () => {
    const damage = fc.tuple(
      fc.nat(),
      fc.constantFrom("", '"', ":", ",", "{", "}", "\\", "\\ud83d", "1"),
    );
    const texts = fc
      .tuple(fc.json({ maxDepth: 5 }), fc.array(damage, { maxLength: 3 }))
      .map(([text, all]) =>
        all.reduce((now, [at, put]) => {
          const place = at % (now.length + 1);
          return now.slice(0, place) + put + now.slice(place + 1);
        }, text),
      )
      // Bytes have no lone surrogates that text could have.
      .filter((text) => Buffer.from(text).toString() === text);
    fc.assert(
      fc.property(texts, fc.boolean(), (text, safeNumbers) =>
        expectOneReading(text, { safeNumbers, maxDepth: 4 }),
      ),
      propertyOptions("JSON", { quick: 1_000, full: 50_000 }),
    );
  });

  it("read objects alike whose members look like another's keys", () => {
    const names = fc.constantFrom("a", "b", "\\u0061", "__proto__", "x:y");
    const member = fc.tuple(names, fc.constantFrom("1", '"a"', '{"a":1}', '{"a":1,"a":1}', "[]"));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 5 }), (members) =>
        expectOneReading(`{${members.map(([name, value]) => `"${name}":${value}`).join(",")}}`),
      ),
      propertyOptions("JSON", { quick: 500, full: 20_000 }),
    );
  });

  it("find a duplicate key even if Object.prototype was given a member", () => {
    const polluted = Object.prototype as { pollution?: unknown };
    Object.defineProperty(polluted, "pollution", {
      value: 1,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    try {
      expect(() => parseJsonBytes(new TextEncoder().encode('{"a":1,"a":2}'))).toThrow(/already/);
    } finally {
      delete polluted.pollution;
    }
  });
});
