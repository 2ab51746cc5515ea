/** `FORMATS_SEED` brings a random failure back; `FORMATS_RUNS` makes it look longer. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import fc from "fast-check";
import * as formats from "../../../src/runtime/formats/index.js";
import { formatExceptions } from "../../support/format-exceptions.js";
import { withinCpuTime } from "../../support/cpu-time.js";
import { propertyOptions, sized } from "../../support/sizes.js";

const predicates: Readonly<Record<string, (value: string) => boolean>> = {
  "date-time": formats.isDateTime,
  date: formats.isDate,
  time: formats.isTime,
  duration: formats.isDuration,
  uri: formats.isUri,
  "uri-reference": formats.isUriReference,
  "uri-template": formats.isUriTemplate,
  iri: formats.isIri,
  "iri-reference": formats.isIriReference,
  email: formats.isEmail,
  hostname: formats.isHostname,
  ipv4: formats.isIpv4,
  ipv6: formats.isIpv6,
  uuid: formats.isUuid,
  "json-pointer": formats.isJsonPointer,
  "relative-json-pointer": formats.isRelativeJsonPointer,
  regex: formats.isRegex,
  "ecmascript-regex": formats.isRegex,
};

const cases: Readonly<Record<string, { valid: string[]; invalid: string[] }>> = {
  "date-time": {
    valid: [
      "2026-11-20T10:00:00Z",
      "2026-11-27t10:00:00.5z",
      "2024-02-29T00:00:00-00:00",
      "1998-12-31T15:59:60-08:00",
      "1999-01-01T00:59:60+01:00",
    ],
    invalid: [
      "",
      "2026-11-27",
      "2026-11-27 10:00:00Z",
      "2026-11-20T10:00:00",
      "2026-11-20T10:00:00.Z",
      "2026-11-20T10:00:00Z ",
      "2026-11-20T10:00:00+0100",
      "2026-11-20T10:00:00+01:00:00",
      "1900-02-29T00:00:00Z",
      "1998-12-31T23:59:60+08:00",
      "2026-11-27\u0154" + "10:00:00Z",
    ],
  },
  date: {
    valid: ["2026-11-27", "2000-02-29", "0000-02-29"],
    invalid: ["2026-11-31", "2026-1-1", "2026-11-27Z"],
  },
  time: { valid: ["10:00:00Z", "23:29:60+23:30"], invalid: ["10:00Z", "10:00:00", "10:00:60Z"] },
  duration: { valid: ["P1Y2M3DT4H5M6S", "P2W"], invalid: ["P", "PT", "P1Y2D", "P1W2D", "P1DT1D"] },
  uri: {
    valid: [
      "https://business.example.com/orders/ord_1?x=1#top",
      "https://business.example.com:/",
      "HTTPS://user:pass@example.com:8443/%7Ejoe",
      "https://user:80@example.com",
      "https://[::ffff:192.168.0.1]:8443?q",
      "https://[v1.a:b]/",
      "file:///etc/hosts",
      "urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380",
      "a:",
    ],
    invalid: [
      "",
      ":a",
      "https",
      "https://example.com/%7",
      "https://example.com/a#b#c",
      "https://example.com:80a/",
      "https://a@b@example.com/",
      "https://[::1/",
      "https://[::1]a/",
      "https://[::g]/",
      "https://[v1.]/",
      "https://[v.a]/",
      "https://example.com/\n",
      "https://example.com/é",
      "ht%74ps://example.com/",
    ],
  },
  "uri-reference": {
    valid: ["", "//", "a//b:c@d", "?a", "#a", "@a", "./a:b"],
    invalid: ["1:a", "a%:b", "[", "//[::1]a"],
  },
  iri: {
    valid: ["https://例え.jp/?\u{e000}", "https://a/\u{10000}"],
    invalid: ["é:a", "https://a/\u{e000}", "https://a/\u{ffff}", "https://a/\ud800", "https://[é]"],
  },
  "iri-reference": { valid: ["é?\u{100000}#é"], invalid: ["é#\u{100000}", "\u{80}"] },
  "uri-template": {
    valid: ["", "/orders{/id}{?x,y*,z:3}", "é\u{e000}{%41.b_}"],
    invalid: ["{", "}", "{}", "{+}", "{a.}", "{a:}", "{a:0}", "{é}", "\u{80}", "\ud800", "%4"],
  },
  email: {
    valid: ["a@b", "a.b+c@example.com", '"a\\"@ b"@example.com', "a@[ipv6:::1]", '""@b'],
    invalid: ["", "a", "@b", "a.@b", "a@", "a@b.", "a@[::1]", "a@[1.2.3.4", '"a"b@c', '"\\', "é@b"],
  },
  hostname: {
    valid: ["localhost", "a.b-c.1"],
    invalid: ["", ".", "a..b", "-a", "a-.b", "a_b", `${"a.".repeat(126)}ab`],
  },
  ipv4: {
    valid: ["0.0.0.0"],
    invalid: ["1.2.3", "1.2.3.4.", "01.2.3.4", "1.2.3.256", "1.2.3.4444"],
  },
  ipv6: {
    valid: ["::", "1::", "::1.2.3.4", "1:2:3:4:5:6:7::", "1:2:3:4:5:6:1.2.3.4"],
    invalid: ["", ":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7::8", "::1.2.3", "1::2::3", "::1:"],
  },
  uuid: {
    valid: ["2eb8aa08-aa98-11ea-b4aa-73b441d16380"],
    invalid: ["2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g"],
  },
  "json-pointer": { valid: ["", "/", "/a~0b~1"], invalid: ["a", "#/a", "/~", "/~2"] },
  "relative-json-pointer": {
    valid: ["0", "10/a", "1#", "0-1", "0+12/a", "0-1#"],
    invalid: ["", "01", "/a", "0-", "0-0", "0-01", "0##"],
  },
  regex: { valid: ["^[a-z]+$", "\\p{L}"], invalid: ["(", "\\Z", "(?i)a"] },
};

describe.each(Object.entries(cases))("%s", (name, { valid, invalid }) => {
  it.each(valid)("accepts %j", (value) => {
    expect(predicates[name]!(value)).toBe(true);
  });

  it.each(invalid)("refuses %j", (value) => {
    expect(predicates[name]!(value)).toBe(false);
  });
});

describe("date", () => {
  it("agrees with the calendar of Date", () => {
    const part = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(part(9999), part(13), part(32), (year, month, day) => {
        const pad = (value: number, length: number) => String(value).padStart(length, "0");
        const value = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
        const date = new Date(`${value}T00:00:00Z`);
        const exists = !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(value);
        expect(formats.isDate(value)).toBe(exists);
      }),
      propertyOptions("FORMATS", { quick: 1_000, full: 50_000 }),
    );
  });
});

describe("uri", () => {
  it("judges a URI the same by its common shape and by the whole grammar", () => {
    // The common shape has nothing percent-encoded, so the suffix leaves only the grammar.
    const rest = fc.string({ unit: fc.constantFrom(..."a1.-_:/?#@[]!~%^") });
    fc.assert(
      fc.property(rest, (text) => {
        const uri = `https://a${text}`;
        expect(formats.isUri(uri)).toBe(formats.isUri(`${uri}/%41`));
      }),
      propertyOptions("FORMATS", { quick: 5_000, full: 200_000 }),
    );
  });
});

const HOSTILE_LENGTH = sized({ quick: 20_000, full: 100_000 });

describe("hostile input", () => {
  const pieces = [
    "a",
    "1",
    "0",
    ".",
    ":",
    "/",
    "@",
    "%41",
    "a.",
    "1:",
    "~0",
    "{a}",
    "a,",
    '\\"',
    "(",
    "é",
  ];
  const prefixes = [
    "",
    "https://",
    "https://a/",
    "//[",
    "P",
    "PT",
    '"',
    "a@",
    "a@[IPv6:",
    "{",
    "1#",
  ];

  it.each(Object.entries(predicates))("%s takes linear time", async (_name, predicate) => {
    for (const prefix of prefixes) {
      // Linear time is a few milliseconds for each piece, quadratic time many seconds.
      await withinCpuTime(500, () => {
        for (const piece of pieces) {
          const value = prefix + piece.repeat(HOSTILE_LENGTH / piece.length);
          predicate(value);
          predicate(`${value}\n`);
        }
      });
    }
  });
});

const suites = process.env["PROTO_GEN_SUITES"];

interface SuiteGroup {
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

describe.skipIf(!suites)("the JSON Schema test suite's optional formats", () => {
  it.each(Object.entries(predicates))("%s", (name, predicate) => {
    const folder = join(suites!, "json-schema/tests/draft2020-12/optional/format");
    const groups = JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as SuiteGroup[];
    const tests = groups.flatMap((group) => group.tests);
    const failures = tests
      .filter(({ data, valid }) => typeof data === "string" && predicate(data) !== valid)
      .map(({ description }) => description);
    expect(failures).toEqual(formatExceptions[name] ?? []);
  });
});
