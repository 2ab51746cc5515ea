/**
 * A document while overlays change it. What is changed is copied first, once: documents are frozen, and an overlay may change many
 * members of one large object. The draft knows of every value where it is written: in the document, or in an overlay.
 */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { Document, Overlaid, OverlayChange, OverlaidPosition } from "../document.js";
import type { Location } from "./json-path.js";

type Container = Record<string, Json> | Json[];

/** An action, by its pointer in the document of its overlay. */
export interface ActionPosition {
  readonly overlay: Document;
  readonly pointer: string;
}

export interface OverlayDraft {
  root: Json;
  /** The copies, which may be changed: by object or array, where members are written that stand elsewhere than their names say. */
  readonly copies: Map<object, Map<string, OverlaidPosition>>;
  /** The actions that changed each copy. */
  readonly changedBy: Map<object, ActionPosition[]>;
}

export function createDraft(root: Json): OverlayDraft {
  return { root, copies: new Map(), changedBy: new Map() };
}

/** A copy in the draft, and where the object or array that it began as is written. */
export interface DraftPlace {
  readonly container: Container;
  readonly position: OverlaidPosition;
}

const OWN_ROOT: OverlaidPosition = { overlay: undefined, pointer: "" };

/** Copies an object or array, and all that contain it. Undefined where another action of the same list removed it. */
export function openPlace(draft: OverlayDraft, location: Location): DraftPlace | undefined {
  let value = copyOf(draft, draft.root);
  if (value === undefined) return undefined;
  draft.root = value;
  let position = OWN_ROOT;
  for (const step of location) {
    const place: DraftPlace = { container: value, position };
    const next = openMember(draft, place, String(step));
    if (next === undefined) return undefined;
    ({ container: value, position } = next);
  }
  return { container: value, position };
}

/** Copies a member that is an object or an array. */
export function openMember(
  draft: OverlayDraft,
  { container, position }: DraftPlace,
  name: string,
): DraftPlace | undefined {
  if (!Object.hasOwn(container, name)) return undefined;
  const members = container as Record<string, Json>;
  const copy = copyOf(draft, members[name] as Json);
  if (copy === undefined) return undefined;
  setOwn(members, name, copy);
  const moved = draft.copies.get(container)?.get(name);
  return { container: copy, position: moved ?? below(position, name) };
}

function copyOf({ copies }: OverlayDraft, value: Json): Container | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (copies.has(value)) return value as Container;
  // Spreads define members, so that `__proto__` is one.
  const copy: Container = Array.isArray(value)
    ? [...(value as Json[])]
    : { ...(value as JsonObject) };
  copies.set(copy, new Map());
  return copy;
}

function setOwn(object: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(object, name, {
    ...{ value, enumerable: true, configurable: true, writable: true },
  });
}

/** Sets a member of a copy to a value of an overlay. */
export function setMember(
  { copies }: OverlayDraft,
  { container }: DraftPlace,
  name: string,
  { value, position }: { readonly value: Json; readonly position: OverlaidPosition },
): void {
  setOwn(container as Record<string, Json>, name, value);
  copies.get(container)?.set(name, position);
}

/** Removes members of a copy: items of an array all at once, since those behind them move. */
export function removeMembers(
  { copies }: OverlayDraft,
  { container, position }: DraftPlace,
  names: ReadonlySet<string>,
): void {
  const moved = copies.get(container) as Map<string, OverlaidPosition>;
  if (!Array.isArray(container)) {
    for (const name of names) {
      delete container[name];
      moved.delete(name);
    }
    return;
  }
  const before = new Map(moved);
  const items = container.splice(0);
  moved.clear();
  for (const [index, item] of items.entries()) {
    const name = String(index);
    if (names.has(name)) continue;
    const from = before.get(name);
    const to = container.push(item) - 1;
    if (from !== undefined) moved.set(String(to), from);
    else if (to !== index) moved.set(String(to), below(position, name));
  }
}

export function below({ overlay, pointer }: OverlaidPosition, name: string): OverlaidPosition {
  return { overlay, pointer: `${pointer}/${escapePointerToken(name)}` };
}

/** Freezes the copies. Only they can have been changed. */
export function finishDraft(
  { root, copies, changedBy }: OverlayDraft,
  overlays: readonly Document[],
): { readonly root: Json; readonly overlaid: Overlaid } {
  const changes: OverlayChange[] = [];
  const visit = (value: Json, pointer: string): void => {
    if (typeof value !== "object" || value === null || !copies.has(value)) return;
    Object.freeze(value);
    for (const { overlay, pointer: action } of changedBy.get(value) ?? [])
      changes.push({ pointer, overlay, action });
    for (const [name, each] of Object.entries(value))
      visit(each as Json, `${pointer}/${escapePointerToken(name)}`);
  };
  visit(root, "");
  return {
    root,
    overlaid: Object.freeze({
      overlays: overlays.map(({ file, sha256 }) => ({ file, sha256 })),
      changes,
      positionOf: (pointer: string) => positionIn(root, copies, pointer),
    }),
  };
}

function positionIn(root: Json, copies: OverlayDraft["copies"], pointer: string): OverlaidPosition {
  let value: Json | undefined = root;
  let position = OWN_ROOT;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    const moved = isContainer(value) ? copies.get(value)?.get(name) : undefined;
    position = moved ?? below(position, name);
    value = isContainer(value) && Object.hasOwn(value, name) ? memberOf(value, name) : undefined;
  }
  return position;
}

function isContainer(value: Json | undefined): value is JsonObject | readonly Json[] {
  return isObject(value) || Array.isArray(value);
}

function memberOf(value: JsonObject | readonly Json[], name: string): Json | undefined {
  return (value as JsonObject)[name];
}
