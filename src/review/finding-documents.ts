/** Whose the documents of a run are, and their URLs, by the files that findings show. */

import { isObject } from "../json-schema/keywords.js";
import type { Document } from "../load/document.js";
import { listSides, type Loaded } from "../load/load.js";
import { isOwnDocument } from "../load/own-document.js";
import type { FindingDocuments } from "./accepted-findings.js";

export function findingDocuments({ sides, sources }: Loaded): FindingDocuments {
  const byFile = new Map<string, Document[]>();
  for (const each of sources.inputs)
    byFile.set(each.file, [...(byFile.get(each.file) ?? []), each]);
  const others = new Set(
    [...byFile].flatMap(([file, documents]) => (documents.some(isOwnDocument) ? [] : [file])),
  );
  for (const { document, whose } of listSides(sides)) {
    if (whose === "another") others.add(document.file);
    else others.delete(document.file);
  }
  return {
    urlsOf: (file) => [...new Set((byFile.get(file) ?? []).flatMap(urlsOf))],
    isOthers: (file) => others.has(file),
  };
}

function urlsOf({ uri, fileUri, root }: Document): readonly string[] {
  const id = isObject(root) ? root["$id"] : undefined;
  return [uri, fileUri, ...(typeof id === "string" ? [id] : [])];
}
