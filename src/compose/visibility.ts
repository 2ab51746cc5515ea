/**
 * Who decides which member is there (DESIGN §6). In: a shape, its extensions and a view. Out: for each
 * member that an extension annotates, its annotators in order. Of those that are active the last one decides,
 * for every schema that declares the member without an annotation: k annotators give it at most k + 1 states.
 */

import type { Annotation } from "../json-schema/visibility.js";
import type { Sources } from "../load/sources.js";
import type { ExtensionGraph } from "./extension-graph.js";
import { addressKey, type SchemaAddress } from "../json-schema/schema-address.js";
import { factsBeside, factsOf, type Facts } from "./instance.js";
import { viewIn, viewText, type View } from "./view.js";

/** What one extension adds to one shape of a root. */
export interface Contribution {
  readonly capability: string;
  readonly address: SchemaAddress;
}

/** What is divided: a shape of a root, and all that extensions add to it. */
export interface Divisible {
  readonly base: SchemaAddress;
  /** The root's own schema, where the base is another that holds it. */
  readonly held?: SchemaAddress;
  /** In the order of the extension graph. */
  readonly contributions: readonly Contribution[];
}

/** An annotation that an extension brings. */
export interface Annotator {
  readonly capability: string;
  /** The extension whose annotation it is: where that is active, it brings it itself. */
  readonly unless?: string;
  readonly annotation: Annotation;
}

export interface ContestedMember {
  /** What the base says of it. */
  readonly base: Annotation | undefined;
  /** In the order of the extension graph. */
  readonly annotators: readonly Annotator[];
}

/** A schema that an extension brings, beside the base and the entries of the others. */
export interface Piece {
  readonly address: SchemaAddress;
  /** The view that it is seen by. */
  readonly view: View;
  /** The extension whose entry it is, where it is not the own one: where that is active, it brings it itself. */
  readonly unless?: string;
  readonly facts: Facts;
}

export interface VisibilityRules {
  /** By the names of members. */
  readonly contested: ReadonlyMap<string, ContestedMember>;
  /** What the base says of the instance. */
  readonly base: Facts;
  /** What each extension brings: entries that it leads to and that may be inactive where it is active, then its own. */
  readonly pieces: ReadonlyMap<string, readonly [...Piece[], Piece]>;
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
  const base = factsOf(sources, shape.base, view);
  const pieces = piecesOf(sources, shape, view, graph);
  const contested = contestedMembers(base, pieces);

  function states(name: string, capability?: string): readonly (Annotation | undefined)[] {
    const found: (Annotation | undefined)[] = [];
    const active = new Set(
      capability === undefined ? [] : [capability, ...graph.certain(capability)],
    );
    for (const each of [...(contested.get(name)?.annotators ?? [])].reverse()) {
      found.push(each.annotation);
      const isCertain = each.unless === undefined && active.has(each.capability);
      if (isCertain && !graph.orderVaries) return found;
    }
    return [...found, base.last.get(name)];
  }

  return { contested, base, pieces, states };
}

/** Addresses that a contribution may refer to without saying anything new: all of these are parts of their own. */
export function entriesOf(
  { base, held }: Divisible,
  contributions: readonly Contribution[],
): ReadonlySet<string> {
  return new Set(
    [
      base,
      ...(held === undefined ? [] : [held]),
      ...contributions.map(({ address }) => address),
    ].map(addressKey),
  );
}

function piecesOf(
  sources: Sources,
  shape: Divisible,
  view: View,
  graph: ExtensionGraph,
): VisibilityRules["pieces"] {
  const covered = entriesOf(shape, shape.contributions);
  const byEntry = new Map(shape.contributions.map((each) => [addressKey(each.address), each]));
  const known = new Map<string, Facts>();
  const factsIn = (address: SchemaAddress, seen: View): Facts => {
    const key = `${viewText(seen)} ${addressKey(address)}`;
    const facts = known.get(key) ?? factsBeside(sources, address, seen, covered);
    known.set(key, facts);
    return facts;
  };
  return new Map(
    shape.contributions.map(({ capability, address }) => {
      const certain = graph.certain(capability);
      const own: Piece = { address, view, facts: factsIn(address, view) };
      const reached = new Set([capability]);
      const brought: Piece[] = [];
      const waiting = [own];
      for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) {
        const seen = viewIn(sources, piece.address.document, piece.view);
        for (const entry of piece.facts.covered) {
          const other = byEntry.get(entry);
          if (other === undefined || certain.has(other.capability)) continue;
          if (reached.has(other.capability)) continue;
          reached.add(other.capability);
          const next: Piece = {
            address: other.address,
            view: seen,
            unless: other.capability,
            facts: factsIn(other.address, seen),
          };
          brought.unshift(next);
          waiting.push(next);
        }
      }
      return [capability, [...brought, own]];
    }),
  );
}

function contestedMembers(
  base: Facts,
  pieces: VisibilityRules["pieces"],
): ReadonlyMap<string, ContestedMember> {
  const contested = new Map<string, { base: Annotation | undefined; annotators: Annotator[] }>();
  for (const [capability, all] of pieces) {
    for (const { unless, facts } of all) {
      for (const [name, annotation] of facts.last) {
        const member = contested.get(name) ?? { base: base.last.get(name), annotators: [] };
        contested.set(name, member);
        const annotator = { capability, ...(unless === undefined ? {} : { unless }), annotation };
        // What its own schema says comes after what that leads to.
        while (unless === undefined && member.annotators.at(-1)?.capability === capability)
          member.annotators.pop();
        member.annotators.push(annotator);
      }
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
  const turns = new Map(active.map((name, index) => [name, index]));
  for (const [name, { annotators }] of contested) {
    let latest = -1;
    for (const { capability, unless, annotation } of annotators) {
      const turn = turns.get(capability) ?? -1;
      if (turn < latest || turn < 0 || turns.has(unless ?? "")) continue;
      latest = turn;
      last.set(name, annotation);
    }
  }
  return last;
}
