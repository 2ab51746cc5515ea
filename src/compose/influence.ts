/**
 * The influence of the schemas around a schema on its members. In: the facts of an instance as a whole, and of
 * one of its branches. Out: what the branch has to take into account, which is almost always nothing.
 *
 * Where the visibility of a member depends on the active extensions, it stays open: the model carries
 * the rules that depend on it, and the server decides for each platform.
 */

import type { Annotation } from "../json-schema/visibility.js";
import type { Facts } from "./instance.js";

export interface Influence {
  /** Annotations for members declared without one: over all branches, the last. */
  readonly last: ReadonlyMap<string, Annotation>;
  /** Members that the instance does not have, by what is said outside: they leave every `required`. */
  readonly omitted: ReadonlySet<string>;
  /** Members whose visibility is open: whether they are declared, and required. */
  readonly open: ReadonlySet<string>;
  /** Members whose visibility is open, where it matters to a `required` under a condition alone. */
  readonly openRequired: ReadonlySet<string>;
  /** Addresses of schemas that are checked anyway: a reference to one in place says nothing. */
  readonly covered: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

export const NO_INFLUENCE: Influence = Object.freeze({
  last: new Map(),
  omitted: NONE,
  open: NONE,
  openRequired: NONE,
  covered: NONE,
});

/** The influence that the branches of one instance have on each other. */
export function influenceOf({ last }: Pick<Facts, "last">): Influence {
  return last.size === 0 ? NO_INFLUENCE : { ...NO_INFLUENCE, last };
}

/** The influence on a branch that holds under a condition and has facts of its own: others only omit its members. */
export function conditional(outer: Influence, own: Facts): Influence {
  const omitted = new Set(outer.omitted);
  for (const [name, { visibility }] of outer.last)
    if (visibility === "omit" && !outer.open.has(name)) omitted.add(name);
  return {
    last: own.last,
    omitted,
    open: NONE,
    openRequired: new Set([...outer.open, ...outer.openRequired]),
    covered: NONE,
  };
}

/** Whether a member that the schema may require is one that the instance does not have. */
export function omits({ last, omitted, open }: Influence, name: string): boolean {
  return omitted.has(name) || (!open.has(name) && last.get(name)?.visibility === "omit");
}

/**
 * What a part of an instance takes from the others: for a member declared without an annotation the last one of
 * all parts, and of what a `required` may ask for, what is omitted by that.
 *
 * @param statesOf what the last annotation of a member can be, over all parts; `undefined` among them for none
 * @param given the last annotations of the part, of which the schema may be only one branch: what one omits, no
 *     `required` of the part asks for
 */
export function influenceOnPart(
  facts: Facts,
  statesOf: (name: string) => readonly (Annotation | undefined)[],
  given: ReadonlyMap<string, Annotation> = facts.last,
): Influence {
  const last = new Map<string, Annotation>();
  const omitted = new Set<string>();
  const open = new Set<string>();
  const openRequired = new Set<string>();
  for (const name of new Set([...facts.bare, ...facts.mentioned])) {
    const states = statesOf(name);
    if (facts.bare.has(name)) {
      const effects = new Map(states.map((state) => [effectOf(facts, name, state), state]));
      const [state] = effects.values();
      if (effects.size > 1) open.add(name);
      else if (state !== undefined && changes(facts, name, state)) last.set(name, state);
    }
    if (!facts.mentioned.has(name)) continue;
    const isOmitted = (last.get(name) ?? facts.last.get(name))?.visibility === "omit";
    if (isOmitted && !open.has(name)) continue;
    const omissions = states.filter((state) => state?.visibility === "omit").length;
    if (given.get(name)?.visibility === "omit" || omissions === states.length) omitted.add(name);
    else if (omissions > 0) openRequired.add(name);
  }
  const sizes = [last, omitted, open, openRequired].map(({ size }) => size);
  return sizes.every((size) => size === 0)
    ? NO_INFLUENCE
    : { ...NO_INFLUENCE, last, omitted, open, openRequired };
}

/**
 * Whether a part makes the same of its members by two lists of last annotations.
 *
 * @param isAnnotated whether a list may have an annotation of a member
 * @param mayBeOmitted whether that may omit it
 */
export function takesTheSame(
  facts: Facts,
  last: ReadonlyMap<string, Annotation>,
  isAnnotated: (name: string) => boolean,
  mayBeOmitted: (name: string) => boolean,
  others: () => ReadonlyMap<string, Annotation>,
): boolean {
  const names = [
    ...[...facts.bare].filter(isAnnotated),
    ...[...facts.mentioned].filter(mayBeOmitted),
  ];
  if (names.length === 0) return true;
  const other = others();
  return names.every(
    (name) => effectOf(facts, name, last.get(name)) === effectOf(facts, name, other.get(name)),
  );
}

/** What a state of a member makes of the rules of a part: states that make the same are one. */
function effectOf(
  { required, mentioned }: Facts,
  name: string,
  state: Annotation | undefined,
): string {
  const visibility = state?.visibility ?? "unset";
  const isListed = required.has(name);
  return JSON.stringify([
    visibility === "omit",
    visibility === "required" || (isListed && visibility === "unset"),
    isListed && visibility === "optional",
    mentioned.has(name) && visibility === "omit",
  ]);
}

/** The part of an influence that a branch does not already exert on itself; undefined where none is left. */
export function influenceOn(branch: Facts, whole: Influence): Influence | undefined {
  if (whole === NO_INFLUENCE) return undefined;
  const { bare, mentioned, closure } = branch;
  const last = new Map<string, Annotation>();
  const fewer = whole.last.size <= bare.size + mentioned.size;
  for (const name of fewer ? whole.last.keys() : new Set([...bare, ...mentioned])) {
    const annotation = whole.last.get(name);
    if (annotation !== undefined && changes(branch, name, annotation)) last.set(name, annotation);
  }
  const omitted = only(whole.omitted, (name) => mentioned.has(name));
  const open = only(whole.open, (name) => bare.has(name) || mentioned.has(name));
  const openRequired = only(whole.openRequired, (name) => mentioned.has(name));
  const covered = only(whole.covered, (key) => closure.has(key));
  const sizes = [last, omitted, open, openRequired, covered].map(({ size }) => size);
  return sizes.every((size) => size === 0)
    ? undefined
    : { last, omitted, open, openRequired, covered };
}

/** Whether it matters to a branch that this is the last annotation of a member. */
function changes(branch: Facts, name: string, annotation: Annotation): boolean {
  const own = branch.last.get(name);
  const hides = annotation.visibility === "omit";
  if (branch.mentioned.has(name) && hides !== (own?.visibility === "omit")) return true;
  if (!branch.bare.has(name) || same(own, annotation)) return false;
  const isAsBefore = annotation.visibility === "optional" && !annotation.deprecated;
  return own !== undefined || !isAsBefore || branch.required.has(name);
}

function same(left: Annotation | undefined, right: Annotation): boolean {
  return left?.visibility === right.visibility && left.deprecated === right.deprecated;
}

function only(names: ReadonlySet<string>, keep: (name: string) => boolean): ReadonlySet<string> {
  if (names.size === 0) return NONE;
  return new Set([...names].filter(keep));
}
