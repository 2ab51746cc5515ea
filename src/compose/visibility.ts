/**
 * Who decides which member is there (DESIGN §6). In: a shape, its extensions and a view. Out: for each
 * member that an extension annotates, its annotators in order. Of those that are active the last one decides,
 * for all parts that do not annotate the member themselves, so that k annotators give it at most k + 1 states.
 */

import type { Annotation } from "../json-schema/visibility.js";
import type { Sources } from "../load/sources.js";
import type { ExtensionGraph } from "./extension-graph.js";
import { addressKey, factsBeside, factsOf, type Address, type Facts } from "./instance.js";
import type { View } from "./view.js";

/** What one extension adds to one shape of a root. */
export interface Contribution {
  readonly capability: string;
  readonly address: Address;
}

/** What is divided: a shape of a root, and all that extensions add to it. */
export interface Divisible {
  readonly base: Address;
  /** In the order of the extension graph. */
  readonly contributions: readonly Contribution[];
}

/** An annotation that extensions bring. */
export interface Annotator {
  /** The extensions whose schemas lead to it; the first that is active brings it, in its own turn. */
  readonly by: readonly string[];
  readonly annotation: Annotation;
}

export interface ContestedMember {
  /** What the base says of it. */
  readonly base: Annotation | undefined;
  /** In the order of the extension graph. */
  readonly annotators: readonly Annotator[];
}

export interface VisibilityRules {
  /** By the names of members. */
  readonly contested: ReadonlyMap<string, ContestedMember>;
  /** What the base says of the instance. */
  readonly base: Facts;
  /** What an extension says of it, beside the base and the other extensions. */
  readonly own: ReadonlyMap<string, Facts>;
  /** The extensions that one leads to, and that may be inactive where it is active: then it brings what they say. */
  brings(capability: string): readonly string[];
  /**
   * What a member can be where a capability is active, and all that must be active with it; `undefined` among
   * them where nobody may have annotated it. For the base, which is always active, give no capability.
   */
  states(name: string, capability?: string): readonly (Annotation | undefined)[];
}

export function visibilityRules(
  sources: Sources,
  shape: Divisible,
  view: View,
  graph: ExtensionGraph,
): VisibilityRules {
  const base = factsOf(sources, [shape.base], view);
  const entries = new Map(
    shape.contributions.map(({ capability, address }) => [addressKey(address), capability]),
  );
  const covered = new Set([...base.closure, ...entries.keys()]);
  const own = new Map(
    shape.contributions.map(({ capability, address }) => [
      capability,
      factsBeside(sources, address, view, covered),
    ]),
  );

  function brings(capability: string): readonly string[] {
    const certain = graph.certain(capability);
    const found = new Set([capability]);
    for (const each of found)
      for (const address of own.get(each)?.covered ?? []) {
        const other = entries.get(address);
        if (other !== undefined && !certain.has(other)) found.add(other);
      }
    found.delete(capability);
    return [...found];
  }

  const contested = contestedMembers(base, own, brings, graph);

  function states(name: string, capability?: string): readonly (Annotation | undefined)[] {
    const member = contested.get(name);
    const found: (Annotation | undefined)[] = [];
    const active = new Set(
      capability === undefined ? [] : [capability, ...graph.certain(capability)],
    );
    for (const { by, annotation } of [...(member?.annotators ?? [])].reverse()) {
      found.push(annotation);
      const [only, ...others] = by;
      const isDecided = others.length === 0 && active.has(only ?? "");
      if (isDecided && !graph.orderVaries) return found;
    }
    return [...found, base.last.get(name)];
  }

  return { contested, base, own, brings, states };
}

function contestedMembers(
  base: Facts,
  own: ReadonlyMap<string, Facts>,
  brings: (capability: string) => readonly string[],
  graph: ExtensionGraph,
): ReadonlyMap<string, ContestedMember> {
  interface Mutable {
    readonly base: Annotation | undefined;
    readonly annotators: { readonly by: string[]; readonly annotation: Annotation }[];
  }
  const contested = new Map<string, Mutable>();
  const inBase = new Set(base.occurrences.map(({ schema }) => schema));
  const bringers = new Map<string, string[]>();
  const leadingTo = new Map<string, string[]>();
  for (const capability of own.keys())
    for (const other of brings(capability))
      leadingTo.set(other, [...(leadingTo.get(other) ?? []), capability]);
  for (const [capability, { occurrences }] of own) {
    const certain = graph.certain(capability);
    for (const { name, annotation, schema } of occurrences) {
      if (annotation === undefined || inBase.has(schema)) continue;
      const key = `${schema} ${name}`;
      const by = bringers.get(key);
      if (by !== undefined) {
        if (!by.some((each) => certain.has(each))) by.push(capability);
        continue;
      }
      const member = contested.get(name) ?? { base: base.last.get(name), annotators: [] };
      contested.set(name, member);
      const annotator = { by: [capability, ...(leadingTo.get(capability) ?? [])], annotation };
      // What it has said before, it takes back.
      const before = member.annotators.at(-1)?.by;
      if (before !== undefined && before.join() === annotator.by.join()) member.annotators.pop();
      bringers.set(key, annotator.by);
      member.annotators.push(annotator);
    }
  }
  return contested;
}

/** The last annotation of each member, where these extensions are active, in this order, and no others. */
export function lastAnnotations(
  { contested, base }: Pick<VisibilityRules, "contested" | "base">,
  active: readonly string[],
): ReadonlyMap<string, Annotation> {
  const last = new Map(base.last);
  const rank = new Map(active.map((name, index) => [name, index]));
  for (const [name, { annotators }] of contested) {
    let latest = -1;
    for (const { by, annotation } of annotators) {
      const turn = Math.min(...by.map((each) => rank.get(each) ?? Infinity));
      if (turn === Infinity || turn < latest) continue;
      latest = turn;
      last.set(name, annotation);
    }
  }
  return last;
}
