/**
 * What one instance is subject to. In: the address of a source schema and a view. Out: which members are annotated
 * how, and which are required, by all schemas that apply in place, so that an annotation in one branch reaches the
 * member in another (DESIGN §6: over the branches of one `allOf`, a property without annotation takes the last one
 * given for it).
 */

import type { Annotation } from "../json-schema/visibility.js";
import type { Sources } from "../load/sources.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import { appliedInPlace } from "./applied.js";
import { viewText, type View } from "./view.js";

/** All that is said of an instance by one schema and those that it refers to in place. */
export interface Facts {
  /** The last annotation of each member that has one. */
  readonly last: ReadonlyMap<string, Annotation>;
  /** Members that some branch declares without an annotation. */
  readonly bare: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** Members that some rule of the instance requires, under whatever condition. */
  readonly mentioned: ReadonlySet<string>;
  /** Keys of the addresses of all schemas that apply. */
  readonly closure: ReadonlySet<string>;
  /** Keys of the addresses that were left out, and referred to. */
  readonly covered: ReadonlySet<string>;
}

const known = new WeakMap<Sources, Map<string, Facts>>();

/** The facts of one branch without what is said at certain addresses: what it adds to them. */
export function factsBeside(
  sources: Sources,
  branch: SchemaAddress,
  view: View,
  covered: ReadonlySet<string>,
): Facts {
  return covered.size === 0
    ? factsOf(sources, branch, view)
    : gatherFacts(sources, branch, view, covered);
}

/** The facts of one branch; a schema that is reached twice counts once. */
export function factsOf(sources: Sources, branch: SchemaAddress, view: View): Facts {
  const facts = known.get(sources) ?? new Map<string, Facts>();
  known.set(sources, facts);
  const key = `${viewText(view)} ${addressKey(branch)}`;
  const found = facts.get(key) ?? gatherFacts(sources, branch, view);
  facts.set(key, found);
  return found;
}

function gatherFacts(
  sources: Sources,
  branch: SchemaAddress,
  view: View,
  covered?: ReadonlySet<string>,
): Facts {
  const certain = appliedInPlace(sources, [branch], view, "certain", covered);
  const last = new Map<string, Annotation>();
  const bare = new Set<string>();
  const required = new Set<string>();
  const closure = new Set<string>();
  for (const applied of certain.applied) {
    closure.add(addressKey(applied.location));
    for (const [name, annotation] of applied.annotated) last.set(name, annotation);
    for (const name of applied.bare) bare.add(name);
    for (const name of applied.required) required.add(name);
  }
  const mentioned = new Set<string>();
  for (const applied of appliedInPlace(sources, [branch], view, "possible", covered).applied)
    for (const name of applied.mentioned) mentioned.add(name);
  return { last, bare, required, mentioned, closure, covered: certain.covered };
}
