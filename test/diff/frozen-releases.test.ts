/** A release with a manifest is compared as a frozen one only if its files are those of the manifest. */

import { rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { diff } from "../../src/diff/compare.js";
import { ProtoGenError } from "../../src/errors.js";
import { readReleaseFiles } from "../../src/load/release.js";
import { manifestText } from "../../src/load/release-manifest.js";
import { put, temporaryDirectory } from "../write/temporary.js";
import { checkoutWith, side, type MemoryRelease } from "./memory-release.js";

const DATE = "2026-01-01";
const CHECKOUT = checkoutWith({ type: "string" });
const CHANGED = checkoutWith({ type: "integer" });

/** A folder with the files of a release, and the manifest that froze it. */
function frozen(): string {
  const directory = path.join(temporaryDirectory(), DATE);
  write(directory, CHECKOUT);
  put(directory, "manifest.json", manifestText(DATE, readReleaseFiles(directory)));
  return directory;
}

function write(directory: string, release: MemoryRelease): void {
  for (const [file, document] of Object.entries(release))
    put(directory, file, JSON.stringify(document));
}

/** Messages of what is wrong, else ids of the rules that found something. */
async function outcome(directory: string, isRelease: boolean): Promise<readonly string[]> {
  const after = { name: "release", directory, isRelease };
  try {
    const { changes } = await diff({ before: side("old", CHECKOUT), after });
    return changes.map(({ rule }) => rule);
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    return error.diagnostics.map(({ code, message }) => `${code}: ${message}`);
  }
}

describe("a frozen release", () => {
  it("is compared where its files are those of its manifest", async () => {
    expect(await outcome(frozen(), true)).toEqual([]);
  });

  it("is refused where a file was changed or added, and each is named", async () => {
    const directory = frozen();
    write(directory, CHANGED);
    put(directory, "notes.md", "");
    expect(await outcome(directory, true)).toEqual([
      `RELEASE_ALTERED: ${directory}/checkout.json was changed after the release`,
      `RELEASE_ALTERED: ${directory}/notes.md was added after the release`,
    ]);
  });

  it("is refused where a file was removed", async () => {
    const directory = frozen();
    rmSync(path.join(directory, "checkout.json"));
    expect(await outcome(directory, true)).toEqual([
      `RELEASE_ALTERED: ${directory}/checkout.json was removed after the release`,
    ]);
  });

  it("is compared as it stands where its folder is meant", async () => {
    const directory = frozen();
    write(directory, CHANGED);
    expect(await outcome(directory, false)).toEqual(["type-changed"]);
  });

  it("is compared where nothing froze it: a folder may be named by a date", async () => {
    const directory = path.join(temporaryDirectory(), DATE);
    write(directory, CHANGED);
    expect(await outcome(directory, true)).toEqual(["type-changed"]);
  });
});
