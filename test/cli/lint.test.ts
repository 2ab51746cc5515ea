/** `proto-gen lint`: what is printed, exit codes, `--rule`, `--fix`, and whatever a directory may hold. */

import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { LintCommandReport, LintFindingReport } from "../../src/cli/commands/lint/report.js";
import { lint } from "../../src/index.js";
import { repository } from "../support/published.js";
import { runTool } from "../support/release.js";
import { get, listTree, put, temporaryDirectory } from "../write/temporary.js";

const CASES = fileURLToPath(new URL("../lint/", import.meta.url));
const URL_PREFIX = "https://example.com/schemas/draft";

/** A copy of the wrong release of a rule's case. */
function wrong(rule: string): string {
  const directory = path.join(temporaryDirectory(), "shop");
  cpSync(path.join(CASES, rule, "wrong"), directory, { recursive: true });
  return directory;
}

async function reportOf(...args: readonly string[]): Promise<LintCommandReport> {
  const { code, out, err } = await runTool(["lint", ...args, "--format", "json"]);
  expect(err).toBe("");
  const report = JSON.parse(out) as LintCommandReport;
  expect(code).toBe(report.ok ? 0 : 1);
  return report;
}

function rulesOf({ findings }: LintCommandReport): readonly string[] {
  return findings.map(({ rule }) => rule);
}

/** A schema of the release at `URL_PREFIX`. */
function schema(name: string, body: object = { type: "object" }): string {
  return JSON.stringify({ $id: `${URL_PREFIX}/${name}`, ...body });
}

