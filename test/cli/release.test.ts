/** `proto-gen release`: the draft under a date, whole or not at all. */

import { cpSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ReleaseReport } from "../../src/cli/commands/release/report.js";
import { checkReleased } from "../../src/load/check-released.js";
import { writeDirectory } from "../../src/write/write-directory.js";
import { repository } from "../support/published.js";
import { diagnosticsIn, runTool, type RunResult } from "../support/release.js";
import { get, listTree, put, temporaryDirectory } from "../write/temporary.js";

/** A directory of schemas with the repository's draft and release. */
function schemas(): string {
  const directory = path.join(temporaryDirectory(), "schemas");
  cpSync(path.join(repository, "schemas"), directory, { recursive: true });
  return directory;
}

function release(date: string, directory: string, ...more: string[]): Promise<RunResult> {
  return runTool(["release", date, "--schemas", directory, ...more]);
}

function filesIn(directory: string): string[] {
  return listTree(directory).filter((name) => !name.endsWith("/"));
}

const RELEASED = ["2026-11-20", "2026-11-23", "2026-11-27"];

describe("proto-gen release", () => {
  it("writes the draft under the date, with its manifest", async () => {
    const directory = schemas();
    const before = listTree(path.join(directory, "draft"));
    const { code, out, err } = await release("2026-12-01", directory, "--json");
    expect([code, err]).toEqual([0, ""]);
    const report = JSON.parse(out) as ReleaseReport;
    expect(report.files).toHaveLength(filesIn(path.join(directory, "draft")).length);
    const released = path.join(directory, "2026-12-01");
    expect(listTree(released)).toEqual([...before, "manifest.json"].sort());
    expect(checkReleased(released)).toEqual([]);
    expect(get(released, "shopping/checkout.json")).toBe(
      get(directory, "draft/shopping/checkout.json")
        .replaceAll("schemas/draft/", "schemas/2026-12-01/")
        .replace('"version": "draft"', '"version": "2026-12-01"'),
    );
    expect(get(released, "dialect.json")).toBe(
      get(directory, "draft/dialect.json").replace("schemas/draft/", "schemas/2026-12-01/"),
    );
    expect(readdirSync(directory).sort()).toEqual([...RELEASED, "2026-12-01", "draft"]);
  });

  it("of a day is a release that lint has nothing to say of", async () => {
    const directory = schemas();
    await release("2026-12-01", directory);
    const { code, out } = await runTool(["lint", path.join(directory, "2026-12-01")]);
    expect([code, out]).toEqual([0, expect.stringMatching(/^no problems in/)]);
  });

  it("changes nothing with --dry-run", async () => {
    const directory = schemas();
    const before = listTree(directory);
    const drafted = filesIn(path.join(directory, "draft")).length;
    const { code, out } = await release("2026-12-01", directory, "--dry-run");
    expect([code, out]).toEqual([
      0,
      `would write ${path.join(directory, "2026-12-01")}: ${drafted} files and manifest.json\n`,
    ]);
    expect(listTree(directory)).toEqual(before);
  });

  it.each([
    ["no date", "next", /is not a calendar date/, /YYYY-MM-DD/],
    ["a day that the calendar does not have", "2027-02-29", /is not a calendar date/, /YYYY/],
    ["a path", "../2027-01-01", /is not a calendar date/, /YYYY/],
    ["one that is there", "2026-11-20", /already exists/, /another date/],
    [
      "one before the newest",
      "2026-11-19",
      /is before the latest release, 2026-11-27/,
      /after 2026-11-27/,
    ],
  ])("refuses %s", async (_, date, message, hint) => {
    const directory = schemas();
    const before = listTree(directory);
    const result = await release(date, directory, "--json");
    expect(result.code).toBe(2);
    const [found] = diagnosticsIn(result);
    expect(found?.code).toBe("RELEASE_DATE_INVALID");
    expect(found?.message).toMatch(message);
    expect(found?.hint).toMatch(hint);
    expect(listTree(directory)).toEqual(before);
  });

  it("refuses a draft with errors, and prints them", async () => {
    const directory = schemas();
    const file = "draft/shopping/types/buyer.json";
    put(directory, file, get(directory, file).replace('"type": "object"', '"type": "objekt"'));
    const before = listTree(directory);
    const { code, err } = await release("2026-12-01", directory, "--quiet");
    expect(code).toBe(1);
    expect(err).toContain("error SCHEMA_INVALID: type:");
    expect(err).toContain("RELEASE_HAS_ERRORS: ");
    expect(listTree(directory)).toEqual(before);
  });

  it("refuses a file that is too large to read", async () => {
    const directory = schemas();
    put(directory, "draft/picture.svg", " ".repeat(4 * 1024 * 1024 + 1));
    const { code, err } = await release("2026-12-01", directory);
    expect([code, err]).toEqual([4, expect.stringMatching(/^LOAD_TOO_LARGE: .*picture\.svg/)]);
    expect(readdirSync(directory).sort()).toEqual([...RELEASED, "draft"]);
  });

  it("suggests the directory that was meant", async () => {
    const directory = schemas();
    const { code, err } = await release("2026-12-01", path.join(path.dirname(directory), "schema"));
    expect(code).toBe(2);
    expect(err).toContain(`did you mean ${directory}?`);
    rmSync(path.join(directory, "draft"), { recursive: true });
    const none = await release("2026-12-01", directory);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("draft: no such directory")]);
  });

  it.each([
    ["two dates", ["release", "2026-12-01", "2026-12-02"]],
    ["no date", ["release"]],
  ])("asks for one date, not for %s", async (_, args) => {
    expect((await runTool(args)).code).toBe(2);
  });
});

describe("an interrupted release", () => {
  const files = [{ path: "a/b.json", bytes: new TextEncoder().encode("{}") }];

  it("leaves nothing", () => {
    const directory = temporaryDirectory();
    const stop = (): never => {
      throw new Error("interrupted");
    };
    expect(() => writeDirectory(path.join(directory, "2026-12-01"), files, stop)).toThrow("inter");
    expect(listTree(directory)).toEqual([]);
  });

  it("has no name yet while its files are written", () => {
    const directory = temporaryDirectory();
    let during: string[] = [];
    writeDirectory(path.join(directory, "2026-12-01"), files, () => {
      during = readdirSync(directory);
    });
    expect(during).toEqual([expect.stringMatching(/^\.proto-gen-[0-9a-f]{16}\.tmp$/)]);
    expect(listTree(directory)).toEqual(["2026-12-01/", "2026-12-01/a/", "2026-12-01/a/b.json"]);
  });

  it("does not write over what came meanwhile", () => {
    const directory = temporaryDirectory();
    const target = path.join(directory, "2026-12-01");
    expect(() => writeDirectory(target, files, () => put(target, "theirs.json", "{}"))).toThrow(
      /^WRITE_FAILED: .* already exists/,
    );
    expect(listTree(directory)).toEqual(["2026-12-01/", "2026-12-01/theirs.json"]);
  });

  it("writes nothing outside", () => {
    const directory = temporaryDirectory();
    const outside = [{ path: "../x.json", bytes: new Uint8Array() }];
    expect(() => writeDirectory(path.join(directory, "r"), outside)).toThrow(/^WRITE_OUTSIDE_OUT/);
    expect(listTree(directory)).toEqual([]);
  });
});
