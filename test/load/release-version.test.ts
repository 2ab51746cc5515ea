/** The release of a schema that states no version (ADR 87): the directories above it tell, up to the root of its schemas. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findReleaseVersion } from "../../src/load/release-version.js";
import { release } from "../support/release.js";

const FILE = "release/schemas/types/line.json";

function versionIn(files: Readonly<Record<string, unknown>>, root = "release"): string | undefined {
  const { directory } = release({ files: { [FILE]: {}, ...files } });
  return findReleaseVersion(path.join(directory, FILE), path.join(directory, root));
}

describe("the version of a release", () => {
  it("is that of the nearest directory that states one, the newest in it", () => {
    const checkout = { "release/schemas/checkout.json": { version: "2026-01-11" } };
    expect(versionIn(checkout)).toBe("2026-01-11");
    expect(versionIn({ ...checkout, "release/schemas/cart.json": { version: "2026-01-23" } })).toBe(
      "2026-01-23",
    );
    expect(versionIn({ ...checkout, "release/base.json": { version: "2026-04-08" } })).toBe(
      "2026-01-11",
    );
  });

  it("is not looked for above the root, nor below the directories of the file", () => {
    expect(versionIn({ "base.json": { version: "2026-04-08" } })).toBeUndefined();
    expect(versionIn({ "release/other/a.json": { version: "2026-04-08" } })).toBeUndefined();
    expect(versionIn({ "release/base.json": { version: "2026-04-08" } }, "elsewhere")).toBe(
      undefined,
    );
  });

  it("is no text that is not a version, and nothing that cannot be read", () => {
    const files = {
      "release/package.json": { version: "1.0.0" },
      "release/broken.json": "{",
      "release/list.json": [{ version: "2026-04-08" }],
      "release/read.me": { version: "2026-04-08" },
    };
    expect(versionIn(files)).toBeUndefined();
  });

  it("does not come from a link, a directory or a large file", () => {
    const { directory } = release({ files: { [FILE]: {}, "a.json": { version: "2026-04-08" } } });
    const at = (name: string): string => path.join(directory, "release", name);
    symlinkSync(path.join(directory, "a.json"), at("link.json"));
    mkdirSync(at("directory.json"));
    writeFileSync(
      at("b.json"),
      JSON.stringify({ a: "a".repeat(5_000_000), version: "2026-04-08" }),
    );
    expect(findReleaseVersion(path.join(directory, FILE), at("."))).toBeUndefined();
  });
});