describe("proto-gen lint", () => {
  it("says nothing of the repository's own release and draft", async () => {
    const report = await reportOf(path.join(repository, "schemas"));
    expect(report.findings).toEqual([]);
    expect(report.releases.map(({ directory }) => path.basename(directory))).toEqual([
      "2026-11-20",
      "2026-11-23",
      "2026-11-27",
      "draft",
    ]);
  });

  it("prints a finding with its place and what to do, and a summary", async () => {
    const directory = wrong("default-invalid");
    const { code, out } = await runTool(["lint", directory]);
    expect(code).toBe(1);
    expect(out).toBe(
      [
        "error default-invalid: a default is not valid: the value must be >= 1",
        `  ${directory}/checkout.json:18:18 (/properties/quantity/default)`,
        "  fix the default, or the rule that it violates",
        `1 error in 1 document of ${directory}`,
        "",
      ].join("\n"),
    );
  });

  it("shows the value that two branches accept, and both of them", async () => {
    const { findings } = await reportOf(wrong("one-of-overlap"));
    const [found] = findings as [LintFindingReport];
    const [, text = ""] = /both accept (\{.*\}), so/.exec(found.message) ?? [];
    const value = JSON.parse(text) as object;
    expect(Object.keys(value).sort()).toEqual(["store", "street"]);
    expect(found.related.map(({ pointer }) => pointer)).toEqual([
      "/properties/destination/oneOf/0",
      "/properties/destination/oneOf/1",
    ]);
  });

  it("ends with 0 where there are only warnings", async () => {
    const { code, out } = await runTool(["lint", wrong("one-of-overlap")]);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^warning one-of-overlap: .*\n1 warning in/s),
    ]);
  });

  it("takes a rule as grave as --rule says", async () => {
    const directory = wrong("one-of-overlap");
    const graver = await reportOf(directory, "--rule", "one-of-overlap=error");
    expect(graver.findings.map(({ severity }) => severity)).toEqual(["error"]);
    expect((await reportOf(directory, "--rule", "one-of-overlap=off")).findings).toEqual([]);
    const note = await reportOf(wrong("id-wrong"), "--rule", "id-wrong=note");
    expect(note.findings.map(({ severity }) => severity)).toEqual(["note"]);
  });

  it.each([
    [
      ["--rule", "one-of-overlp=off"],
      /USAGE: one-of-overlp is not a rule\n {2}did you mean one-of-overlap\?/,
    ],
    [
      ["--rule", "one-of-overlap=on"],
      /It must be RULE=LEVEL, with one of off, note, warning, error/,
    ],
    [["--rule", "one-of-overlap"], /It must be RULE=LEVEL/],
    [["--rule", "constructor=off"], /constructor is not a rule/],
    [["--format", "xml"], /USAGE: .*xml/],
    [["--fixx"], /did you mean --fix\?/],
  ])("refuses %j", async (args, message) => {
    const { code, err } = await runTool(["lint", wrong("one-of-overlap"), ...args]);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it("prints errors alone with --quiet, and nothing where there are none", async () => {
    expect((await runTool(["lint", wrong("one-of-overlap"), "--quiet"])).out).toBe("");
    const { out } = await runTool(["lint", wrong("requires-invalid"), "--quiet"]);
    expect(out).toMatch(/^error requires-invalid: /);
    expect(out).not.toMatch(/warning|document/);
  });

  it("prints SARIF, with the rules", async () => {
    const { out } = await runTool(["lint", wrong("default-invalid"), "--format", "sarif"]);
    const [run] = (JSON.parse(out) as { readonly runs: readonly [SarifRun] }).runs;
    const [result] = run.results;
    expect(run.tool.driver.rules[result.ruleIndex]?.id).toBe("default-invalid");
    expect(result.locations[0].physicalLocation.region).toEqual({ startLine: 18, startColumn: 18 });
  });

  it("prints annotations of GitHub", async () => {
    const { out } = await runTool(["lint", wrong("default-invalid"), "--format", "github"]);
    expect(out).toMatch(
      /^::error file=[^,]*checkout\.json,line=18,col=18,title=default-invalid::a default/,
    );
  });

  it("sorts by file and line", async () => {
    const directory = wrong("LOAD_REF_UNRESOLVED");
    put(directory, "a.json", schema("b.json", { type: "strng" }));
    const { findings } = await reportOf(directory);
    const places = findings.map(({ file, line = 0 }) => [path.basename(file ?? ""), line]);
    expect(places).toEqual([
      ["a.json", 1],
      ["a.json", 1],
      ["checkout.json", 16],
      ["checkout.json", 19],
      ["checkout.json", 22],
    ]);
  });

  it("says what is wrong with one document, and composes the others", async () => {
    const directory = wrong("COMPOSE_WEAKENS_BASE");
    put(directory, "other.json", schema("other.json", { $ref: "nowhere.json" }));
    expect(new Set(rulesOf(await reportOf(directory)))).toEqual(
      new Set(["COMPOSE_WEAKENS_BASE", "LOAD_REF_UNRESOLVED"]),
    );
  });

  it("knows the schemas that an extension of somebody else builds on", async () => {
    const directory = temporaryDirectory();
    const $id = "https://acme.example/schemas/gift.json";
    const base = "https://proto.dev/schemas/2026-11-20/shopping/checkout.json";
    const gift = (total: object): string =>
      JSON.stringify({
        ...{ $id, name: "example.acme.gift", version: "2026-11-20" },
        $defs: {
          "dev.proto.shopping.checkout": {
            allOf: [{ $ref: base }, { type: "object", properties: { currency: total } }],
          },
        },
      });
    put(directory, "gift.json", gift({ minLength: 1 }));
    expect((await reportOf(directory)).findings).toEqual([]);
    put(directory, "gift.json", gift({ proto_request: { complete: "omit" } }));
    expect((await reportOf(directory)).findings).toEqual([]);
    put(directory, "gift.json", gift({ proto_request: { compelte: "omit" } }));
    expect(rulesOf(await reportOf(directory))).toContain("operation-unknown");
    put(directory, "gift.json", gift({ proto_response: "optional" }));
    expect(rulesOf(await reportOf(directory))).toEqual(["COMPOSE_WEAKENS_BASE"]);
  });

  it("is a function of the library, too", async () => {
    const { findings, rules } = await lint({
      directories: [wrong("id-wrong")],
      rules: { "id-missing": "off" },
    });
    expect(findings.map(({ rule }) => rule)).toEqual(["id-wrong"]);
    expect(rules.map(({ id }) => id)).not.toContain("id-missing");
  });
});

interface SarifRun {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly [
    {
      readonly ruleIndex: number;
      readonly locations: readonly [{ readonly physicalLocation: { readonly region: object } }];
    },
  ];
}

