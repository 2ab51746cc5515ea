/**
 * Who decides which member is there (DESIGN §6). In: a shape, its extensions and a view. Out: for each
 * member that an extension annotates, its annotators in order. Of those that are active the last one decides,
 * for all that declare the member without an annotation, so that k annotators give it at most k + 1 states.
 */

import type { Annotation } from "../json-schema/visibility.js";
import type { Sources } from "../load/sources.js";
import type { Ancestry } from "./extension-graph.js";
import { addressKey, factsBeside, factsOf, type Address, type Facts } from "./instance.js";
import type { View } from "./view.js";

/** An annotation that an extension brings. */
export interface Annotator {
  readonly capability: string;
  /** Where one of these is active, it has brought the annotation before. */
  readonly unless: readonly string[];
  readonly annotation: Annotation;
}

export interface ContestedMember {
  /** What the base says of it. */
  readonly base: Annotation | undefined;
  /** In the order of the extension graph. */
  readonly annotators: readonly Annotator[];
}

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

export interface VisibilityRules {
  /** By the names of members. */
  readonly contested: ReadonlyMap<string, ContestedMember>;
  /** What the base says of the instance. */
  readonly base: Facts;
  /** What an extension says of it, beside the base and all that is active with it for certain. */
  readonly own: ReadonlyMap<string, Facts>;
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
  ancestry: Ancestry,
): VisibilityRules {
  const base = factsOf(sources, [shape.base], view);
  const inBase = new Set(base.occurrences.map(({ schema }) => schema));
  const contested = new Map<string, { base: Annotation | undefined; annotators: Annotator[] }>();
  const bringers = new Map<string, string[]>();
  const addresses = new Map(shape.contributions.map((each) => [each.capability, each.address]));
  const covered = (capability: string): ReadonlySet<string> => {
    const certain = [...ancestry.certain(capability)].flatMap((name) => addresses.get(name) ?? []);
    return new Set([...base.closure, ...certain.map(addressKey)]);
  };
  const own = new Map(
    shape.contributions.map(({ capability, address }) => [
      capability,
      factsBeside(sources, address, view, covered(capability)),
    ]),
  );
  for (const [capability, { occurrences }] of own) {
    const certain = ancestry.certain(capability);
    const seen = new Set<string>();
    for (const { name, annotation, schema } of occurrences) {
      if (annotation === undefined || inBase.has(schema)) continue;
      const key = `${schema} ${name}`;
      const earlier = bringers.get(key) ?? [];
      bringers.set(key, earlier);
      if (earlier.some((each) => certain.has(each))) continue;
      const unless = earlier.filter((each) => each !== capability);
      if (!seen.has(key)) earlier.push(capability);
      seen.add(key);
      const member = contested.get(name) ?? { base: base.last.get(name), annotators: [] };
      contested.set(name, member);
      // What it has said before, it takes back.
      if (unless.length === 0)
        while (member.annotators.at(-1)?.capability === capability) member.annotators.pop();
      member.annotators.push({ capability, unless, annotation });
    }
  }

  function states(name: string, capability?: string): readonly (Annotation | undefined)[] {
    const found: (Annotation | undefined)[] = [];
    const member = contested.get(name);
    const active = new Set(
      capability === undefined ? [] : [capability, ...ancestry.certain(capability)],
    );
    for (const each of [...(member?.annotators ?? [])].reverse()) {
      if (each.unless.some((other) => active.has(other))) continue;
      found.push(each.annotation);
      if (active.has(each.capability) && each.unless.length === 0) return found;
    }
    return [...found, base.last.get(name)];
  }

  return { contested, base, own, states };
}

/** The last annotation of each member, where these extensions are active and no others. */
export function lastAnnotations(
  { contested, base }: VisibilityRules,
  active: ReadonlySet<string>,
): ReadonlyMap<string, Annotation> {
  const last = new Map(base.last);
  for (const [name, { annotators }] of contested) {
    const decisive = annotators.findLast(
      ({ capability, unless }) =>
        active.has(capability) && !unless.some((other) => active.has(other)),
    );
    if (decisive !== undefined) last.set(name, decisive.annotation);
  }
  return last;
}
