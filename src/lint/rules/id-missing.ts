/** Schema documents without an `$id`. In: the release's documents. Out: a finding each, at their beginning. */

import { isObject } from "../../json-schema/keywords.js";
import { locateSource } from "../../load/document.js";
import { isServiceDocument } from "../../load/release-profile.js";
import { lintRule } from "../rule.js";

export const idMissing = lintRule("id-missing", ({ loaded: { release } }) =>
  release.documents
    .filter(({ root }) => isObject(root) && !isServiceDocument(root) && root["$id"] === undefined)
    .map((document) => ({
      message: release.prefix.startsWith("https://")
        ? `this schema has no $id; by its place it is ${document.fileUri}`
        : "this schema has no $id, and no other of the release says where that is published",
      place: locateSource(document, ""),
      hint: release.prefix.startsWith("https://")
        ? undefined
        : "write the URL that the file is to have",
    })),
);
