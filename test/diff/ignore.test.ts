/** Ignored changes: which are left out, for how long, and what is said of entries that do nothing. */

import { describe, expect, it } from "vitest";
import { isReleaseDate } from "@proto-gen/runtime/negotiation";
import { daysAfter } from "../../src/review/dates.js";
import {
  applyIgnore,
  createEntries,
  failingChanges,
  type LocatedEntry,
} from "../../src/diff/review/ignore.js";
import { parseIgnoreFile, addEntries } from "../../src/diff/review/ignore-file.js";
import { review } from "../../src/diff/review/review.js";
import { ProtoGenError } from "../../src/errors.js";
import { readDocument } from "../../src/load/document.js";
import {
  ADDED,
  comparison,
  OPERATION_REMOVED,
  REQUIRED,
  VALUE_ADDED,
} from "./sample-comparison.js";

const TODAY = "2026-11-20";
const RULES = ["required-added", "member-added"];
const PLACE = { file: "ignore.json", line: 3, column: 5, pointer: "/ignore/0" };

function entry(changes: Partial<LocatedEntry> = {}): LocatedEntry {
  return {
    change: REQUIRED.fingerprint,
    reason: "agreed",
    until: TODAY,
    place: PLACE,
    ...changes,
  };
}

function parse(value: unknown): ReturnType<typeof parseIgnoreFile> {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const bytes = new TextEncoder().encode(text);
  return parseIgnoreFile(readDocument("ignore.json", "ignore.json", bytes), RULES);
}

function problemsOf(value: unknown): readonly string[] {
  try {
    parse(value);
    return [];
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    return error.diagnostics.map(
      ({ code, message, place, hint }) =>
        `${code} ${message} @${place?.line}:${place?.column} ${place?.pointer} ${hint ?? ""}`,
    );
  }
}

describe("an ignored change", () => {
  it("is left out and counted, up to its last day", () => {
    const changes = [REQUIRED, VALUE_ADDED];
    expect(applyIgnore(changes, { all: changes, entries: [entry()], today: TODAY })).toEqual({
      changes: [VALUE_ADDED],
      ignored: 1,
      notices: [],
    });
  });

  it("is found again the day after, and the entry is named", () => {
    const entries = [entry({ rule: "required-added", subject: "line_items[].quantity" })];
    const { changes, ignored, notices } = applyIgnore([REQUIRED], {
      all: [REQUIRED],
      entries,
      today: daysAfter(TODAY, 1),
    });
    expect([changes, ignored]).toEqual([[REQUIRED], 0]);
    expect(notices).toMatchObject([
      {
        code: "DIFF_IGNORE_EXPIRED",
        message:
          "00000000000000a1 (required-added line_items[].quantity) was ignored until 2026-11-20: agreed",
        place: PLACE,
      },
    ]);
  });

  it("that there is not is a warning, expired or not", () => {
    for (const until of ["2000-01-01", "2999-01-01"])
      expect(
        applyIgnore([REQUIRED], {
          all: [REQUIRED],
          entries: [entry({ change: "ffffffffffffffff", until })],
          today: TODAY,
        }).notices,
      ).toMatchObject([{ code: "DIFF_IGNORE_UNUSED", place: PLACE }]);
  });

  it("counts where one of two entries is still valid", () => {
    const entries = [entry({ until: "2000-01-01" }), entry()];
    const { ignored, notices } = applyIgnore([REQUIRED], {
      all: [REQUIRED],
      entries,
      today: TODAY,
    });
    expect(ignored).toBe(1);
    expect(notices).toMatchObject([{ code: "DIFF_IGNORE_EXPIRED" }]);
  });

  it("of a rule that is off is no entry in vain, and is not counted twice", () => {
    const { comparison: reviewed, notices } = review(comparison([REQUIRED, VALUE_ADDED]), {
      levels: new Map([["required-added", "off"]]),
      entries: [entry()],
      today: TODAY,
    });
    expect(notices).toEqual([]);
    expect([reviewed.changes, reviewed.ignored]).toEqual([[VALUE_ADDED], 1]);
  });
});

describe("what fails", () => {
  const all = [REQUIRED, VALUE_ADDED, ADDED, OPERATION_REMOVED];
  it.each([
    ["breaking", [REQUIRED, OPERATION_REMOVED]],
    ["dangerous", [REQUIRED, VALUE_ADDED, OPERATION_REMOVED]],
    ["none", []],
  ] as const)("on %s", (failOn, expected) => {
    expect(failingChanges(all, failOn)).toEqual(expected);
  });
});

