/** Overlays for tests: their text, and what they make of a document. */

import type { Json } from "@proto-gen/runtime/json";
import { readDocument, type Document } from "../../src/load/document.js";
import { openOverlays } from "../../src/load/overlay/overlays.js";
import { put, temporaryDirectory } from "../write/temporary.js";

const URL = "https://example.com/schemas/checkout.json";

/** An overlay with each action on a line of its own: the first is on line 6. */
export function overlayText(actions: readonly object[], target = URL): string {
  const lines = actions.map((each) => `    ${JSON.stringify(each)}`).join(",\n");
  return [
    "{",
    '  "overlay": "1.0.0",',
    '  "info": { "title": "A correction", "version": "1" },',
    `  "extends": ${JSON.stringify(target)},`,
    '  "actions": [',
    lines,
    "  ]",
    "}",
    "",
  ].join("\n");
}

/** A document with an overlay for each list of actions, in a directory that the test removes. */
export async function overlaid(root: unknown, ...lists: readonly (readonly object[])[]) {
  const directory = temporaryDirectory();
  const files = lists.map((actions, index) => {
    put(directory, `${index}.json`, overlayText(actions));
    return `${directory}/${index}.json`;
  });
  const overlays = await openOverlays(files);
  const document = documentOf(root);
  return { document, files, changed: overlays.apply(document) };
}

export function documentOf(root: unknown, url = URL): Document {
  return readDocument(url, "checkout.json", Buffer.from(JSON.stringify(root, null, 2)));
}

/** The value that the overlays make of another. */
export async function changedTo(
  root: unknown,
  ...lists: readonly (readonly object[])[]
): Promise<Json> {
  return (await overlaid(root, ...lists)).changed.root;
}
