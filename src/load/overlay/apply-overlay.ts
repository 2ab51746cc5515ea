/**
 * Applies overlays to a document, as the OpenAPI Overlay Specification 1.0 says: actions in order, each on the result of the one before.
 * `update` merges objects member by member, and appends to arrays; `remove` removes. The document stays as it is.
 */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { BUDGETS, budgetDiagnostic } from "../../budgets.js";
import { failure, ProtoGenError } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource, type Document, type OverlaidPosition } from "../document.js";
import type { DocumentSize, Location } from "./json-path.js";
import {
  below,
  createDraft,
  finishDraft,
  openMember,
  openPlace,
  removeMembers,
  setMember,
  type ActionPosition,
  type DraftPlace,
  type OverlayDraft,
} from "./overlay-draft.js";
import { PathError } from "./path-functions.js";
import type { Overlay, OverlayAction } from "./read-overlay.js";

/** @throws ProtoGenError OVERLAY_INVALID, OVERLAY_NO_MATCH or LOAD_TOO_LARGE, with the place of the action */
export function applyOverlays<Read extends Document>(
  document: Read,
  overlays: readonly Overlay[],
): Read {
  if (overlays.length === 0) return document;
  const run: OverlayRun = {
    document,
    draft: createDraft(document.root),
    ...measure(document.root),
    brought: 0,
    steps: 0,
  };
  for (const overlay of overlays)
    for (const action of overlay.actions) applyAction(run, overlay.document, action);
  const { root, overlaid } = finishDraft(
    run.draft,
    overlays.map((each) => each.document),
  );
  return Object.freeze({ ...document, root, overlaid });
}

interface OverlayRun {
  readonly document: Document;
  readonly draft: OverlayDraft;
  /** No fewer than the draft has. */
  values: number;
  /** No less than that of the draft. */
  depth: number;
  /** Values that actions have brought, each as often as it was. */
  brought: number;
  /** The most values that the targets may have visited. */
  steps: number;
}

/** One action on one document. */
interface ActionRun extends OverlayRun {
  readonly overlay: Document;
  readonly action: OverlayAction;
}

function applyAction(run: OverlayRun, overlay: Document, action: OverlayAction): void {
  const { draft, document } = run;
  const { query, update, target } = action;
  const at: Pick<ActionRun, "overlay" | "action"> = { overlay, action };
  const spendSteps = (count: number): void => spend(run, at, "overlaySteps", count);
  spendSteps(query.cost(run));
  const found = runQuery(at, () => query.select(draft.root, spendSteps));
  if (found.length === 0) {
    const { path, suggestion } = runQuery(at, () => query.explainNoMatch(draft.root, spendSteps));
    throw failure("OVERLAY_NO_MATCH", `${target} selects nothing in ${document.file}`, {
      place: locateSource(overlay, `${action.pointer}/target`),
      hint:
        suggestion === undefined
          ? `the document has ${path}, and nothing that the rest selects`
          : `the document has ${path}; did you mean ${suggestion}?`,
    });
  }
  const position: ActionPosition = { overlay, pointer: action.pointer };
  if (update === undefined) removeAll(run, at, found, position);
  else for (const location of found) updateOne(run, at, { location, update, position });
}

type At = Pick<ActionRun, "overlay" | "action">;

function runQuery<Result>({ overlay, action }: At, query: () => Result): Result {
  try {
    return query();
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    throw failure("OVERLAY_INVALID", `target cannot be looked for: ${error.message}`, {
      place: locateSource(overlay, `${action.pointer}/target`),
    });
  }
}

function removeAll(
  { draft }: OverlayRun,
  { overlay, action }: At,
  found: readonly Location[],
  position: ActionPosition,
): void {
  const byParent = new Map<string, { readonly parent: Location; readonly names: Set<string> }>();
  for (const location of found) {
    const last = location.at(-1);
    if (last === undefined)
      throw failure("OVERLAY_INVALID", "a document cannot be removed as a whole", {
        place: locateSource(overlay, `${action.pointer}/target`),
        hint: "select what is in it",
      });
    const parent = location.slice(0, -1);
    const key = JSON.stringify(parent);
    const group = byParent.get(key) ?? { parent, names: new Set<string>() };
    group.names.add(String(last));
    byParent.set(key, group);
  }
  // The deepest first: what contains them may be removed, too.
  const groups = [...byParent.values()].sort(
    (left, right) => right.parent.length - left.parent.length,
  );
  for (const { parent, names } of groups) {
    const place = openPlace(draft, parent);
    if (place === undefined) continue;
    removeMembers(draft, place, names);
    noteChange(draft, place, position);
  }
}

interface Update {
  readonly location: Location;
  readonly update: Json;
  readonly position: ActionPosition;
}

