/** Tells where overlays changed a document, for what is said about a place in it. */

import type { Diagnostic } from "../../errors.js";
import { valueAt } from "../../text/value-at.js";
import { locateSource, writtenAt, type Document, type SourceText } from "../document.js";
import type { SourceLocation } from "../../errors.js";

/**
 * The actions that changed a value of a document, or something in it, by the lines of their overlays.
 *
 * @param pointer in the document's root
 */
export function changesIn(document: Document, pointer: string): readonly SourceLocation[] {
  const { overlaid } = document;
  if (overlaid === undefined) return [];
  const { text, pointer: written } = writtenAt(document, pointer);
  // What an overlay brought is written in it.
  const brought = text === document ? [] : [{ overlay: text, action: actionOf(written) }];
  const inside = overlaid.changes.filter(
    (each) => each.pointer === pointer || each.pointer.startsWith(`${pointer}/`),
  );
  const actions = new Map(
    [...brought, ...inside].map((each) => [`${each.overlay.file} ${each.action}`, each] as const),
  );
  return [...actions.values()].map(({ overlay, action }) => locateSource(overlay, action));
}

/** `/actions/3/update/properties` is a part of `/actions/3`. */
function actionOf(pointer: string): string {
  return pointer.split("/").slice(0, 3).join("/");
}

/** Adds to findings in a text of their own that overlays changed the object or array there, or removed it from there. */
export function noteChanges(
  found: readonly Diagnostic[],
  documents: readonly Document[],
): readonly Diagnostic[] {
  const changed = new Map<string, ChangedPlaces>();
  for (const document of documents)
    if (document.overlaid !== undefined) changed.set(document.file, changedPlaces(document));
  return changed.size === 0 ? found : found.map((each) => noteChange(each, changed));
}

interface ChangedPlaces {
  readonly document: Document;
  /** Overlays and their actions, by the pointer of what they changed in the document's own text. */
  readonly actions: ReadonlyMap<string, readonly ActionPlace[]>;
}

interface ActionPlace {
  readonly overlay: SourceText;
  readonly action: string;
}

function changedPlaces(document: Document): ChangedPlaces {
  const actions = new Map<string, ActionPlace[]>();
  for (const { pointer, overlay, action } of document.overlaid?.changes ?? []) {
    const own = document.overlaid?.positionOf(pointer);
    if (own === undefined || own.overlay !== undefined) continue;
    actions.set(own.pointer, [...(actions.get(own.pointer) ?? []), { overlay, action }]);
  }
  return { document, actions };
}

function noteChange(found: Diagnostic, changed: ReadonlyMap<string, ChangedPlaces>): Diagnostic {
  const { place } = found;
  const known = place === undefined ? undefined : changed.get(place.file);
  if (place?.pointer === undefined || known === undefined) return found;
  const { document, actions } = known;
  const isGone = valueAt(document.root, place.pointer) === undefined;
  const parent = place.pointer.slice(0, place.pointer.lastIndexOf("/"));
  const here = [
    ...(actions.get(place.pointer) ?? []),
    ...(isGone ? (actions.get(parent) ?? []) : []),
  ];
  if (here.length === 0) return found;
  const related = here.map(({ overlay, action }) => ({
    message: "changed by an overlay here",
    place: locateSource(overlay, action),
  }));
  return Object.freeze({ ...found, related: [...(found.related ?? []), ...related] });
}
