/** Plans the output directory: the state of each path against the files of a run. Writing and checking start here. */

import { failure } from "../errors.js";
import { checkPaths, isInsidePath, type OutputFile } from "./output-paths.js";
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
import { sha256, textSha256, withLineFeeds } from "../text/sha256.js";

export interface PlannedFile extends OutputFile {
  /** `linked`: a link stands there, whatever it leads to. */
  readonly state: "absent" | "same" | "different" | "linked";
  /** The bytes of the file that is there now, with LF for CRLF. */
  readonly current: Uint8Array | undefined;
  /** True where the file is the one that an earlier run recorded; undefined where none recorded it. */
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
  /** Paths that would be replaced, though no manifest records that a run wrote them. */
  readonly foreign: readonly string[];
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
  return {
    directory,
    files: planned,
    orphans: findOrphans(directory, recorded, written),
    foreign: planned.filter((file) => isForeign(file, recorded)).map(({ path }) => path),
  };
}

/** A broken manifest may be replaced: another program's was refused before. */
function isForeign({ path, state }: PlannedFile, recorded: ReadonlyMap<string, string>): boolean {
  if (state === "linked") return true;
  return state === "different" && path !== MANIFEST_PATH && !recorded.has(path);
}

function planFile(
  directory: OutputDirectory,
  { path, content }: OutputFile,
  recorded: string | undefined,
): PlannedFile {
  const occupant = directory.read(path);
  if (occupant.kind !== "file") {
    const state = occupant.kind === "link" ? "linked" : "absent";
    return { path, content, state, current: undefined, asRecorded: undefined };
  }
  // A clone may have CRLF, which means the same in every file that is generated.
  const current = withLineFeeds(occupant.bytes);
  return {
    path,
    content,
    state: Buffer.from(content).equals(current) ? "same" : "different",
    current,
    asRecorded: recorded === undefined ? undefined : sha256(current) === recorded,
  };
}

function findOrphans(
  directory: OutputDirectory,
  recorded: ReadonlyMap<string, string>,
  written: ReadonlySet<string>,
): Orphan[] {
  return [...recorded].flatMap(([path, hash]) => {
    if (written.has(path)) return [];
    const occupant = directory.read(path);
    if (occupant.kind === "nothing") return [];
    return [{ path, asRecorded: occupant.kind === "file" && textSha256(occupant.bytes) === hash }];
  });
}

function readManifest(out: string, directory: OutputDirectory): Manifest | undefined {
  const occupant = directory.read(MANIFEST_PATH);
  if (occupant.kind !== "file") return undefined;
  const text = occupant.bytes.toString("utf8");
  if (isForeignManifest(text))
    throw failure(
      "USAGE_OUT_NOT_DIRECTORY",
      `${out} contains a ${MANIFEST_PATH} that another program wrote`,
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