describe("proto-gen lint --fix", () => {
  it.each(["id-missing", "id-wrong"])("mends %s as its case has it", async (rule) => {
    const directory = wrong(rule);
    const { fixed, findings } = await reportOf(directory, "--fix");
    expect([fixed, findings]).toEqual([[`${directory}/types/total.json`], []]);
    const right = path.join(CASES, rule, "right/types/total.json");
    expect(get(directory, "types/total.json")).toBe(readFileSync(right, "utf8"));
  });

  it.each([
    ["{}", `{"$id": "${URL_PREFIX}/x.json"}`],
    ['{\n\t"type": "object"\n}', `{\n\t"$id": "${URL_PREFIX}/x.json",\n\t"type": "object"\n}`],
    [
      '{"$schema" : "s", "type":"object"}\r\n',
      `{"$schema" : "s","$id": "${URL_PREFIX}/x.json", "type":"object"}\r\n`,
    ],
  ])("keeps the formatting of %j", async (before, after) => {
    const directory = temporaryDirectory();
    put(directory, "checkout.json", schema("checkout.json"));
    put(directory, "x.json", before);
    await runTool(["lint", directory, "--fix"]);
    expect(get(directory, "x.json")).toBe(after);
  });

  it("leaves an $id by which another document is found", async () => {
    const directory = temporaryDirectory();
    const used = schema("renamed.json", { type: "string" });
    put(directory, "a.json", schema("a.json", { $ref: "renamed.json" }));
    put(directory, "b.json", schema("b.json"));
    put(directory, "c.json", schema("c.json"));
    put(directory, "used.json", used);
    put(directory, "free.json", schema("other.json"));
    const { fixed = [], findings } = await reportOf(directory, "--fix");
    expect(fixed.map((file) => path.basename(file))).toEqual(["free.json"]);
    expect(get(directory, "used.json")).toBe(used);
    expect(findings.map(({ rule, file = "" }) => [rule, path.basename(file)])).toEqual([
      ["id-wrong", "used.json"],
    ]);
  });

  it("writes nothing where nothing tells the release's URL", async () => {
    const directory = temporaryDirectory();
    put(directory, "x.json", '{ "type": "object" }');
    const { fixed, findings } = await reportOf(directory, "--fix");
    expect(fixed).toEqual([]);
    expect(findings[0]?.message).toContain("no other schema states the URL of the release");
  });

  it("leaves what was released as it is", async () => {
    const directory = path.join(temporaryDirectory(), "2026-01-01");
    cpSync(path.join(CASES, "id-wrong/wrong"), directory, { recursive: true });
    const before = get(directory, "types/total.json");
    const { fixed } = await reportOf(directory, "--fix");
    expect([fixed, get(directory, "types/total.json")]).toEqual([[], before]);
  });

  it("does not touch what is no $id", async () => {
    const directory = wrong("requires-invalid");
    const before = listTree(directory).filter((name) => name.endsWith(".json"));
    const texts = before.map((name) => get(directory, name));
    await runTool(["lint", directory, "--fix"]);
    expect(before.map((name) => get(directory, name))).toEqual(texts);
  });
});

