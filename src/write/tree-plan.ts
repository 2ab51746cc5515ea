/**
 * What stands in the output directory against what a run would write. In: the directory, the files and the
 * record of inputs. Out: each path's state; nothing is changed. Writing and checking both start here.
 */

import { failure } from "../errors.js";
import { checkPaths, isInsidePath, type OutputFile } from "./files.js";
import {
  createManifest,
  isForeignManifest,
  MANIFEST_PATH,
  manifestText,
  parseManifest,
  type Manifest,
  type ManifestRecord,
} from "./manifest.js";
import { openOutput, type OutputDirectory } from "./output-directory.js";
import { sha256 } from "../text/sha256.js";

export interface PlannedFile extends OutputFile {
  readonly state: "absent" | "same" | "different";
  /** What stands there now. */
  readonly current: Buffer | undefined;
  /** Whether what stands there is what an earlier run recorded; undefined where none recorded it. */
  readonly asRecorded: boolean | undefined;
}

/** A file that an earlier run wrote and this one does not. */
export interface Orphan {
  readonly path: string;
  readonly asRecorded: boolean;
}

export interface TreePlan {
  readonly directory: OutputDirectory;
  /** Sorted by path; the manifest comes last. */
  readonly files: readonly PlannedFile[];
  readonly orphans: readonly Orphan[];
}

/** @param record without it the manifest itself is left out */
export function planTree(
  out: string,
  files: readonly OutputFile[],
  record: ManifestRecord | undefined,
): TreePlan {
  checkPaths(files, MANIFEST_PATH);
  const directory = openOutput(out);
  const recorded = recordedHashes(readManifest(out, directory));
  const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
  const manifest =
    record === undefined
      ? []
      : [{ path: MANIFEST_PATH, content: manifestText(createManifest(record, files)) }];
  const planned = [...sorted, ...manifest].map((file) =>
    planFile(directory, file, recorded.get(file.path)),
  );
  const written = new Set(files.map(({ path }) => path));
  return { directory, files: planned, orphans: findOrphans(directory, recorded, written) };
}

function planFile(
  directory: OutputDirectory,
  file: OutputFile,
  recorded: string | undefined,
): PlannedFile {
  const current = directory.read(file.path);
  const same = current?.equals(Buffer.from(file.content)) === true;
  return {
    ...file,
    state: current === undefined ? "absent" : same ? "same" : "different",
    current,
    asRecorded:
      current === undefined || recorded === undefined ? undefined : sha256(current) === recorded,
  };
}

function findOrphans(
  directory: OutputDirectory,
  recorded: ReadonlyMap<string, string>,
  written: ReadonlySet<string>,
): Orphan[] {
  return [...recorded].flatMap(([path, hash]) => {
    if (written.has(path)) return [];
    const current = directory.read(path);
    return current === undefined ? [] : [{ path, asRecorded: sha256(current) === hash }];
  });
}

function readManifest(out: string, directory: OutputDirectory): Manifest | undefined {
  const text = directory.read(MANIFEST_PATH)?.toString("utf8");
  if (text === undefined) return undefined;
  if (isForeignManifest(text))
    throw failure(
      "USAGE_OUT_NOT_DIRECTORY",
      `${out} holds a ${MANIFEST_PATH} that another program wrote`,
    );
  return parseManifest(text);
}

/** A manifest is a file like any other: what it says about paths outside is not acted on. */
function recordedHashes(manifest: Manifest | undefined): ReadonlyMap<string, string> {
  const outputs = manifest?.outputs ?? [];
  return new Map(
    outputs
      .filter(({ path }) => path !== MANIFEST_PATH && isInsidePath(path))
      .map(({ path, sha256: hash }) => [path, hash]),
  );
}
