/**
 * The URIs of viewed documents. In: a document, a view, and what changes it. Out: a URI that no other viewed
 * document has, the same from run to run.
 */

import { sha256 } from "../text/sha256.js";
import type { Influence } from "./influence.js";
import { viewText, type View } from "./view.js";
import type { PartOwner } from "./viewed-schemas.js";

interface Changes {
  readonly influence?: Influence | undefined;
  readonly pointer?: string;
  readonly part?: PartOwner | undefined;
}

export function viewedUri(
  document: string,
  view: View,
  { influence, pointer, part }: Changes = {},
): string {
  const query = `${document.includes("?") ? "&" : "?"}view=${encodeURIComponent(viewText(view))}`;
  const within = influence === undefined ? "" : `&within=${sha256(textOf(influence, pointer))}`;
  const of =
    part === undefined
      ? ""
      : `&part=${encodeURIComponent(`${[part.shape, part.capability, part.unless].join(" ")}`)}`;
  return document + query + of + within;
}

function textOf({ last, omitted, open, openRequired, covered }: Influence, pointer = ""): string {
  const annotations = [...last].map(([name, { visibility, deprecated }]) => [
    name,
    visibility,
    deprecated,
  ]);
  const sets = [omitted, open, openRequired, covered].map((names) => [...names].sort());
  return JSON.stringify([pointer, annotations.sort(), ...sets]);
}