describe("a directory for lint", () => {
  it("that is not there is refused, with the one that was meant", async () => {
    const directory = wrong("id-wrong");
    const { code, err } = await runTool(["lint", directory.replace(/shop$/, "shpo")]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/FILE_NOT_FOUND: .*\n.*\n {2}did you mean .*shop\?/),
    ]);
  });

  it("that is a file is refused", async () => {
    const { code, err } = await runTool(["lint", path.join(repository, "package.json")]);
    expect([code, err]).toEqual([2, expect.stringContaining("is not a directory")]);
  });

  // Whoever may do everything is refused nothing.
  it.skipIf(process.getuid?.() === 0)("that may not be read cannot be", async () => {
    const directory = wrong("id-wrong");
    chmodSync(directory, 0o000);
    const { code, err } = await runTool(["lint", directory]);
    chmodSync(directory, 0o700);
    expect([code, err]).toEqual([3, expect.stringMatching(/^RELEASE_UNREADABLE: .*EACCES/)]);
  });

  it("without JSON cannot be read", async () => {
    const directory = temporaryDirectory();
    put(directory, "notes.md", "# Notes");
    const { code, err } = await runTool(["lint", directory]);
    expect([code, err]).toEqual([
      3,
      expect.stringMatching(/^RELEASE_UNREADABLE: .* contains no JSON documents/),
    ]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ["bytes that are no text", new Uint8Array([0x00, 0xff, 0xfe, 0x80, 0x0a]), "JSON_ENCODING"],
    ["nothing", "", "JSON_SYNTAX"],
    ["10,000 levels", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, "JSON_SYNTAX"],
    ["10,000 lists", "[".repeat(10_000) + "]".repeat(10_000), "JSON_SYNTAX"],
    ["a list", "[]", "SCHEMA_INVALID"],
    ["a number", "1", "SCHEMA_INVALID"],
    [
      "two mebibytes of one string",
      JSON.stringify({ $id: 1, title: "a".repeat(2 ** 21) }),
      "id-wrong",
    ],
  ])("may have a file with %s in it", async (_, content, rule) => {
    const directory = temporaryDirectory();
    put(directory, "checkout.json", schema("checkout.json"));
    writeFileSync(path.join(directory, "x.json"), content);
    expect(rulesOf(await reportOf(directory))).toContain(rule);
  });

  it("may have links that lead out of it, nowhere, or in a circle, and directories called like files", async () => {
    const directory = temporaryDirectory();
    put(directory, "checkout.json", schema("checkout.json"));
    symlinkSync(path.join(repository, "package.json"), path.join(directory, "out.json"));
    symlinkSync(path.join(directory, "none.json"), path.join(directory, "dangling.json"));
    symlinkSync(path.join(directory, "self.json"), path.join(directory, "self.json"));
    symlinkSync(directory, path.join(directory, "around"));
    mkdirSync(path.join(directory, "folder.json"));
    const { findings, releases } = await reportOf(directory);
    expect([findings, releases[0]?.documents]).toEqual([[], 1]);
  });

  it("may have more wrong with one file than anybody reads", async () => {
    const directory = temporaryDirectory();
    const properties = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`p${index}`, { $ref: `none${index}.json` }]),
    );
    put(directory, "checkout.json", schema("checkout.json", { properties }));
    const { findings, more } = await reportOf(directory);
    expect(findings).toHaveLength(200);
    expect(more).toEqual([`${directory}/checkout.json`]);
  });

  it("may have schemas that lead back to themselves, in any way", async () => {
    const directory = temporaryDirectory();
    const loops = {
      a: { $ref: "#/$defs/a" },
      b: { allOf: [{ $ref: "#/$defs/c" }], default: 1 },
      c: { allOf: [{ $ref: "#/$defs/b" }], examples: [1] },
      d: { oneOf: [{ $ref: "#/$defs/d" }, { $ref: "#/$defs/a" }] },
      e: { type: "object", properties: { e: { $ref: "#/$defs/e" } }, default: { e: { e: 1 } } },
    };
    put(directory, "x.json", schema("x.json", { $defs: loops }));
    const { findings } = await reportOf(directory);
    expect(findings.map(({ rule, pointer }) => [rule, pointer])).toContainEqual([
      "default-invalid",
      "/$defs/e/default/e/e",
    ]);
  });

  it("may have capabilities of which nothing is as it should be", async () => {
    const directory = temporaryDirectory();
    const odd = { name: "com.example.odd", version: "one", requires: 1, $defs: { x: 1 } };
    put(directory, "odd.json", schema("odd.json", odd));
    put(directory, "twin.json", schema("twin.json", { ...odd, version: "draft", $defs: {} }));
    put(directory, "same.json", schema("twin.json", { ...odd, version: "draft", $defs: {} }));
    put(directory, "rest.json", JSON.stringify({ openapi: 3, paths: [], info: null }));
    put(directory, "rpc.json", JSON.stringify({ openrpc: "1.3.0", methods: [null, 1] }));
    const { ok } = await reportOf(directory);
    expect(ok).toBe(false);
  });

  it("cannot steer a terminal", async () => {
    const directory = temporaryDirectory();
    put(directory, "x.json", schema("\u001b[31mx.json", { type: "object", default: 1 }));
    const { out } = await runTool(["lint", directory]);
    expect(out).not.toContain("\u001b");
  });
});
