import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ProtoGenError } from "../../src/errors.js";
import type { OutputFile } from "../../src/write/output-paths.js";
import type { ManifestRecord } from "../../src/write/manifest.js";
import { writeTree } from "../../src/write/write-tree.js";
import { get, listTree, put, temporaryDirectory } from "./temporary.js";

const record: ManifestRecord = {
  options: {},
  inputs: [{ uri: "profile", sha256: "00" }],
  absent: [],
};

function files(contents: Readonly<Record<string, string>>): OutputFile[] {
  return Object.entries(contents).map(([name, content]) => ({ path: name, content }));
}

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ProtoGenError) return error.diagnostics[0]?.code ?? "";
    throw error;
  }
  return "none";
}

describe("writeTree", () => {
  it("creates the directory and says what it did", () => {
    const out = path.join(temporaryDirectory(), "deep/generated");
    const result = writeTree(
      out,
      files({ "index.ts": "a\n", "capabilities/dev/x.ts": "b\n" }),
      record,
    );
    expect(result).toMatchObject({
      created: ["capabilities/dev/x.ts", "index.ts", "manifest.json"],
      changed: [],
      unchanged: [],
      removed: [],
      kept: [],
    });
    expect(get(out, "capabilities/dev/x.ts")).toBe("b\n");
  });

  it("writes only what changed, and leaves no temporary file", () => {
    const out = temporaryDirectory();
    writeTree(out, files({ "a.ts": "1", "b.ts": "1" }), record);
    const before = statSync(path.join(out, "a.ts"));
    const result = writeTree(out, files({ "a.ts": "1", "b.ts": "2" }), record);
    expect(result).toMatchObject({
      created: [],
      changed: ["b.ts", "manifest.json"],
      unchanged: ["a.ts"],
    });
    expect(statSync(path.join(out, "a.ts"))).toMatchObject({
      ino: before.ino,
      mtimeMs: before.mtimeMs,
    });
    expect(listTree(out)).toEqual(["a.ts", "b.ts", "manifest.json"]);
  });

  it("does nothing the second time", () => {
    const out = temporaryDirectory();
    writeTree(out, files({ "a.ts": "1" }), record);
    expect(writeTree(out, files({ "a.ts": "1" }), record)).toMatchObject({
      created: [],
      changed: [],
      unchanged: ["a.ts", "manifest.json"],
    });
  });

  it("removes what an earlier run wrote, with the directories that it leaves empty", () => {
    const out = temporaryDirectory();
    writeTree(out, files({ "a.ts": "1", "x/y/b.ts": "1", "x/c.ts": "1" }), record);
    const result = writeTree(out, files({ "a.ts": "1", "x/c.ts": "1" }), record);
    expect(result.removed).toEqual(["x/y/b.ts"]);
    expect(listTree(out)).toEqual(["a.ts", "manifest.json", "x/", "x/c.ts"]);
  });

  it("keeps a file that it no longer writes but someone edited", () => {
    const out = temporaryDirectory();
    writeTree(out, files({ "a.ts": "1", "b.ts": "1" }), record);
    put(out, "b.ts", "mine");
    expect(writeTree(out, files({ "a.ts": "1" }), record)).toMatchObject({
      removed: [],
      kept: ["b.ts"],
    });
    expect(get(out, "b.ts")).toBe("mine");
  });

  it("leaves alone what no manifest lists, also beside what it removes", () => {
    const out = temporaryDirectory();
    writeTree(out, files({ "a.ts": "1", "x/b.ts": "1" }), record);
    put(out, "x/notes.md", "mine");
    writeTree(out, files({ "a.ts": "1" }), record);
    expect(listTree(out)).toEqual(["a.ts", "manifest.json", "x/", "x/notes.md"]);
  });

  it("refuses to replace what no manifest lists, names some of it, and changes nothing", () => {
    const out = temporaryDirectory();
    for (const name of ["a.ts", "b.ts", "c.ts", "d.ts", "e.ts", "x/f.ts", "same.ts"])
      put(out, name, "mine");
    const wanted = files({
      ...Object.fromEntries(["a", "b", "c", "d", "e", "x/f"].map((name) => [`${name}.ts`, "1"])),
      "same.ts": "mine",
      "new.ts": "1",
    });
    const before = listTree(out);
    expect(() => writeTree(out, wanted, record)).toThrow(
      `WRITE_NOT_GENERATED: ${out} contains files that no earlier run wrote and that this run would overwrite: a.ts, b.ts, c.ts, d.ts, e.ts and 1 more\n`,
    );
    expect(codeOf(() => writeTree(out, wanted, record, { dryRun: true }))).toBe(
      "WRITE_NOT_GENERATED",
    );
    expect(listTree(out)).toEqual(before);
    expect(get(out, "a.ts")).toBe("mine");
    expect(writeTree(out, wanted, record, { force: true }).changed).toHaveLength(6);
    expect(get(out, "a.ts")).toBe("1");
  });

  it("refuses it also beside files that a manifest lists", () => {
    const out = temporaryDirectory();
    writeTree(out, files({ "a.ts": "1" }), record);
    put(out, "b.ts", "mine");
    expect(codeOf(() => writeTree(out, files({ "a.ts": "1", "b.ts": "1" }), record))).toBe(
      "WRITE_NOT_GENERATED",
    );
  });

  it("overwrites an edited file that it writes", () => {
    const out = temporaryDirectory();
    writeTree(out, files({ "a.ts": "1" }), record);
    put(out, "a.ts", "edited");
    expect(writeTree(out, files({ "a.ts": "1" }), record).changed).toEqual(["a.ts"]);
    expect(get(out, "a.ts")).toBe("1");
  });

  it("changes nothing in a dry run, and says what it would do", () => {
    const out = temporaryDirectory();
    writeTree(out, files({ "a.ts": "1", "b.ts": "1" }), record);
    const before = listTree(out);
    const result = writeTree(out, files({ "a.ts": "2", "c.ts": "1" }), record, { dryRun: true });
    expect(result).toMatchObject({
      created: ["c.ts"],
      changed: ["a.ts", "manifest.json"],
      removed: ["b.ts"],
    });
    expect(listTree(out)).toEqual(before);
    expect(get(out, "a.ts")).toBe("1");
    const absent = path.join(out, "absent");
    writeTree(absent, files({ "a.ts": "2" }), record, { dryRun: true });
    expect(existsSync(absent)).toBe(false);
  });

  it("recovers from a broken manifest", () => {
    const out = temporaryDirectory();
    writeTree(out, files({ "a.ts": "1" }), record);
    const whole = get(out, "manifest.json");
    put(out, "manifest.json", `<<<<<<< HEAD\n${whole}`);
    expect(writeTree(out, files({ "a.ts": "1" }), record).changed).toEqual(["manifest.json"]);
    expect(get(out, "manifest.json")).toBe(whole);
  });

  it.each([
    "../x.ts",
    "/x.ts",
    "a/../../x.ts",
    "a\\..\\x.ts",
    "C:/x.ts",
    "c:x.ts",
    "a//b.ts",
    "./a.ts",
    "a/",
    "",
    "x\0.ts",
  ])("refuses the path %j before it writes anything", (name) => {
    const out = temporaryDirectory();
    expect(codeOf(() => writeTree(out, files({ "a.ts": "1", [name]: "1" }), record))).toBe(
      "WRITE_OUTSIDE_OUT",
    );
    expect(listTree(out)).toEqual([]);
  });

  it("refuses to follow a link that leads out of the directory", () => {
    const directory = temporaryDirectory();
    const out = path.join(directory, "out");
    mkdirSync(path.join(directory, "elsewhere"));
    mkdirSync(out);
    symlinkSync(path.join(directory, "elsewhere"), path.join(out, "x"));
    expect(codeOf(() => writeTree(out, files({ "a.ts": "1", "x/y/b.ts": "1" }), record))).toBe(
      "WRITE_OUTSIDE_OUT",
    );
    expect(listTree(directory)).toEqual(["elsewhere/", "out/", "out/x"]);
  });

  it("follows a link that stays inside, and an output directory that is a link", () => {
    const directory = temporaryDirectory();
    mkdirSync(path.join(directory, "real/y"), { recursive: true });
    symlinkSync(path.join(directory, "real"), path.join(directory, "out"));
    symlinkSync("y", path.join(directory, "real/x"));
    writeTree(path.join(directory, "out"), files({ "x/b.ts": "1" }), record);
    expect(get(directory, "real/y/b.ts")).toBe("1");
  });

  it("replaces a file that is a link, and not what the link names", () => {
    const directory = temporaryDirectory();
    const out = path.join(directory, "out");
    put(directory, "precious.ts", "mine");
    mkdirSync(out);
    symlinkSync(path.join(directory, "precious.ts"), path.join(out, "a.ts"));
    expect(codeOf(() => writeTree(out, files({ "a.ts": "mine" }), record))).toBe(
      "WRITE_NOT_GENERATED",
    );
    writeTree(out, files({ "a.ts": "1" }), record, { force: true });
    expect([get(directory, "precious.ts"), get(out, "a.ts")]).toEqual(["mine", "1"]);
  });

  it("removes nothing outside, whatever the manifest says", () => {
    const directory = temporaryDirectory();
    const out = path.join(directory, "out");
    put(directory, "victim.ts", "");
    writeTree(out, files({ "a.ts": "", "b.ts": "" }), record);
    put(out, "manifest.json", get(out, "manifest.json").replace('"b.ts"', '"../victim.ts"'));
    writeTree(out, files({ "a.ts": "" }), record);
    expect(existsSync(path.join(directory, "victim.ts"))).toBe(true);
  });

  it("refuses an output directory that is a file, or is below one", () => {
    const directory = temporaryDirectory();
    put(directory, "file", "mine");
    expect(
      codeOf(() => writeTree(path.join(directory, "file"), files({ "a.ts": "1" }), record)),
    ).toBe("USAGE_OUT_NOT_DIRECTORY");
    expect(
      codeOf(() => writeTree(path.join(directory, "file/out"), files({ "a.ts": "1" }), record)),
    ).toBe("WRITE_FAILED");
    expect(get(directory, "file")).toBe("mine");
  });

  it("refuses to overwrite another program's manifest.json", () => {
    const out = temporaryDirectory();
    put(out, "manifest.json", '{"name":"an app"}');
    expect(codeOf(() => writeTree(out, files({ "a.ts": "1" }), record))).toBe(
      "USAGE_OUT_NOT_DIRECTORY",
    );
    expect(listTree(out)).toEqual(["manifest.json"]);
  });

  it("refuses two paths that are one file where case is ignored, and any path twice", () => {
    const out = temporaryDirectory();
    expect(codeOf(() => writeTree(out, files({ "a.ts": "1", "A.ts": "1" }), record))).toBe(
      "MODEL_NAME_CLASH",
    );
    expect(codeOf(() => writeTree(out, files({ "manifest.json": "{}" }), record))).toBe("INTERNAL");
    expect(
      codeOf(() => writeTree(out, [...files({ "a.ts": "1" }), ...files({ "a.ts": "2" })], record)),
    ).toBe("INTERNAL");
  });

  it("takes names as long as a directory does, and refuses longer ones before it writes anything", () => {
    const out = path.join(temporaryDirectory(), "out");
    const name = (bytes: number): string => `${"a".repeat(bytes - 3)}.ts`;
    expect(codeOf(() => writeTree(out, files({ "a.ts": "1", [name(256)]: "1" }), record))).toBe(
      "WRITE_FAILED",
    );
    expect(existsSync(out)).toBe(false);
    expect(writeTree(out, files({ [name(255)]: "1" }), record).created).toContain(name(255));
  });

  it("leaves the old manifest and no temporary file when a write fails", () => {
    const out = temporaryDirectory();
    writeTree(out, files({ "a.ts": "1" }), record);
    const manifest = get(out, "manifest.json");
    // Reading sees nothing there; writing below a file cannot succeed.
    put(out, "z", "a file");
    expect(codeOf(() => writeTree(out, files({ "a.ts": "2", "z/b.ts": "1" }), record))).toBe(
      "WRITE_FAILED",
    );
    expect(get(out, "manifest.json")).toBe(manifest);
    expect(listTree(out)).toEqual(["a.ts", "manifest.json", "z"]);
  });

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "says that a directory cannot be written",
    () => {
      const out = temporaryDirectory();
      chmodSync(out, 0o500);
      expect(codeOf(() => writeTree(out, files({ "a.ts": "1" }), record))).toBe(
        "USAGE_OUT_NOT_DIRECTORY",
      );
      expect(readdirSync(out)).toEqual([]);
      chmodSync(out, 0o700);
    },
  );
});
