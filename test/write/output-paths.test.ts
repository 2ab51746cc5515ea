/** What may stand in an output directory's way: paths outside it, broken manifests, and refusals of the system. */

import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ProtoGenError } from "../../src/errors.js";
import { checkPaths } from "../../src/write/output-paths.js";
import { createInputResolver } from "../../src/write/input-bytes.js";
import { isForeignManifest, parseManifest } from "../../src/write/manifest.js";
import { openOutput } from "../../src/write/output-directory.js";
import { put, temporaryDirectory } from "./temporary.js";

/** The whole message of what is thrown, after its code. */
function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    const { code, message } = error.diagnostics[0]!;
    return `${code}: ${message}`;
  }
  return "none";
}

describe("an output directory", () => {
  it.each(["../a", "/a", "a//b", "a/./b", "a\\b", "c:a", "a\n", ""])(
    "has no path %j, to read, write or remove",
    (name) => {
      const out = temporaryDirectory();
      const directory = openOutput(out);
      const said = `WRITE_OUTSIDE_OUT: ${JSON.stringify(name)} is not a path below ${out}`;
      expect(refusal(() => directory.read(name))).toBe(said);
      expect(refusal(() => directory.write(name, ""))).toBe(said);
      expect(refusal(() => directory.remove(name))).toBe(said);
    },
  );

  it("says what the system refuses, and where", () => {
    const out = temporaryDirectory();
    mkdirSync(path.join(out, "a.ts"));
    put(out, "file", "");
    const directory = openOutput(out);
    expect(refusal(() => directory.write("a.ts", ""))).toBe(
      `WRITE_FAILED: ${path.join(out, "a.ts")}: is a directory, but a file must be written there`,
    );
    expect(refusal(() => directory.write("file/b.ts", ""))).toBe(
      `WRITE_FAILED: ${path.join(out, "file/b.ts")}: its parent is a file, not a directory`,
    );
  });

  it("follows no link to nothing: whoever makes its target decides where the files go", () => {
    const out = temporaryDirectory();
    const link = path.join(out, "link");
    symlinkSync(path.join(out, "..", "nothing-is-here"), link);
    expect(refusal(() => openOutput(out).write("link/a.ts", ""))).toBe(
      `WRITE_OUTSIDE_OUT: ${link} is a link that points outside ${out}`,
    );
  });

  it("says the system's own words, where it has none for the refusal", () => {
    const out = path.join(temporaryDirectory(), "x".repeat(300));
    expect(refusal(() => openOutput(out).write("a.ts", ""))).toContain("ENAMETOOLONG");
  });
});

describe("a list of output paths", () => {
  it("may not have a name that is too long, which is said with its length", () => {
    const files = [{ path: `a/${"x".repeat(256)}`, content: "" }];
    expect(refusal(() => checkPaths(files, "manifest.json"))).toBe(
      `WRITE_FAILED: the name ${"x".repeat(40)}... has 256 bytes; the limit is 255`,
    );
  });

  it("may not have one that is the reserved one in another case", () => {
    const files = [{ path: "Manifest.json", content: "" }];
    expect(refusal(() => checkPaths(files, "manifest.json"))).toMatch(
      /^MODEL_NAME_CLASH: manifest.json and Manifest.json are the same file/,
    );
  });
});

describe("a manifest", () => {
  const whole = {
    tool: { name: "proto-gen", version: "1" },
    options: {},
    inputs: [{ uri: "profile", sha256: "00" }],
    absent: ["https://example.com/a.json"],
    outputs: [{ path: "a.ts", sha256: "00" }],
  };

  it("is read with all of its members", () => {
    expect(parseManifest(JSON.stringify(whole))).toEqual(whole);
  });

  it.each<[string, object]>([
    ["no tool", { tool: undefined }],
    ["a tool that is a list", { tool: [] }],
    ["a tool without a name", { tool: { version: "1" } }],
    ["a tool without a version", { tool: { name: "proto-gen" } }],
    ["no options", { options: undefined }],
    ["options that are a list", { options: [] }],
    ["options that are null", { options: null }],
    ["inputs that are an object", { inputs: {} }],
    ["an input without a URI", { inputs: [{ sha256: "00" }] }],
    ["an input without a digest", { inputs: [{ uri: "profile" }] }],
    ["an input that is a string", { inputs: ["profile"] }],
    ["no list of what was absent", { absent: undefined }],
    ["an absent URI that is a number", { absent: [1] }],
    ["an output without a path", { outputs: [{ sha256: "00" }] }],
    ["an output without a digest", { outputs: [{ path: "a.ts" }] }],
    ["an output that is null", { outputs: [null] }],
  ])("is broken with %s", (_, change) => {
    expect(parseManifest(JSON.stringify({ ...whole, ...change }))).toBeUndefined();
  });

  it.each<[string, unknown, boolean]>([
    ["names another tool", { tool: { name: "other" } }, true],
    ["has a tool that is a string", { tool: "proto-gen" }, true],
    ["is a list", [], false],
    ["names this tool", { tool: { name: "proto-gen" } }, false],
  ])("that %s may be another program's", (_, value, isForeign) => {
    expect(isForeignManifest(JSON.stringify(value))).toBe(isForeign);
  });
});

describe("the bytes of an input", () => {
  it("are those of the profile, and of the platform's profile where there is one", () => {
    const directory = temporaryDirectory();
    put(directory, "profile.json", "ours");
    put(directory, "platform.json", "theirs");
    const profile = path.join(directory, "profile.json");
    const platform = path.join(directory, "platform.json");
    const both = createInputResolver({ profile, platform });
    expect(both("profile")?.toString()).toBe("ours");
    expect(both("platform")?.toString()).toBe("theirs");
    const alone = createInputResolver({ profile });
    expect(alone("platform")).toBeUndefined();
    expect(alone("https://example.com/nowhere.json")).toBeUndefined();
  });
});
