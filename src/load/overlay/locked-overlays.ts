/** Compares the overlays of fetched documents with those that the lock file records, for a run that accepts no change. */

import { failure } from "../../errors.js";
import type { Document } from "../document.js";
import { overlayName, type LockFile } from "../lock.js";

/** @throws ProtoGenError LOAD_LOCK_MISMATCH for an overlay that is new, is gone, or has changed */
export function requireLockedOverlays(documents: readonly Document[], lock: LockFile): void {
  for (const { uri, isRemote, overlaid } of documents) {
    if (isRemote !== true) continue;
    const before = lock.overlays.get(uri) ?? [];
    const now = (overlaid?.overlays ?? []).map(({ file, sha256 }) => ({
      file: overlayName(lock.file, file),
      sha256,
    }));
    const longest = Math.max(before.length, now.length);
    for (let index = 0; index < longest; index++) {
      const [recorded, applied] = [before[index], now[index]];
      if (recorded?.file === applied?.file && recorded?.sha256 === applied?.sha256) continue;
      throw mismatch(uri, { recorded: recorded?.file, applied: applied?.file }, lock);
    }
  }
}

interface OverlayNames {
  readonly recorded: string | undefined;
  readonly applied: string | undefined;
}

function mismatch(url: string, { recorded, applied }: OverlayNames, { file }: LockFile): Error {
  const what =
    recorded === applied
      ? `the overlay ${applied} of ${url} does not match its SHA-256 in ${file}`
      : recorded === undefined
        ? `the overlay ${applied} of ${url} is not in ${file}`
        : applied === undefined
          ? `${file} records the overlay ${recorded} of ${url}, which was not given`
          : `${file} records the overlay ${recorded} of ${url}, and ${applied} was given in its place`;
  return failure("LOAD_LOCK_MISMATCH", what, { place: { file } });
}
