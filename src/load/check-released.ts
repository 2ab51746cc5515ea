/**
 * Checks that the files of a released directory are those of its manifest: others have built on them, so they never change
 * again. A date without a manifest is reported, too.
 */

import { existsSync } from "node:fs";
import path from "node:path";
import { diagnostic, type Diagnostic } from "../errors.js";
import { hasSha256 } from "../text/sha256.js";
import { filesBelow } from "./release-files.js";
import { readManifest } from "./release-manifest.js";
import { isReleaseDate } from "@proto-gen/runtime/negotiation";
import { RELEASE_MANIFEST } from "./release.js";

/**
 * @param label how messages show the directory
 * @returns RELEASE_ALTERED, RELEASE_MANIFEST_MISSING; none for a directory that is no release, as a draft is
 * @throws ProtoGenError RELEASE_UNREADABLE
 */
export function checkReleased(directory: string, label = directory): readonly Diagnostic[] {
  const files = filesBelow(directory, () => true, { label });
  const manifest = files.find((file) => file.path === RELEASE_MANIFEST);
  const date = path.basename(path.resolve(directory));
  if (manifest === undefined) return isReleaseDate(date) ? [unsealed(label)] : [];
  const file = `${label}/${RELEASE_MANIFEST}`;
  const recorded = readManifest(file, manifest.bytes);
  if (recorded === undefined)
    return [
      altered(file, "is not a release manifest, so changes to the release cannot be detected"),
    ];
  const present = new Map(files.map((each) => [each.path, each.bytes]));
  present.delete(RELEASE_MANIFEST);
  const names = new Set([...recorded.keys(), ...present.keys()]);
  return [...names].sort().flatMap((name) => {
    const what = difference(recorded.get(name), present.get(name));
    return what === undefined ? [] : [altered(`${label}/${name}`, what)];
  });
}

/** True for a directory with a manifest. */
export function isReleased(directory: string): boolean {
  return existsSync(path.join(directory, RELEASE_MANIFEST));
}

function difference(
  recorded: string | undefined,
  bytes: Uint8Array | undefined,
): string | undefined {
  if (recorded === undefined) return "was added after the release";
  if (bytes === undefined) return "was removed after the release";
  return hasSha256(bytes, recorded) ? undefined : "was changed after the release";
}

function altered(file: string, what: string): Diagnostic {
  return diagnostic("RELEASE_ALTERED", `${file} ${what}`, { place: { file, line: 1, column: 1 } });
}

function unsealed(label: string): Diagnostic {
  return diagnostic("RELEASE_MANIFEST_MISSING", `${label} has no ${RELEASE_MANIFEST}`, {
    place: {
      file: `${label}/${RELEASE_MANIFEST}`,
      line: 1,
      column: 1,
    },
  });
}
