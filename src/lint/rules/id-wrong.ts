import type { Json } from "@proto-gen/runtime/json";
import { cutText } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource } from "../../load/document.js";
import type { LintContext } from "../context.js";
import type { Observation, OwnLintRule } from "../rule.js";

export const idWrong: OwnLintRule = {
  id: "id-wrong",
  severity: "error",
  summary: "A document's $id does not match its path in the release.",
  hint: "proto-gen lint --fix writes the $id that follows from the file's path",
  explanation: {
    text: "Profiles name a schema by its URL, and a release is published so that the URL of each file is the URL of the directory followed by its path. A document with another $id is not found by references to its URL, and its own relative references lead elsewhere. The release's URL is the one that most of its $ids begin with.",
    source: "JSON Schema 2020-12 Core §8.2.1, §2.1.2",
    wrong: {
      file: "types/total.json",
      at: "/$id",
      json: "https://example.com/schemas/draft/types/types/total.json",
    },
    right: {
      file: "types/total.json",
      at: "/$id",
      json: "https://example.com/schemas/draft/types/total.json",
    },
  },
  check: checkIds,
};

function checkIds({ loaded: { release } }: LintContext): Observation[] {
  return release.documents.flatMap((document) => {
    const id = isObject(document.root) ? document.root["$id"] : undefined;
    if (id === undefined || id === document.fileUri) return [];
    const repetition = repeatsPart(id) ? ", which repeats a part" : "";
    return [
      {
        message: `$id is ${idText(id)}${repetition}, but the document's path makes it ${document.fileUri}`,
        place: locateSource(document, "/$id"),
      },
    ];
  });
}

function idText(id: Json): string {
  return typeof id === "string" ? id : cutText(JSON.stringify(id), 60);
}

/** Joining two URLs by hand often repeats a part. */
function repeatsPart(id: Json): boolean {
  if (typeof id !== "string") return false;
  const segments = id.split("/").filter((segment) => segment !== "");
  return (
    /https?:.*https?:/.test(id) ||
    segments.some((segment, index) => index > 1 && segment === segments[index - 1])
  );
}
