/** A released directory is what its manifest says, or it is said where it differs. */

import { cpSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkReleased } from "../../src/load/check-released.js";
import { repository } from "../support/published.js";
import { get, put, temporaryDirectory } from "../write/temporary.js";

function copy(): string {
  const directory = path.join(temporaryDirectory(), "2026-11-20");
  cpSync(path.join(repository, "schemas/2026-11-20"), directory, { recursive: true });
  return directory;
}

function said(directory: string): readonly string[] {
  return checkReleased(directory, "r").map(({ code, message }) => `${code}: ${message}`);
}

describe("checkReleased", () => {
  it("has nothing to say of the repository's release and draft", () => {
    expect(checkReleased(path.join(repository, "schemas/2026-11-20"))).toEqual([]);
    expect(checkReleased(path.join(repository, "schemas/draft"))).toEqual([]);
  });

  it("names a file that changed, one that is missing and one that was added", () => {
    const directory = copy();
    put(directory, "proto.json", `${get(directory, "proto.json")} `);
    rmSync(path.join(directory, "shopping/cart.json"));
    put(directory, "shopping/types/extra.json", "{}");
    put(directory, "notes.md", "");
    expect(said(directory)).toEqual([
      "RELEASE_ALTERED: r/notes.md was added after the release",
      "RELEASE_ALTERED: r/proto.json was changed after the release",
      "RELEASE_ALTERED: r/shopping/cart.json was removed after the release",
      "RELEASE_ALTERED: r/shopping/types/extra.json was added after the release",
    ]);
    const [, changed] = checkReleased(directory, "r");
    expect(changed?.place).toEqual({ file: "r/proto.json", line: 1, column: 1 });
    expect(changed?.hint).toContain("git restore");
  });

  it("passes over what editors and systems leave", () => {
    const directory = copy();
    put(directory, ".DS_Store", "x");
    put(directory, ".git/config", "x");
    expect(said(directory)).toEqual([]);
  });

  it("takes a link that leads out of the release for a file that is missing", () => {
    const directory = copy();
    const file = path.join(directory, "proto.json");
    rmSync(file);
    symlinkSync(path.join(repository, "schemas/2026-11-20/proto.json"), file);
    expect(said(directory)).toEqual([
      "RELEASE_ALTERED: r/proto.json was removed after the release",
    ]);
  });

  it.each([
    ["no JSON", "{"],
    ["another manifest", '{ "version": 1, "outputs": [] }'],
    ["a list", "[]"],
  ])("says that %s is no manifest", (_, text) => {
    const directory = copy();
    put(directory, "manifest.json", text);
    expect(said(directory)).toEqual([
      "RELEASE_ALTERED: r/manifest.json is not a release manifest, so changes to the release cannot be detected",
    ]);
  });

  it("warns of a date without a manifest, and of no other directory", () => {
    const directory = copy();
    rmSync(path.join(directory, "manifest.json"));
    expect(said(directory)).toEqual(["RELEASE_MANIFEST_MISSING: r has no manifest.json"]);
    expect(checkReleased(path.join(repository, "test"))).toEqual([]);
  });

  it("says that a directory is not there", () => {
    expect(() => checkReleased(path.join(repository, "none"))).toThrow(/^RELEASE_UNREADABLE/);
  });
});
