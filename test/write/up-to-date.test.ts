import { createHash } from "node:crypto";
import { renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createRunMemory, type RunMemory } from "../../src/write/run-memory.js";
import { findUpToDate } from "../../src/write/up-to-date.js";
import { writeTree } from "../../src/write/write-tree.js";
import { get, listTree, put, temporaryDirectory } from "./temporary.js";

const SCHEMA = "https://proto.dev/schemas/a.json";
const ABSENT = "https://proto.dev/schemas/b.json";
const OPTIONS = { only: ["types"] };

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

describe("findUpToDate", () => {
  let out: string;
  let inputs: Map<string, string>;
  let memory: RunMemory;

  function upToDate(options: Readonly<Record<string, string[]>> = OPTIONS): boolean {
    return findUpToDate({ out, options, resolveInput: resolve, memory }) !== undefined;
  }

  function resolve(uri: string): Uint8Array | undefined {
    const text = inputs.get(uri);
    return text === undefined ? undefined : Buffer.from(text);
  }

  beforeEach(() => {
    out = temporaryDirectory();
    inputs = new Map([
      ["profile", "{}"],
      [SCHEMA, "{ }"],
    ]);
    const record = {
      options: OPTIONS,
      inputs: [...inputs].map(([uri, text]) => ({ uri, sha256: sha256(text) })),
      absent: [ABSENT],
    };
    writeTree(out, [{ path: "x/a.ts", content: "1" }], record);
    memory = createRunMemory({ XDG_CACHE_HOME: temporaryDirectory() });
    memory.remember(out, get(out, "manifest.json"));
  });

  it("holds after a run", () => {
    expect(upToDate()).toBe(true);
  });

  it.each<[string, () => void]>([
    ["an input changes", () => inputs.set(SCHEMA, "{  }")],
    ["an input goes", () => inputs.delete(SCHEMA)],
    ["an input that was absent appears", () => inputs.set(ABSENT, "{}")],
    ["a platform profile is given", () => inputs.set("platform", "{}")],
    ["an output was edited", () => put(out, "x/a.ts", "2")],
    ["an output is missing", () => rmSync(path.join(out, "x/a.ts"))],
    ["the manifest is missing", () => rmSync(path.join(out, "manifest.json"))],
    ["the manifest is broken", () => put(out, "manifest.json", "{")],
    ["the manifest is no object of ours", () => put(out, "manifest.json", "[1]")],
    ["the manifest was edited", () => put(out, "manifest.json", `${get(out, "manifest.json")}\n`)],
    [
      "another version wrote it",
      () => put(out, "manifest.json", get(out, "manifest.json").replace("0.1.0", "0.0.9")),
    ],
    ["the directory is missing", () => rmSync(out, { recursive: true })],
    [
      "an output was edited, and its hash in the manifest with it",
      () => {
        put(out, "x/a.ts", "2");
        const manifest = get(out, "manifest.json");
        put(out, "manifest.json", manifest.replace(sha256("1"), sha256("2")));
      },
    ],
    [
      "an output is a link to what was written",
      () => {
        renameSync(path.join(out, "x/a.ts"), path.join(out, "moved"));
        symlinkSync("../moved", path.join(out, "x/a.ts"));
      },
    ],
    [
      "nobody knows who wrote the manifest",
      () => (memory = createRunMemory({ XDG_CACHE_HOME: out })),
    ],
  ])("does not hold when %s", (_, change) => {
    change();
    expect(upToDate()).toBe(false);
  });

  it("does not hold with other options", () => {
    expect(upToDate({})).toBe(false);
    expect(upToDate({ only: ["types", "validators"] })).toBe(false);
  });

  it("does not hold, and does not throw, when an input cannot be read", () => {
    const fail = (): never => {
      throw new Error("EACCES");
    };
    expect(findUpToDate({ out, options: OPTIONS, resolveInput: fail, memory })).toBeUndefined();
  });
});

describe("the memory of runs", () => {
  it("is of one directory, however it is named", () => {
    const [out, other, cache] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
    const memory = createRunMemory({ XDG_CACHE_HOME: cache });
    memory.remember(out, "manifest");
    symlinkSync(out, path.join(other, "link"));
    expect(memory.wrote(path.join(other, "link"), "manifest")).toBe(true);
    expect(memory.wrote(out, "another")).toBe(false);
    expect(memory.wrote(other, "manifest")).toBe(false);
  });

  it("is lost, and no error, where the cache cannot be written", () => {
    const out = temporaryDirectory();
    put(out, "file", "");
    const memory = createRunMemory({ XDG_CACHE_HOME: path.join(out, "file") });
    memory.remember(out, "manifest");
    expect(memory.wrote(out, "manifest")).toBe(false);
  });

  it.each([
    ["linux", { XDG_CACHE_HOME: "relative" }, ".cache/proto-gen/runs"],
    ["darwin", {}, "Library/Caches/proto-gen/runs"],
    ["win32", { LOCALAPPDATA: "HOME/AppData" }, "AppData/proto-gen/runs"],
  ])("is in the user's cache on %s", (platform, env, place) => {
    const [out, home] = [temporaryDirectory(), temporaryDirectory()];
    vi.stubEnv("HOME", home);
    onTestFinished(() => void vi.unstubAllEnvs());
    const given = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, value.replace("HOME", home)]),
    );
    createRunMemory(given, platform).remember(out, "manifest");
    expect(listTree(path.join(home, place))).toHaveLength(1);
  });
});
