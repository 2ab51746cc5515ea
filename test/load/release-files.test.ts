/** Which files of a directory are a release's. */

import { describe, expect, it } from "vitest";
import { filesBelow } from "../../src/load/release-files.js";
import { readReleaseFiles } from "../../src/load/release.js";
import { put, temporaryDirectory } from "../write/temporary.js";

describe("the files of a release", () => {
  it("are its JSON documents, sorted; its manifest is none of them", () => {
    const directory = temporaryDirectory();
    for (const name of ["b.json", "a/z.json", "manifest.json", "a/manifest.json", "notes.md"])
      put(directory, name, "{}");
    expect(readReleaseFiles(directory).map(({ path }) => path)).toEqual([
      "a/manifest.json",
      "a/z.json",
      "b.json",
    ]);
  });

  it("are none of a hidden directory, or of packages", () => {
    const directory = temporaryDirectory();
    for (const name of [".git/x.json", ".x.json", "node_modules/a/x.json", "x.json"])
      put(directory, name, "{}");
    expect(filesBelow(directory, () => true).map(({ path }) => path)).toEqual(["x.json"]);
  });

  it("are read no further than tells that they are too large", () => {
    const directory = temporaryDirectory();
    put(directory, "x.json", " ".repeat(5 * 1024 * 1024));
    const [file] = filesBelow(directory, () => true);
    expect(file?.bytes.byteLength).toBe(4 * 1024 * 1024 + 1);
  });

  it("say that a directory is not there", () => {
    expect(() => filesBelow("/nowhere/at/all", () => true, { label: "x" })).toThrow(
      /^RELEASE_UNREADABLE: x: /,
    );
  });
});
