/**
 * Tells whether a run would change nothing: the manifest matches options, inputs and outputs, and a run wrote it. A build
 * asks this each time, so it must stay as light as reading the files: no other stage is imported.
 */

import { lstatSync, readFileSync } from "node:fs";
import nodePath from "node:path";
import type { Json } from "@proto-gen/runtime/json";
import { isInsidePath } from "./output-paths.js";
import {
  MANIFEST_PATH,
  manifestText,
  overlayIndex,
  overlayInput,
  parseManifest,
  PLATFORM_INPUT,
  PROFILE_INPUT,
  TOOL,
  type Manifest,
} from "./manifest.js";
import { textSha256, withLineFeeds } from "../text/sha256.js";
import type { RunMemory } from "./run-memory.js";

/** An input's bytes by its URI in the manifest; undefined where no source holds it. */
export type ResolveInput = (uri: string) => Uint8Array | undefined;

export interface PlannedRun {
  /** The output directory. */
  readonly out: string;
  /** Those that the manifest records. */
  readonly options: Readonly<Record<string, Json>>;
  readonly resolveInput: ResolveInput;
  readonly memory: Pick<RunMemory, "wrote">;
}

/**
 * Never throws: a full run reports whatever is broken.
 * @returns the manifest of the output, or undefined if a run would change something
 */
export function findUpToDate({
  out,
  options,
  resolveInput,
  memory,
}: PlannedRun): Manifest | undefined {
  try {
    const text = readText(nodePath.join(out, MANIFEST_PATH));
    const manifest = parseManifest(text);
    const isSame =
      manifest !== undefined &&
      memory.wrote(out, text) &&
      // Covers tool and options, and a manifest that someone edited.
      manifestText({ ...manifest, tool: TOOL, options }) === text &&
      inputsAreSame(manifest, resolveInput) &&
      outputsAreSame(out, manifest);
    return isSame ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function inputsAreSame({ inputs, absent }: Manifest, resolveInput: ResolveInput): boolean {
  const known = new Set(inputs.map(({ uri }) => uri));
  if (!known.has(PROFILE_INPUT)) return false;
  // A platform profile or an overlay that is given now, and was not then, is recorded nowhere.
  const overlays = inputs.filter(({ uri }) => overlayIndex(uri) !== undefined).length;
  const missing = [
    ...absent,
    ...(known.has(PLATFORM_INPUT) ? [] : [PLATFORM_INPUT]),
    overlayInput(overlays),
  ];
  return (
    inputs.every(({ uri, sha256: hash }) => hasHash(resolveInput(uri), hash)) &&
    missing.every((uri) => resolveInput(uri) === undefined)
  );
}

function outputsAreSame(out: string, { outputs }: Manifest): boolean {
  return outputs.every(
    ({ path, sha256: hash }) =>
      isInsidePath(path) && hasHash(readRegular(nodePath.join(out, path)), hash),
  );
}

function readText(file: string): string {
  return new TextDecoder().decode(withLineFeeds(readRegular(file)));
}

/** A link leads elsewhere, and a pipe has no end. */
function readRegular(file: string): Buffer {
  if (!lstatSync(file).isFile()) throw new Error(`${file} is not a regular file`);
  return readFileSync(file);
}

function hasHash(bytes: Uint8Array | undefined, hash: string): boolean {
  return bytes !== undefined && textSha256(bytes) === hash;
}
