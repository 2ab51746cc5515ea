/**
 * The bytes behind a manifest's inputs, by the chain that load resolves with. In: where the command line
 * says they are. Out: a callback for `isUpToDate`.
 */

import { readFileSync, statSync } from "node:fs";
import { readLock } from "../load/lock.js";
import { createRoots, type SchemaRoot } from "../load/roots.js";
import { PLATFORM_INPUT, PROFILE_INPUT } from "./manifest.js";
import type { ResolveInput } from "./up-to-date.js";

export interface InputPlaces {
  readonly profile: string;
  readonly platform?: string | undefined;
  readonly schemas?: readonly SchemaRoot[] | undefined;
}

export function inputBytes({ profile, platform, schemas }: InputPlaces): ResolveInput {
  const roots = createRoots(schemas ?? [], [], readLock(profile));
  return (uri) => {
    if (uri === PROFILE_INPUT) return bytesOf(profile);
    if (uri === PLATFORM_INPUT) return platform === undefined ? undefined : bytesOf(platform);
    const located = roots.locate(uri);
    return located === undefined ? undefined : readFileSync(located.file);
  };
}

/** What comes from a pipe can be read only once, and a full run needs it. */
function bytesOf(file: string): Uint8Array | undefined {
  return statSync(file).isFile() ? readFileSync(file) : undefined;
}
