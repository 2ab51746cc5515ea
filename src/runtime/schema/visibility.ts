/**
 * Determines which members an instance has (DESIGN §6) if extensions decide, for the capabilities that are active for
 * one platform.
 */

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

/** @param order the active extensions, parents first. Default: the order of the annotators. */
export function visibilitiesOf(
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
