/**
 * Builds the validator for the capabilities that are active for one platform, from a root's base and the
 * contributions of its extensions.
 */

import type { Attribution } from "./issue.js";
import { validator, type Check } from "./validator.js";
import type { Validator } from "./validator-interface.js";

/** `omit`: the instance does not have it; `required`: it must; `optional`: it may. */
export type Visibility = "omit" | "optional" | "required";

/** By member name. Others are as in the schemas. */
export type Visibilities = ReadonlyMap<string, Visibility>;

/** A member that extensions annotate. */
export interface ContestedMember {
  /** The base's visibility, used if no annotator is active. */
  readonly base?: Visibility;
  /** In the order of the extension graph: the last active one decides. */
  readonly annotators: readonly {
    readonly capability: string;
    /** The extension that made the annotation: if it is active, it contributes the annotation itself. */
    readonly unless?: string;
    readonly visibility: Visibility;
  }[];
}

/**
 * Determines which members an instance has (DESIGN §6) if extensions decide, for the capabilities that are active for
 * one platform.
 * @param order the active extensions, parents first. Default: the order of the annotators.
 */
function visibilitiesOf(
  members: Readonly<Record<string, ContestedMember>>,
  active: ReadonlySet<string>,
  order?: readonly string[],
): Visibilities {
  const turns = order && new Map(order.map((name, index) => [name, index]));
  const found = new Map<string, Visibility>();
  for (const name of Object.keys(members)) {
    const { base, annotators } = members[name] as ContestedMember;
    const last = turns === undefined ? lastOf(annotators, active) : latestOf(annotators, turns);
    const visibility = last?.visibility ?? base;
    if (visibility !== undefined) found.set(name, visibility);
  }
  return found;
}

type Annotator = ContestedMember["annotators"][number];

/** The last active annotator. */
function lastOf(
  annotators: readonly Annotator[],
  active: ReadonlySet<string>,
): Annotator | undefined {
  for (let index = annotators.length - 1; index >= 0; index--) {
    const annotator = annotators[index] as Annotator;
    const { capability, unless } = annotator;
    if (active.has(capability) && (unless === undefined || !active.has(unless))) return annotator;
  }
  return undefined;
}

/** The active annotator that comes last in `order`; of one extension's, the last. */
function latestOf(
  annotators: readonly Annotator[],
  turns: ReadonlyMap<string, number>,
): Annotator | undefined {
  let latest = -1;
  let found: Annotator | undefined;
  for (const annotator of annotators) {
    const { capability, unless } = annotator;
    const turn = turns.get(capability) ?? -1;
    if (turn < 0 || turn < latest || (unless !== undefined && turns.has(unless))) continue;
    latest = turn;
    found = annotator;
  }
  return found;
}

interface NamedPart {
  /** Undefined for the base, which is always active. */
  readonly capability?: string;
  /** A capability with the same content: if it is active, this part is skipped. */
  readonly unless?: string;
  /**
   * Paths of the members that it declares and the base does not, with `*` for the items of an array and the members
   * of a map. A member of several contributions is listed in each.
   */
  readonly members?: readonly (readonly string[])[];
}

interface FixedPart extends NamedPart {
  readonly check: Check;
}

/** A part whose rules depend on the active extensions: on the visibility of some members, and on added values. */
interface OpenPart extends NamedPart {
  readonly checkFor: (visibilities: Visibilities, active: ReadonlySet<string>) => Check;
}

/** A base, or an extension's addition to it. */
export type SurfacePart = FixedPart | OpenPart;

export interface SurfaceView {
  readonly base: SurfacePart;
  /** In the order of the extension graph. */
  readonly contributions: readonly SurfacePart[];
  /** Members whose visibility the parts leave open, by name. */
  readonly contested?: Readonly<Record<string, ContestedMember>>;
  /** Parents of the extensions, if some have several: the active ones determine the order. */
  readonly parents?: Readonly<Record<string, readonly string[]>>;
}

/**
 * By root (`<capability>`, or `<capability>/<shape>` in a container), then by view (`response`, `request.create`).
 */
export type Surface = Readonly<Record<string, Readonly<Record<string, SurfaceView>>>>;

/**
 * Creates the validator of a subset: an instance is valid if the base and every active contribution accept it. `active`
 * has the names of the capabilities that were negotiated (§9.3).
 * @example
 * ```ts
 * import { subset } from "@proto-gen/runtime/schema";
 * import { surface } from "./generated/surface.js";
 *
 * const view = surface["dev.proto.shopping.checkout"]?.["response"];
 * const active = new Set(["dev.proto.shopping.checkout", "dev.proto.shopping.fulfillment"]);
 * view && subset(view, active).is({ id: "checkout_1", status: "incomplete" }); // false
 * ```
 */
export function subset(
  { base, contributions, contested = {}, parents }: SurfaceView,
  active: ReadonlySet<string>,
  attribution?: Attribution,
): Validator<unknown> {
  const present = contributions.filter(
    ({ capability, unless }) =>
      capability !== undefined &&
      active.has(capability) &&
      (unless === undefined || !active.has(unless)),
  );
  const order = parents && parentsFirst(namesOf(present), parents);
  const visibilities = visibilitiesOf(contested, active, order);
  const all = [base, ...present].map((part) =>
    "check" in part ? part.check : part.checkFor(visibilities, active),
  );
  return validator((value, issues) => {
    for (const stops of all) if (stops(value, issues)) return true;
    return false;
  }, attribution);
}

function namesOf(parts: readonly SurfacePart[]): readonly string[] {
  return [...new Set(parts.flatMap(({ capability }) => capability ?? []))];
}

/** Sorts extensions after their active parents, and otherwise by name. */
function parentsFirst(
  names: readonly string[],
  parents: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const waiting = [...names].sort();
  const pending = new Set(names);
  const ordered: string[] = [];
  while (waiting.length > 0) {
    const isReady = (name: string): boolean =>
      !(parents[name] ?? []).some((parent) => pending.has(parent));
    const [next = ""] = waiting.splice(Math.max(0, waiting.findIndex(isReady)), 1);
    pending.delete(next);
    ordered.push(next);
  }
  return ordered;
}
