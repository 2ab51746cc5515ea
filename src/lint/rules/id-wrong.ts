/**
 * `$id`s that are not the release's URL and the path of the file. In: the release's documents. Out: a finding each.
 * One that has a part twice is called so: it is what joining two URLs by hand leads to.
 */

import type { Json } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource } from "../../load/document.js";
import { lintRule } from "../rule.js";

export const idWrong = lintRule("id-wrong", ({ loaded: { release } }) =>
  release.documents.flatMap((document) => {
    const id = isObject(document.root) ? document.root["$id"] : undefined;
    if (id === undefined || id === document.fileUri) return [];
    return [
      {
        message: `$id is ${shown(id)}${isDoubled(id) ? ", which has a part twice" : ""}; by its place the document is ${document.fileUri}`,
        place: locateSource(document, "/$id"),
      },
    ];
  }),
);

function shown(id: Json): string {
  return typeof id === "string" ? id : JSON.stringify(id).slice(0, 60);
}

function isDoubled(id: Json): boolean {
  if (typeof id !== "string") return false;
  const segments = id.split("/").filter((segment) => segment !== "");
  return (
    /https?:.*https?:/.test(id) ||
    segments.some((segment, index) => index > 1 && segment === segments[index - 1])
  );
}
