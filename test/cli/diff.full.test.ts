/** `proto-gen diff`: formats, what fails, what is ignored, and what is said where nothing can be compared. */

import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { text } from "node:stream/consumers";
import type { JsonObject } from "@proto-gen/runtime/json";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { run as runDiff } from "../../src/cli/commands/diff/run.js";
import type { DiffFlags } from "../../src/cli/commands/diff/command.js";
import { IGNORE_FILE } from "../../src/diff/review/ignore-file.js";
import { sarifErrors } from "../findings/sarif-schema.js";
import { checkoutSchema, runTool, type RunResult } from "../support/release.js";
import { get, listTree, put, temporaryDirectory } from "../write/temporary.js";
import { fakeHost } from "./fake-host.js";

const VERSION = "2026-01-01";
const CAPABILITY = { name: "com.example.shop.checkout", version: VERSION };

let directory: string;

/** A directory with two releases: the new one requires a member, and has another type for one. */
beforeEach(() => {
  directory = temporaryDirectory();
  write("old", {});
  write("new", { quantity: { type: "integer" }, note: { type: "string" } }, ["quantity"]);
  const before = process.cwd();
  process.chdir(directory);
  onTestFinished(() => process.chdir(before));
});

function write(release: string, properties: object, required: readonly string[] = []): void {
  const more = { ...CAPABILITY, required: ["id", "total", ...required] };
  put(directory, `${release}/checkout.json`, pretty(checkoutSchema(properties, more)));
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function compare(...args: readonly string[]): Promise<RunResult> {
  return runTool(["diff", "old", "new", ...args]);
}

async function reportOf(...args: readonly string[]): Promise<{
  readonly code: number;
  readonly err: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly changes: readonly JsonObject[];
}> {
  const { code, out, err } = await compare("--format", "json", ...args);
  return {
    ...(JSON.parse(out) as { summary: Record<string, number>; changes: JsonObject[] }),
    code,
    err,
  };
}

/** On a day of the test's choice. */
async function onDay(today: string, flags: Partial<DiffFlags>): Promise<RunResult> {
  const host = fakeHost();
  const code = await runDiff(
    { before: "old", after: "new", format: "text", ...flags },
    host,
    today,
  );
  return { code, out: host.out(), err: host.err() };
}

describe("proto-gen diff", () => {
  it("says what breaks, where, and exits with 1", async () => {
    const { code, out, err } = await compare();
    expect(err).toBe("");
    expect(code).toBe(1);
    expect(out).toMatch(/^old .*-> new /);
    expect(out).toContain("quantity is new, and required");
    expect(out).toMatch(/new\/checkout\.json:\d+:\d+ \/properties\/quantity/);
    expect(out).toMatch(/\n\d+ breaking, .*\d+ safe\n$/);
  });

  it("exits with 0 where nothing has changed", async () => {
    const { code, out } = await runTool(["diff", "old", "./old"]);
    expect(out).toMatch(/\n\nno changes\n$/);
    expect(code).toBe(0);
  });

  it("prints every format", async () => {
    const json = await reportOf();
    expect(json.summary["breaking"]).toBeGreaterThan(0);
    const { out: sarif } = await compare("--format", "sarif");
    expect(sarifErrors(JSON.parse(sarif))).toEqual([]);
    const { out: github } = await compare("--format", "github");
    const lines = github.trimEnd().split("\n");
    expect(lines).toHaveLength(json.changes.length);
    const { out: markdown } = await compare("--format", "markdown");
    expect(markdown).toMatch(/^# From old /);
    const { out: html } = await compare("--format", "html");
    expect(html).toMatch(/^<!doctype html>/);
  });

  it("annotates the line of the member in the new side's file", async () => {
    const { out } = await compare("--format", "github");
    const [, file = "", line = ""] =
      /file=(new\/checkout\.json),line=(\d+),.*required-added/.exec(out) ?? [];
    const text = get(directory, file).split("\n")[Number(line) - 1];
    expect(text).toContain('"quantity": {');
  });

  it("is for one role where that is asked for", async () => {
    const { changes } = await reportOf("--role", "platform");
    for (const { level, levels } of changes) expect(level).toBe((levels as JsonObject)["platform"]);
    const { out } = await compare("--role", "business");
    expect(out).not.toContain("platforms:");
  });

  it.each([
    ["breaking", 1],
    ["dangerous", 1],
    ["none", 0],
  ])("with --fail-on %s exits with %i", async (level, expected) => {
    const { code, out } = await compare("--fail-on", level);
    expect(code).toBe(expected);
    expect(out).toContain("breaking");
  });

  it("with --quiet says it by its exit code", async () => {
    expect(await compare("--quiet")).toEqual({ code: 1, out: "", err: "" });
    const { code, out, err } = await compare("--quiet", "--json");
    expect([code, err]).toEqual([1, ""]);
    expect(out).toBe((await compare("--format", "json")).out);
  });

  it("writes a file as a whole, and says what is in it", async () => {
    put(directory, "report.html", "old");
    chmodSync("report.html", 0o640);
    const { code, out, err } = await compare("--format", "html", "--out", "report.html");
    expect(code).toBe(1);
    expect(out).toBe("");
    expect(err).toMatch(/^wrote report\.html: \d+ breaking/);
    expect(get(directory, "report.html")).toMatch(/^<!doctype html>[^]*<\/html>\s*$/);
    expect(statSync("report.html").mode & 0o777).toBe(0o640);
    await compare("--out", "reports/deep/report.txt", "--quiet");
    expect(get(directory, "reports/deep/report.txt")).toContain("quantity");
    expect(listTree(directory).filter((name) => name.includes(".tmp"))).toEqual([]);
  });

  it("says where a file cannot be written", async () => {
    mkdirSync("taken");
    const { code, err } = await compare("--out", "taken");
    expect(code).toBe(2);
    expect(err).toMatch(/^WRITE_FAILED: taken: /);
  });
});

describe("--out", () => {
  it.each<[string, readonly string[]]>([
    ["a schema of a side", ["--out", "old/checkout.json"]],
    ["what would be one", ["--out", "new/deep/report.json"]],
    ["the same by a link", ["--out", "link/report.json"]],
    ["the file of ignored changes", ["--out", IGNORE_FILE]],
    ["the one that --ignore names", ["--ignore", "mine.json", "--out", "./mine.json"]],
    ["a schema that --schemas brings", ["--schemas", "more", "--out", "more/x.json"]],
    ["nothing", ["--out", ""]],
  ])("is not %s", async (_, args) => {
    symlinkSync("old", "link");
    mkdirSync("more");
    put(directory, "mine.json", "{}");
    const before = listTree(directory);
    const { code, out, err } = await compare("--format", "json", ...args);
    expect(err).toMatch(/^USAGE: --out /);
    expect([code, JSON.parse(out)]).toMatchObject([2, { diagnostics: [{ code: "USAGE" }] }]);
    expect(listTree(directory)).toEqual(before);
    expect(get(directory, "old/checkout.json")).toContain("example.shop.checkout");
  });

  it("is not the profile, and not a manifest", async () => {
    put(directory, "profile.json", "{}");
    const { err } = await compare("--profile", "profile.json", "--out", "profile.json");
    expect(err).toMatch(/^USAGE: --out profile\.json is a file that the run reads/);
  });

  it("may stand beside schemas where it is none itself", async () => {
    const { code } = await compare("--out", "new/report.txt");
    expect(code).toBe(1);
    expect(get(directory, "new/report.txt")).toContain("quantity");
  });

  it("follows a link, also to what is not there yet", async () => {
    for (const target of ["real.txt", "later.txt"]) {
      if (target === "real.txt") put(directory, target, "old");
      symlinkSync(target, `to-${target}`);
      await compare("--out", `to-${target}`, "--quiet");
      expect(lstatSync(`to-${target}`).isSymbolicLink()).toBe(true);
      expect(get(directory, target)).toContain("quantity");
    }
    symlinkSync("circle.txt", "circle.txt");
    expect((await compare("--out", "circle.txt")).err).toMatch(/^WRITE_FAILED: circle\.txt: /);
  });

  it("is written to where it is a pipe, which stays one", async () => {
    execFileSync("mkfifo", ["pipe"]);
    const reader = spawn("cat", ["pipe"], { stdio: ["ignore", "pipe", "ignore"] });
    const read = text(reader.stdout);
    expect((await compare("--out", "pipe", "--quiet")).code).toBe(1);
    expect(await read).toContain("quantity");
    expect(statSync("pipe").isFIFO()).toBe(true);
  });
});

describe("levels", () => {
  it("are given to rules, by the file and by the command line, which has the last word", async () => {
    const { code, changes, summary } = await reportOf("--level", "required-added=dangerous");
    expect(code).toBe(0);
    expect(summary["breaking"]).toBe(0);
    expect(changes.find(({ rule }) => rule === "required-added")).toMatchObject({
      level: "dangerous",
    });

    put(directory, IGNORE_FILE, pretty({ levels: { "required-added": "off" } }));
    const off = await reportOf();
    expect(off.changes.map(({ rule }) => rule)).not.toContain("required-added");
    expect(off.summary["ignored"]).toBeGreaterThan(0);
    expect((await reportOf("--level", "required-added=breaking")).code).toBe(1);
  });

  it.each([
    ["required-aded=off", /^DIFF_UNKNOWN_RULE: .*\n {2}did you mean required-added\?/],
    ["required-added=loud", /^DIFF_UNKNOWN_RULE: .*loud is not a level/],
    ["required-added", /^USAGE: --level required-added is not rule=level/],
    ["=off", /^USAGE: /],
  ])("%s is refused", async (level, text) => {
    const { code, out, err } = await compare("--level", level);
    expect(err).toMatch(text);
    expect([code, out]).toEqual([2, ""]);
  });
});

describe("ignored changes", () => {
  async function fingerprint(): Promise<string> {
    const { changes } = await reportOf();
    return String(changes.find(({ rule }) => rule === "required-added")?.["fingerprint"]);
  }

  it("are left out where proto-gen-diff-ignore.json is there, or where --ignore says", async () => {
    const entry = { change: await fingerprint(), reason: "agreed", until: "2999-01-01" };
    for (const [name, args] of [
      [IGNORE_FILE, []],
      ["other.json", ["--ignore", "other.json"]],
    ] as const) {
      put(directory, name, pretty({ ignore: [entry] }));
      const { code, summary, err } = await reportOf(...args);
      expect([code, summary["ignored"], err]).toEqual([0, 1, ""]);
    }
  });

  it("come back when their day is over, with a warning that names them", async () => {
    const entry = { change: await fingerprint(), reason: "agreed", until: "2026-11-20" };
    put(directory, IGNORE_FILE, pretty({ ignore: [entry] }));
    expect((await onDay("2026-11-20", {})).code).toBe(0);
    const { code, err } = await onDay("2026-11-21", {});
    expect(code).toBe(1);
    expect(err).toMatch(
      /^warning: DIFF_IGNORE_EXPIRED: [0-9a-f]{16} was ignored until 2026-11-20: agreed\n {2}proto-gen-diff-ignore\.json:3:5 /,
    );
  });

  it("that match nothing are a warning", async () => {
    const entry = { change: "0123456789abcdef", reason: "agreed", until: "2999-01-01" };
    put(directory, IGNORE_FILE, pretty({ ignore: [entry] }));
    const { code, err } = await compare();
    expect(code).toBe(1);
    expect(err).toMatch(/^warning: DIFF_IGNORE_UNUSED: no change matches 0123456789abcdef/);
  });

  it("are written, with a reason and a last day, and then do not fail", async () => {
    const change = await fingerprint();
    const { code, err } = await onDay("2026-11-20", { writeIgnore: true, reason: "agreed" });
    expect(err).toMatch(
      /^added \d+ entr(?:y|ies) to proto-gen-diff-ignore\.json, until 2027-02-18\n$/,
    );
    expect(code).toBe(0);
    const { ignore } = JSON.parse(get(directory, IGNORE_FILE)) as { ignore: JsonObject[] };
    expect(ignore[0]).toEqual({
      change,
      rule: "required-added",
      subject: expect.stringContaining("quantity"),
      reason: "agreed",
      until: "2027-02-18",
    });
    expect((await onDay("2026-11-20", {})).code).toBe(0);
    expect((await onDay("2027-02-19", {})).code).toBe(1);
  });

  it("are added to what is there, renewed where they expired, and not written twice", async () => {
    const other = { change: "0123456789abcdef", reason: "other", until: "2999-01-01" };
    const levels = { "enum-widened": "safe" };
    put(directory, IGNORE_FILE, pretty({ ignore: [other], levels }));
    await onDay("2026-11-20", { writeIgnore: true, reason: "agreed", until: "2026-11-30" });
    const first = JSON.parse(get(directory, IGNORE_FILE)) as {
      ignore: JsonObject[];
      levels: object;
    };
    expect(first.ignore[0]).toEqual(other);
    expect(first.levels).toEqual(levels);
    const text = get(directory, IGNORE_FILE);
    await onDay("2026-11-20", { writeIgnore: true, reason: "again" });
    expect(get(directory, IGNORE_FILE)).toBe(text);
    await onDay("2026-12-01", { writeIgnore: true, reason: "again", until: "2026-12-31" });
    const renewed = JSON.parse(get(directory, IGNORE_FILE)) as { ignore: JsonObject[] };
    expect(renewed.ignore).toHaveLength(first.ignore.length);
    expect(renewed.ignore[1]).toMatchObject({ reason: "again", until: "2026-12-31" });
  });

  it("are written from the level on that fails", async () => {
    const none = await onDay("2026-11-20", {
      ...{
        writeIgnore: true,
        reason: "agreed",
        ignore: "a.json",
        level: { "required-added": "dangerous" },
      },
    });
    expect(none.err).toContain("added 0 entries to a.json");
    expect(existsSync("a.json")).toBe(false);
    await onDay("2026-11-20", {
      ...{ writeIgnore: true, reason: "agreed", ignore: "a.json", failOn: "dangerous" },
      level: { "required-added": "dangerous" },
    });
    expect(get(directory, "a.json")).toContain('"rule": "required-added"');
  });

  it.each<[string, Partial<DiffFlags>, string]>([
    ["no reason", { writeIgnore: true }, "--write-ignore needs --reason"],
    ["an empty reason", { writeIgnore: true, reason: " " }, "--write-ignore needs --reason"],
    ["no day", { writeIgnore: true, reason: "x", until: "soon" }, "--until soon is not a date"],
    [
      "a day that is over",
      { writeIgnore: true, reason: "x", until: "2026-11-19" },
      "is in the past",
    ],
    ["nothing that fails", { writeIgnore: true, reason: "x", failOn: "none" }, "--fail-on none"],
    ["a reason alone", { reason: "x" }, "--reason needs --write-ignore"],
    ["a day alone", { until: "2027-01-01" }, "--until needs --write-ignore"],
  ])("are not written with %s", async (_, flags, text) => {
    await expect(onDay("2026-11-20", flags)).rejects.toThrow(text);
    expect(existsSync(IGNORE_FILE)).toBe(false);
  });

  it.each([
    ["no JSON", "{ nope", /^DIFF_IGNORE_INVALID: [^]*ignore\.json:1:3/],
    ["a key twice", '{"ignore": [], "ignore": []}', /^DIFF_IGNORE_INVALID: /],
    ["no object", "[]", /^DIFF_IGNORE_INVALID: the file must be an object\n.*ignore\.json:1:1/],
    [
      "no reason",
      '{"ignore": [{"change": "0123456789abcdef", "until": "2999-01-01"}]}',
      /^DIFF_IGNORE_INVALID: an entry has no reason\n.*ignore\.json:1:13/,
    ],
    [
      "an unknown rule",
      '{"levels": {"required-aded": "off"}}',
      /^DIFF_IGNORE_INVALID: [^]*did you mean required-added\?/,
    ],
  ])("in a file with %s: code, place, 2", async (_, text, expected) => {
    put(directory, "ignore.json", text);
    const { code, out, err } = await compare("--ignore", "ignore.json");
    expect(err).toMatch(expected);
    expect([code, out]).toEqual([2, ""]);
    expect(readFileSync("ignore.json", "utf8")).toBe(text);
  });

  it("are written to the file that a link leads to", async () => {
    put(directory, "shared.json", '{"ignore": []}');
    symlinkSync("shared.json", IGNORE_FILE);
    await onDay("2026-11-20", { writeIgnore: true, reason: "agreed" });
    expect(lstatSync(IGNORE_FILE).isSymbolicLink()).toBe(true);
    expect(get(directory, "shared.json")).toContain('"reason": "agreed"');
  });

  it("in a file that is not there: 2", async () => {
    const { code, err } = await compare("--ignore", "none.json");
    expect(err).toMatch(/^FILE_NOT_FOUND: none\.json: no such file/);
    expect(code).toBe(2);
  });
});

describe("proto-gen diff, given what it cannot use", () => {
  it.each<[string, readonly string[], RegExp]>([
    ["no side", [], /^USAGE: both sides are missing\n.*proto-gen diff <old> <new>/],
    ["one side", ["old"], /^USAGE: the side to compare old with is missing/],
    ["three sides", ["old", "new", "other"], /^USAGE: unexpected argument: other/],
    ["an unknown side", ["old", "nwe/"], /^DIFF_UNKNOWN_SIDE: nwe\//],
    [
      "an unknown release",
      ["2026-11-21", "old"],
      /^DIFF_UNKNOWN_SIDE: [^]*did you mean 2026-11-20\?/,
    ],
    [
      "an unknown format",
      ["old", "new", "--format", "pdf"],
      /^USAGE: .*'pdf' is invalid.*markdown/,
    ],
    ["an unknown role", ["old", "new", "--role", "agent"], /^USAGE: .*business, platform/],
    [
      "an unknown option",
      ["old", "new", "--rol", "platform"],
      /^USAGE: .*\n.*did you mean --role\?/,
    ],
    [
      "--schemas of nothing",
      ["old", "new", "--schemas", "none"],
      /^FILE_NOT_FOUND: --schemas none/,
    ],
    [
      "a profile of nothing",
      ["old", "new", "--profile", "none.json"],
      /^FILE_NOT_FOUND: none\.json/,
    ],
    ["no repository", ["git:HEAD:old", "new"], /^DIFF_GIT_REPOSITORY: git:HEAD:old: /],
  ])("%s: 2, and what to do", async (_, args, text) => {
    const { code, out, err } = await runTool(["diff", ...args]);
    expect(err).toMatch(text);
    expect([code, out]).toEqual([2, ""]);
  });

  it.each<[string, string, RegExp]>([
    ["is no JSON", "{ nope", /^JSON_SYNTAX: [^]*new\/checkout\.json:1:3/],
    ["is no schema", pretty(checkoutSchema({}, { ...CAPABILITY, type: 5 })), /^SCHEMA_INVALID: /],
    ["is too large", `"${"x".repeat(5_000_000)}"`, /^LOAD_TOO_LARGE: new\/checkout\.json/],
    [
      "refers to nothing",
      pretty(checkoutSchema({ a: { $ref: "gone.json" } }, CAPABILITY)),
      /^LOAD_REF_UNRESOLVED: /,
    ],
  ])("a side that %s: 3, whatever its own code", async (_, text, expected) => {
    put(directory, "new/checkout.json", text);
    const { code, out, err } = await compare("--format", "json");
    expect(err).toMatch(expected);
    expect([code, JSON.parse(out)]).toMatchObject([3, { ok: false, diagnostics: [{}] }]);
  });

  it("a side without JSON: 3", async () => {
    mkdirSync("empty");
    const { code, err } = await runTool(["diff", "old", "empty"]);
    expect(err).toMatch(/^LOAD_EMPTY_RELEASE: /);
    expect(code).toBe(3);
  });

  it("links that lead nowhere, out, or in a circle, and pipes, are no schemas", async () => {
    symlinkSync("nowhere.json", "old/dangling.json");
    symlinkSync("circle.json", "old/circle.json");
    symlinkSync("/etc/passwd", "old/out.json");
    symlinkSync("..", "old/directory.json");
    execFileSync("mkfifo", ["old/pipe.json"]);
    const { code, out, err } = await runTool(["diff", "old", "./old"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("no changes");
  });

  it("says nothing that would steer a terminal, in any format", async () => {
    const name = "\u001b[31mred\u202e\u0007";
    write("new", { [name]: { type: "string", description: name } }, [name]);
    for (const format of ["text", "json", "markdown", "html", "sarif", "github"]) {
      const { code, out, err } = await compare("--format", format);
      expect([code, err]).toEqual([1, ""]);
      expect(out).not.toMatch(/[\u001b\u202e\u0007]/);
    }
  });

  it("helps", async () => {
    const { code, out } = await runTool(["diff", "--help"]);
    expect(code).toBe(0);
    for (const text of ["git:REF:PATH", "--write-ignore", "--fail-on", "Exit codes:", "Examples:"])
      expect(out).toContain(text);
  });
});
