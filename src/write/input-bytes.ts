/** The bytes of a manifest's inputs, found by the same roots that `load` resolves with. */

import { readFileSync, statSync } from "node:fs";
import { lookIntoLock } from "../load/lock.js";
import { isHttpUrl } from "../text/http-url.js";
import { createRoots } from "../load/roots.js";
import { type GivenRoot } from "../load/schema-root.js";
import { overlayIndex, PLATFORM_INPUT, PROFILE_INPUT } from "./manifest.js";
import type { ResolveInput } from "./up-to-date.js";

export interface InputSources {
  readonly profile: string;
  readonly platform?: string | undefined;
  readonly schemas?: readonly GivenRoot[] | undefined;
  /** The paths of overlays, in their order. */
  readonly overlays?: readonly string[] | undefined;
}

export function createInputResolver({
  profile,
  platform,
  schemas,
  overlays = [],
}: InputSources): ResolveInput {
  const lock = lookIntoLock(profile);
  const roots = createRoots(schemas ?? [], [], lock);
  const readProfile = (source: string): Uint8Array | undefined => {
    if (!isHttpUrl(source)) return readRegularFile(source);
    const located = lock.locate(source);
    return located === undefined ? undefined : readFileSync(located.file);
  };
  return (uri) => {
    if (uri === PROFILE_INPUT) return readProfile(profile);
    if (uri === PLATFORM_INPUT) return platform === undefined ? undefined : readProfile(platform);
    const index = overlayIndex(uri);
    if (index !== undefined) {
      const overlay = overlays[index];
      return overlay === undefined ? undefined : readRegularFile(overlay);
    }
    const located = roots.locate(uri);
    return located === undefined ? undefined : readFileSync(located.file);
  };
}

/** Undefined for a pipe: it can be read only once, and a full run needs its content. */
function readRegularFile(file: string): Uint8Array | undefined {
  return statSync(file).isFile() ? readFileSync(file) : undefined;
}
