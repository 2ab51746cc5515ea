/** `JSON_SEED` brings a random failure back; `JSON_RUNS` makes it look longer. */

import { describe, expect, it } from "vitest";
import fc from "fast-check";
import {
  escapePointerToken,
  locateJson,
  locateJsonAll,
} from "@proto-gen/runtime/codegen/generator";
import {
  joinPointer,
  type Json,
  JsonSyntaxError,
  parseJson,
  parseJsonBytes,
  parsePointer,
} from "@proto-gen/runtime/json";
import { withinCpuTime } from "../../support/cpu-time.js";
import { propertyOptions } from "../../support/sizes.js";

function errorOf(read: () => unknown): JsonSyntaxError {
  try {
    read();
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
  throw new Error("expected a JsonSyntaxError");
}

describe("parseJson", () => {
  it.each([
    "null",
    " [ ] ",
    "{}",
    '{"a":[1,-0,0.5,1e-9,2E+3],"b":"\\u00e9\\n😀"}',
    '"\\ud83d\\ude00"',
  ])("reads %s as JSON.parse does", (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ["", "expected a value but found the end of the text", 1, 1],
    [" \n ", "expected a value but found the end of the text", 2, 2],
    ["NaN", 'expected a value but found "NaN"', 1, 1],
    ["[-Infinity]", 'expected a digit but found "Infinity"', 1, 3],
    ["[1,\n  2,]", 'expected a value but found "]"', 2, 5],
    ["[1 2]", 'expected "," or "]" but found "2"', 1, 4],
    ['{"a":1 "b":2}', 'expected "," or "}" but found "\\""', 1, 8],
    ['{"a":1,}', 'expected a key in double quotes but found "}"', 1, 8],
    ["{a:1}", 'expected a key in double quotes but found "a"', 1, 2],
    ['{"a" 1}', 'expected ":" but found "1"', 1, 6],
    ['{"a":1]', 'expected "," or "}" but found "]"', 1, 7],
    ["{} {}", 'expected the end of the text but found "{"', 1, 4],
    ["01", 'expected the end of the text but found "1"', 1, 2],
    ["1.", "expected a digit but found the end of the text", 1, 3],
    ["1e+", "expected a digit but found the end of the text", 1, 4],
    ['"a', "expected a closing quote but found the end of the text", 1, 3],
    ['"a\n"', "expected a closing quote but found U+000A", 1, 3],
    ['"\\x"', 'expected one of " \\ / b f n r t u after a backslash but found "x"', 1, 3],
    [
      '"\\',
      'expected one of " \\ / b f n r t u after a backslash but found the end of the text',
      1,
      3,
    ],
    ['"\\u12G4"', 'expected a hexadecimal digit but found "G4"', 1, 6],
    ["[\u00a0]", "expected a value but found U+00A0", 1, 2],
    ["'a'", 'expected a value but found "\'"', 1, 1],
    ["// a", 'expected a value but found "/"', 1, 1],
  ])("refuses %j: %s", (text, reason, line, column) => {
    const error = errorOf(() => parseJson(text));
    expect(error).toMatchObject({ code: "JSON_SYNTAX", reason, line, column });
    expect(error.message).toBe(`JSON_SYNTAX: ${reason} (line ${line}, column ${column})`);
  });

  it("refuses a key used twice, naming the line of the first (RFC 7493 §2.3)", () => {
    expect(errorOf(() => parseJson('{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}'))).toMatchObject({
      code: "JSON_DUPLICATE_KEY",
      reason: 'the key "a" is on line 2 already',
      line: 4,
      column: 3,
      offset: 24,
    });
  });

  it("compares keys as they read, not as they are written", () => {
    expect(errorOf(() => parseJson('{"a/b":1,"\\u0061\\/b":2}')).code).toBe("JSON_DUPLICATE_KEY");
    expect(parseJson('{"a":{"a":1},"b":[{"a":1},{"a":2}]}')).toEqual({
      a: { a: 1 },
      b: [{ a: 1 }, { a: 2 }],
    });
  });

  it("makes of __proto__ an own property", () => {
    const value = parseJson('{"__proto__":{"polluted":true}}');
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(errorOf(() => parseJson('{"__proto__":1,"__proto__":2}')).code).toBe(
      "JSON_DUPLICATE_KEY",
    );
  });

  it("refuses a byte order mark (RFC 8259 §8.1)", () => {
    expect(errorOf(() => parseJson("\ufeff{}"))).toMatchObject({
      code: "JSON_BYTE_ORDER_MARK",
      offset: 0,
    });
  });

  it.each([
    '"\\ud800"',
    '"\\udc00"',
    '"\\ud800\\u0041"',
    '"\\ud800\udc00"',
    '"\ud800"',
    '"\udc00a"',
  ])("refuses half a surrogate pair: %j (RFC 7493 §2.1)", (text) => {
    expect(errorOf(() => parseJson(text))).toMatchObject({
      code: "JSON_LONE_SURROGATE",
      column: 2,
    });
  });

  it.each(["1e400", "-1e309", "9".repeat(400)])("refuses a number read as infinite: %s", (text) => {
    expect(errorOf(() => parseJson(`[${text}]`))).toMatchObject({
      code: "JSON_NUMBER_RANGE",
      column: 2,
    });
  });

  it("accepts numbers that only lose precision", () => {
    expect(parseJson("[1e-400, 12345678901234567890, 1.7976931348623157e308]")).toEqual([
      0,
      12345678901234567890,
      Number.MAX_VALUE,
    ]);
  });

  it("refuses numbers whose neighbours a double does not tell apart, if told", () => {
    const safeNumbers = { safeNumbers: true };
    const safe = "[9007199254740991,-9007199254740991,0.1,-0,1e15,9007199254740990.4,true,null]";
    expect(parseJson(safe, safeNumbers)).toEqual(JSON.parse(safe));
    expect(parseJson('"9007199254740993"', safeNumbers)).toBe("9007199254740993");
    for (const number of ["9007199254740992", "-9007199254740993", "1e16", "9007199254740991.9"]) {
      expect(parseJson(number)).toBe(Number(number));
      expect(errorOf(() => parseJson(`{"amount": ${number}}`, safeNumbers))).toMatchObject({
        code: "JSON_NUMBER_RANGE",
        line: 1,
        column: 12,
      });
    }
  });

  it("nests as deep as it is told", () => {
    expect(parseJson('[{"a":[]}]', { maxDepth: 3 })).toEqual([{ a: [] }]);
    expect(errorOf(() => parseJson('[{"a":[]}]', { maxDepth: 2 }))).toMatchObject({
      code: "JSON_TOO_DEEP",
      column: 7,
    });
    expect(errorOf(() => parseJson("[]", { maxDepth: 0 })).code).toBe("JSON_TOO_DEEP");
    expect(parseJson("1", { maxDepth: 0 })).toBe(1);
  });

  it.each(["[", '{"a":', '[{"":'])("does not overflow on a hundred thousand of %j", (opening) => {
    const text = opening.repeat(100_000);
    expect(errorOf(() => parseJson(text)).code).toBe("JSON_TOO_DEEP");
    expect(errorOf(() => parseJson(text, { maxDepth: Infinity })).code).toBe("JSON_SYNTAX");
  });

  it.each(['"",', '"\\u0061",', "[],", '{"a":[0]},', " ", "1", "\n"])(
    "takes linear time on a megabyte of %j",
    async (piece) => {
      const text = `[${piece.repeat(1_000_000 / piece.length)}`;
      await withinCpuTime(5_000, () => void errorOf(() => parseJson(text)));
    },
  );

  it("takes linear time on a string of a megabyte of escapes", async () => {
    const text = `"${"\\u0061\\n".repeat(125_000)}`;
    await withinCpuTime(5_000, () => void errorOf(() => parseJson(text)));
  });

  it("reads 100,000 keys of one object", () => {
    const text = JSON.stringify(
      Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key ${i}`, i])),
    );
    expect(parseJson(text)).toEqual(JSON.parse(text));
    expect(errorOf(() => parseJson(`${text.slice(0, -1)},"key 7":0}`)).code).toBe(
      "JSON_DUPLICATE_KEY",
    );
  });

  it("keeps a long key out of the message", () => {
    const key = "k".repeat(10_000);
    expect(errorOf(() => parseJson(`{"${key}":1,"${key}":2}`)).message.length).toBeLessThan(200);
  });
});

const space = fc.string({ unit: fc.constantFrom(" ", "\n", "\t", "\r"), maxLength: 3 });

describe("parseJson and JSON.parse", () => {
  it("agree on what JSON.stringify writes", () => {
    const value = fc.jsonValue({ stringUnit: "grapheme" });
    fc.assert(
      fc.property(value, space, (json, indent) => {
        const text = JSON.stringify(json, null, indent);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
      propertyOptions("JSON", { quick: 100, full: 5_000 }),
    );
  });

  it("differ on any other text only where the strict reader has its own code", () => {
    const token = fc.constantFrom(
      ...["{", "}", "[", "]", ",", ":", '"', '"a"', '"\\u0061"', '"b":', "0", "-1.5e3", "1e999"],
      ...[
        "true",
        "null",
        " ",
        "\n",
        "\\",
        "\\ud800",
        "\ud83d",
        "\ude00",
        "e",
        ".",
        "\ufeff",
        "nul",
      ],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const text = tokens.join("");
        let expected: unknown;
        let valid = true;
        try {
          expected = JSON.parse(text);
        } catch {
          valid = false;
        }
        try {
          expect(parseJson(text)).toEqual(expected);
          expect(valid).toBe(true);
        } catch (error) {
          if (!(error instanceof JsonSyntaxError)) throw error;
          if (valid) expect(error.code).not.toBe("JSON_SYNTAX");
        }
      }),
      propertyOptions("JSON", { quick: 5_000, full: 200_000 }),
    );
  });
});

describe("parseJsonBytes", () => {
  const bytes = (...parts: (string | number[])[]) =>
    Uint8Array.from(
      parts.flatMap((part) =>
        typeof part === "string" ? [...new TextEncoder().encode(part)] : part,
      ),
    );

  it("reads UTF-8", () => {
    expect(parseJsonBytes(bytes('{"é":"😀\ufffd"}'))).toEqual({ é: "😀\ufffd" });
  });

  it.each([
    ["a stray continuation byte", [0x80]],
    ["an overlong form", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a byte that is in no UTF-8", [0xff]],
    ["a sequence cut short", [0xe2, 0x82]],
  ])("refuses %s, with the offset of its first byte", (_name, bad) => {
    expect(errorOf(() => parseJsonBytes(bytes('[\n"é\ufffd', bad, '"]')))).toMatchObject({
      code: "JSON_INVALID_UTF8",
      line: 2,
      column: 4,
      offset: 8,
    });
  });

  it("refuses a sequence that the end cuts short", () => {
    expect(errorOf(() => parseJsonBytes(bytes('"a', [0xf0, 0x9f])))).toMatchObject({ offset: 2 });
  });

  it("refuses a byte order mark and passes the options on", () => {
    expect(errorOf(() => parseJsonBytes(bytes([0xef, 0xbb, 0xbf], "{}"))).code).toBe(
      "JSON_BYTE_ORDER_MARK",
    );
    expect(errorOf(() => parseJsonBytes(bytes("[[]]"), { maxDepth: 1 })).code).toBe(
      "JSON_TOO_DEEP",
    );
  });
});

describe("locateJsonAll", () => {
  it.each(["key", "missing"])("finds of any value what locateJson finds: a %s", (token) => {
    const pointersOf = (value: Json, at = ""): string[] =>
      typeof value !== "object" || value === null
        ? [at, `${at}/${token}`]
        : [
            at,
            `${at}/${token}/0`,
            ...Object.entries(value).flatMap(([name, each]) =>
              pointersOf(each as Json, joinPointer(at, name)),
            ),
          ];
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(2), (json, indent) => {
        const text = JSON.stringify(json, null, indent);
        const pointers = pointersOf(parseJson(text));
        const found = locateJsonAll(text, pointers);
        for (const pointer of pointers)
          expect(found.get(pointer)).toEqual(locateJson(text, pointer, "key"));
      }),
      propertyOptions("JSON", { quick: 100, full: 5_000 }),
    );
  });

  it("finds nothing in an empty text", () => {
    expect(locateJsonAll(" ", ["", "/a"])).toEqual(new Map());
  });

  it("reads a text once, however much is looked for", async () => {
    const text = `[${"0,".repeat(2_000_000)}0]`;
    const pointers = Array.from({ length: 1000 }, (_, index) => `/${index * 2000}`);
    // Once is under half a second, a thousand times several minutes.
    await withinCpuTime(10_000, () => {
      expect(locateJsonAll(text, pointers).get("/1998000")).toMatchObject({ offset: 3_996_001 });
    });
  });
});

describe("locateJson", () => {
  const text = `{
  "a": [10, {"b/c": "]}"}, [ ]],
  "d~": null
}`;

  it.each([
    ["", "value", 1, 1],
    ["/a", "value", 2, 8],
    ["/a", "key", 2, 3],
    ["/a/0", "value", 2, 9],
    ["/a/0", "key", 2, 9],
    ["/a/1/b~1c", "value", 2, 21],
    ["/a/1/b~1c", "key", 2, 14],
    ["/a/2", "value", 2, 28],
    ["/d~0", "value", 3, 9],
  ] as const)("finds %j, the %s", (pointer, target, line, column) => {
    expect(locateJson(text, pointer, target)).toMatchObject({ line, column });
  });

  it.each([
    ["/x/y", "", "value"],
    ["/a/3", "/a", "value"],
    ["/a/01", "/a", "value"],
    ["/a/-", "/a", "key"],
    ["/a/2/0", "/a/2", "value"],
    ["/d~0/x", "/d~0", "key"],
  ] as const)("takes for %j the deepest ancestor, %j", (pointer, ancestor, target) => {
    expect(locateJson(text, pointer, target)).toEqual(locateJson(text, ancestor, target));
  });

  it("finds a key as it reads, not as it is written", () => {
    expect(locateJson('{"\\u0061":1}', "/a")).toMatchObject({ offset: 10 });
  });

  it("finds nothing in an empty text", () => {
    expect(locateJson(" ", "")).toBeUndefined();
  });

  it("finds every member of any value", () => {
    const visit = (text: string, value: Json, pointer: string): void => {
      const start = locateJson(text, pointer)!.offset;
      expect(text.startsWith(JSON.stringify(value), start)).toBe(true);
      if (typeof value !== "object" || value === null) return;
      for (const [key, child] of Object.entries(value) as [string, Json][]) {
        const place = locateJson(text, joinPointer(pointer, key), "key")!;
        if (!Array.isArray(value)) {
          expect(text.startsWith(`${JSON.stringify(key)}:`, place.offset)).toBe(true);
        }
        visit(text, child, joinPointer(pointer, key));
      }
    };
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const text = JSON.stringify(json);
        visit(text, parseJson(text), "");
      }),
      propertyOptions("JSON", { quick: 100, full: 5_000 }),
    );
  });
});

describe("JSON pointers (RFC 6901)", () => {
  it("escape tilde and slash", () => {
    expect(escapePointerToken("~1/a")).toBe("~01~1a");
    expect(joinPointer("", "a/b", 0, "")).toBe("/a~1b/0/");
    expect(joinPointer("/a")).toBe("/a");
  });

  it("are read in the order of §4", () => {
    expect(parsePointer("")).toEqual([]);
    expect(parsePointer("/")).toEqual([""]);
    expect(parsePointer("/~01/a~1b")).toEqual(["~1", "a/b"]);
  });

  it("come back as the tokens they were made of", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tokens) => {
        expect(parsePointer(joinPointer("", ...tokens))).toEqual(tokens);
      }),
      propertyOptions("JSON", { quick: 100, full: 5_000 }),
    );
  });

  it.each([
    ["a", 1],
    ["#/a", 1],
    ["/a~", 3],
    ["/~2", 2],
  ])("are refused at the wrong character: %j", (pointer, column) => {
    expect(errorOf(() => parsePointer(pointer))).toMatchObject({
      code: "JSON_POINTER_SYNTAX",
      column,
    });
  });
});