function updateOne(run: OverlayRun, at: At, { location, update, position }: Update): void {
  const { draft } = run;
  const place = openPlace(draft, location);
  const from: OverlaidPosition = {
    overlay: position.overlay,
    pointer: `${position.pointer}/update`,
  };
  if (place === undefined)
    throw invalidUpdate(
      at,
      "target",
      `target must select objects or arrays, and ${joinPointer("", ...location)} is neither`,
      { hint: "select the object that contains it, and update that" },
    );
  const depth = location.length;
  if (Array.isArray(place.container)) append(run, at, { place, depth, from, value: update });
  else if (isObject(update)) merge(run, at, { place, depth, from, value: update });
  else
    throw invalidUpdate(at, "update", "target selects an object, so that update must be one, too", {
      hint: "write the members to add or replace",
    });
  noteChange(draft, place, position);
}

function invalidUpdate(
  { overlay, action }: At,
  member: "target" | "update",
  message: string,
  { hint }: { readonly hint: string },
): Error {
  return failure("OVERLAY_INVALID", message, {
    place: locateSource(overlay, `${action.pointer}/${member}`),
    hint,
  });
}

interface Merge {
  readonly place: DraftPlace;
  readonly depth: number;
  readonly value: Json;
  /** Where the value is written. */
  readonly from: OverlaidPosition;
}

/** Members that both have are merged where both are objects, or both are arrays; else that of the overlay is taken. */
function merge(run: OverlayRun, at: At, { place, depth, from, value }: Merge): void {
  const { draft } = run;
  spend(run, at, "overlayValues", 1);
  for (const [name, each] of Object.entries(value as object) as [string, Json][]) {
    const there = Object.hasOwn(place.container, name)
      ? (place.container as Record<string, Json>)[name]
      : undefined;
    const next = { depth: depth + 1, value: each, from: below(from, name) };
    const isList = Array.isArray(there) && Array.isArray(each);
    const member =
      isList || (isObject(there) && isObject(each)) ? openMember(draft, place, name) : undefined;
    if (member === undefined) {
      const brought = bring(run, at, each, depth + 1);
      setMember(draft, place, name, { value: brought, position: next.from });
    } else if (isList)
      (each as readonly Json[]).forEach((item, index) =>
        append(run, at, {
          ...{ place: member, depth: depth + 1, value: item },
          from: below(next.from, String(index)),
        }),
      );
    else merge(run, at, { ...next, place: member });
  }
}

function append(run: OverlayRun, at: At, { place, depth, value, from }: Merge): void {
  const brought = bring(run, at, value, depth + 1);
  const { length } = place.container as Json[];
  setMember(run.draft, place, String(length), { value: brought, position: from });
}

/** The levels that a document may have: those of one that is read. */
const MAX_DEPTH = 512;

/** A copy for this place alone: later stages know schemas by their identity. */
function bring(run: OverlayRun, at: At, value: Json, depth: number): Json {
  const size = measure(value);
  spend(run, at, "overlayValues", size.values);
  if (depth + size.depth > MAX_DEPTH)
    throw failure(
      "LOAD_TOO_LARGE",
      `${run.document.file} has more than ${MAX_DEPTH} levels with this`,
      { place: locateSource(at.overlay, at.action.pointer) },
    );
  run.depth = Math.max(run.depth, depth + size.depth);
  return cloneFrozen(value);
}

function cloneFrozen(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Object.freeze((value as readonly Json[]).map(cloneFrozen));
  const members = Object.entries(value as JsonObject).map(
    ([name, each]) => [name, cloneFrozen(each)] as const,
  );
  return Object.freeze(Object.fromEntries(members));
}

function spend(
  run: OverlayRun,
  { overlay, action }: At,
  budget: "overlaySteps" | "overlayValues",
  count: number,
): void {
  if (budget === "overlaySteps") run.steps += count;
  else {
    run.brought += count;
    run.values += count;
  }
  const spent = budget === "overlaySteps" ? run.steps : run.brought;
  if (spent <= BUDGETS[budget].limit) return;
  throw new ProtoGenError([
    budgetDiagnostic(budget, overlay.file, {
      place: locateSource(overlay, action.pointer),
    }),
  ]);
}

const sizes = new WeakMap<object, DocumentSize>();

/** Values are frozen, so that each is counted once. */
function measure(value: Json): DocumentSize {
  if (typeof value !== "object" || value === null) return { values: 1, depth: 0 };
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let [values, depth] = [1, 1];
  for (const each of Object.values(value) as Json[]) {
    const size = measure(each);
    values += size.values;
    depth = Math.max(depth, size.depth + 1);
  }
  sizes.set(value, { values, depth });
  return { values, depth };
}

function noteChange(
  { changedBy }: OverlayDraft,
  { container }: DraftPlace,
  position: ActionPosition,
): void {
  const known = changedBy.get(container);
  if (known === undefined) changedBy.set(container, [position]);
  else if (known.at(-1) !== position) known.push(position);
}
