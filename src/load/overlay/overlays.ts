/**
 * The overlays of a run: each changes the document that its `extends` names, wherever that comes from, right after it is parsed
 * (ADR 107). JSONPath is loaded only where there is an overlay.
 */

import path from "node:path";
import { diagnostic, failure, type Diagnostic, type DiagnosticCode } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import { isBelow, normalizeUri } from "../../json-schema/uri.js";
import { isUrl } from "../../text/http-url.js";
import { nearest } from "../../text/nearest.js";
import { locateSource, type Document } from "../document.js";
import { realPath } from "../named-file.js";
import { prefixesOf } from "../schema-root.js";
import type { Overlay } from "./read-overlay.js";

export interface Overlays {
  readonly all: readonly Overlay[];
  /** The documents that were changed so far. */
  changed(): readonly Document[];
  /**
   * The document with its overlays applied, in the order in which they were given.
   *
   * @param file the path of the document, where it is on this disk
   * @throws ProtoGenError OVERLAY_INVALID, OVERLAY_NO_MATCH or LOAD_TOO_LARGE
   */
  apply<Read extends Document>(document: Read, file?: string): Read;
  /** Some of them, in this order. */
  only(some: readonly Overlay[]): Overlays;
}

type ApplyOverlays = typeof import("./apply-overlay.js").applyOverlays;

export const NO_OVERLAYS: Overlays = Object.freeze({
  all: Object.freeze([]),
  changed: () => [],
  apply: <Read extends Document>(document: Read) => document,
  only: () => NO_OVERLAYS,
});

/**
 * @param files the paths of overlay documents
 * @throws ProtoGenError FILE_NOT_FOUND, USAGE for one that is named twice, and what is wrong with them
 */
export async function openOverlays(files: readonly string[] = []): Promise<Overlays> {
  if (files.length === 0) return NO_OVERLAYS;
  const [{ readOverlay }, { applyOverlays }] = await Promise.all([
    import("./read-overlay.js"),
    import("./apply-overlay.js"),
  ]);
  const all = files.map(readOverlay);
  requireOnce(files);
  return withOverlays(all, applyOverlays);
}

function withOverlays(all: readonly Overlay[], applyOverlays: ApplyOverlays): Overlays {
  // What is told of an error has to know the documents of a run that has failed, too.
  const changed = new Map<string, Document>();
  return Object.freeze({
    all,
    changed: () => [...changed.values()],
    apply<Read extends Document>(document: Read, file?: string): Read {
      const result = applyOverlays(document, findOverlays(all, document, file));
      if (result !== document) changed.set(document.file, result);
      return result;
    },
    only: (some: readonly Overlay[]) => withOverlays(some, applyOverlays),
  });
}

/** Applied twice, one that adds to an array would add twice. */
function requireOnce(files: readonly string[]): void {
  const known = new Map<string, string>();
  for (const file of files) {
    const place = realPath(file);
    const before = known.get(place);
    if (before !== undefined)
      throw failure(
        "USAGE",
        before === file
          ? `the overlay ${file} is named twice`
          : `the overlays ${before} and ${file} are one file`,
        { hint: "name it once" },
      );
    known.set(place, file);
  }
}

function findOverlays(
  all: readonly Overlay[],
  document: Document,
  file: string | undefined,
): readonly Overlay[] {
  const urls = new Set(namesOf(document).map(normalizeUri));
  const place = file === undefined ? undefined : realPath(file);
  return all.filter(({ target }) =>
    "url" in target ? urls.has(target.url) : target.realFile === place,
  );
}

/** What a profile or a reference calls the document, where it is, below each prefix of its directory, and what it calls itself. */
function namesOf({ uri, fileUri, root, foundIn }: Document): readonly string[] {
  const id = isObject(root) ? root["$id"] : undefined;
  const [first = "", ...others] = foundIn === undefined ? [] : prefixesOf(foundIn);
  const further = isBelow(first, fileUri)
    ? others.map((prefix) => prefix + fileUri.slice(first.length))
    : [];
  return [uri, fileUri, ...further, ...(typeof id === "string" ? [id] : [])].filter(isUrl);
}

/**
 * Overlays that changed nothing, since their document was not read.
 *
 * @param isPart a run that reads only a part of what its profile leads to: then this is a warning
 */
export function reportUnused(
  { all }: Overlays,
  documents: readonly Document[],
  isPart: boolean,
): readonly Diagnostic[] {
  const used = new Set(
    documents.flatMap(({ overlaid }) => overlaid?.overlays.map(({ file }) => file) ?? []),
  );
  const code: DiagnosticCode = isPart ? "OVERLAY_NOT_NEEDED" : "OVERLAY_UNUSED";
  return all
    .filter(({ document }) => !used.has(document.file))
    .map(({ document, target }) => {
      const name = "url" in target ? target.url : path.relative("", target.file);
      const names = "url" in target ? documents.flatMap(namesOf) : [];
      const near = nearest(name, names);
      return diagnostic(code, `${document.file} changes ${name}, which this run does not read`, {
        place: locateSource(document, "/extends"),
        hint: near === undefined ? undefined : `did you mean ${near}?`,
      });
    });
}