describe("the file of ignored changes", () => {
  it("has entries with their places, and levels", () => {
    const { entries, levels } = parse({
      $schema: "x",
      ignore: [{ change: REQUIRED.fingerprint, reason: "agreed", until: TODAY, rule: "r" }],
      levels: { "required-added": "off" },
    });
    expect(entries).toEqual([
      {
        change: REQUIRED.fingerprint,
        reason: "agreed",
        until: TODAY,
        rule: "r",
        place: { file: "ignore.json", line: 4, column: 5, pointer: "/ignore/0" },
      },
    ]);
    expect([...levels]).toEqual([["required-added", "off"]]);
    expect(parse({})).toMatchObject({ entries: [] });
  });

  const good = { change: REQUIRED.fingerprint, reason: "agreed", until: TODAY };
  it.each<[string, unknown, string]>([
    ["no object", [], "DIFF_IGNORE_INVALID the file must be an object @1:1"],
    [
      "another member",
      { ignored: [] },
      "ignored is not a known member @2:3 /ignored did you mean ignore?",
    ],
    ["ignore that is no array", { ignore: {} }, "ignore must be an array @2:13 /ignore"],
    ["an entry that is none", { ignore: [5] }, "an entry must be an object @3:5 /ignore/0"],
    [
      "no reason",
      { ignore: [{ ...good, reason: " " }] },
      "an entry has no reason @5:17 /ignore/0/reason",
    ],
    ["no last day", { ignore: [{ change: good.change, reason: "r" }] }, "until must be a date"],
    [
      "a day that there is not",
      { ignore: [{ ...good, until: "2026-02-30" }] },
      "until must be a date",
    ],
    [
      "a day of another form",
      { ignore: [{ ...good, until: "20.11.2026" }] },
      "until must be a date",
    ],
    ["no fingerprint", { ignore: [{ ...good, change: "A1" }] }, "change must be a fingerprint"],
    ["a member misspelt", { ignore: [{ ...good, untill: 1 }] }, "did you mean until?"],
    ["a rule that is no text", { ignore: [{ ...good, rule: {} }] }, "rule must be a string"],
    ["levels that are none", { levels: [] }, "levels must be an object @2:13 /levels"],
    ["an unknown rule", { levels: { "required-aded": "off" } }, "did you mean required-added?"],
    ["an unknown level", { levels: { "required-added": {} } }, "{} is not a level"],
    [
      "a prototype",
      '{"ignore": [{"__proto__": {"change": "0123456789abcdef"}}]}',
      "change must be a fingerprint",
    ],
  ])("with %s is refused, with its place", (_, value, expected) => {
    expect(problemsOf(value).join("\n")).toContain(expected);
  });

  it("tells all that is wrong at once", () => {
    expect(problemsOf({ ignore: [{}, { ...good, until: 5 }], levels: { x: "off" } })).toHaveLength(
      5,
    );
  });
});

describe("writing the file", () => {
  const [added] = createEntries([REQUIRED], "agreed", "2027-01-01");
  const newEntry = {
    change: REQUIRED.fingerprint,
    rule: "required-added",
    subject: "line_items[].quantity",
    reason: "agreed",
    until: "2027-01-01",
  };

  it("begins one where there is none", () => {
    const text = addEntries(undefined, added === undefined ? [] : [added], TODAY);
    expect(JSON.parse(text)).toEqual({ ignore: [newEntry] });
    expect(parse(text).entries).toHaveLength(1);
    expect(text.endsWith("}\n")).toBe(true);
  });

  it("writes what an entry has, and nothing for what it leaves out", () => {
    const least = { change: REQUIRED.fingerprint, reason: "agreed", until: "2027-01-01" };
    for (const more of [{}, { rule: "required-added" }, { subject: "status" }]) {
      const text = addEntries(undefined, [{ ...least, ...more }], TODAY);
      expect(JSON.parse(text)).toEqual({ ignore: [{ ...least, ...more }] });
    }
  });

  it("keeps what is there, in its order, and renews what has expired", () => {
    const other = { change: "ffffffffffffffff", reason: "x", until: "2000-01-01" };
    const expired = { change: REQUIRED.fingerprint, reason: "old", until: "2000-01-01" };
    const root = { $schema: "s", ignore: [other, expired], levels: { "member-added": "off" } };
    const text = addEntries(root, added === undefined ? [] : [added], TODAY);
    expect(JSON.parse(text)).toEqual({ ...root, ignore: [other, newEntry] });
    expect(Object.keys(JSON.parse(text) as object)).toEqual(["$schema", "ignore", "levels"]);
  });
});

describe("a day", () => {
  it.each(["2026-11-20", "2024-02-29", "2026-12-31"])("is %s", (day) => {
    expect(isReleaseDate(day)).toBe(true);
  });
  it.each([
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-1-1",
    "",
    "2026-11-20T00:00:00Z",
    "today",
  ])("is not %j", (day) => {
    expect(isReleaseDate(day)).toBe(false);
  });
  it("is counted over the ends of months and years", () => {
    expect(daysAfter("2026-11-20", 90)).toBe("2027-02-18");
    expect(daysAfter("2024-02-28", 1)).toBe("2024-02-29");
  });
});
