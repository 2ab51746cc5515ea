import { isObject } from "../../json-schema/keywords.js";
import { locateSource } from "../../load/document.js";
import { isServiceDocument } from "../../load/release-profile.js";
import type { LintContext } from "../context.js";
import type { Observation, OwnLintRule } from "../rule.js";

export const idMissing: OwnLintRule = {
  id: "id-missing",
  severity: "error",
  summary: "A schema document has no $id.",
  hint: "proto-gen lint --fix writes the $id that follows from the file's path",
  explanation: {
    text: "A schema is identified by its $id, and its relative references resolve against it. Without one, each reader resolves them against wherever it found the file, and two readers may end up with different documents. Service documents need no $id.",
    source: "JSON Schema 2020-12 Core §8.2.1",
    wrong: {
      file: "types/total.json",
      text: '{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "type": "integer"\n}\n',
    },
    right: {
      file: "types/total.json",
      text: '{\n  "$schema": "https://json-schema.org/draft/2020-12/schema",\n  "$id": "https://example.com/schemas/draft/types/total.json",\n  "type": "integer"\n}\n',
    },
  },
  check: checkIds,
};

function checkIds({ loaded: { release } }: LintContext): Observation[] {
  const isPublished = release.prefix.startsWith("https://");
  return release.documents
    .filter(({ root }) => isObject(root) && !isServiceDocument(root) && root["$id"] === undefined)
    .map((document) => ({
      message: isPublished
        ? `this schema has no $id; its path makes it ${document.fileUri}`
        : "this schema has no $id, and no other schema states the URL of the release",
      place: locateSource(document, ""),
      hint: isPublished ? undefined : "write the URL at which the file will be published",
    }));
}
