/**
 * What an instance has of a member (DESIGN §6), where extensions decide. In: who annotates which member, and the
 * capabilities that are active for one platform. Out: the visibility of each member for that platform.
 */

/** `omit`: the instance does not have it; `required`: it must; `optional`: it may. */
export type Visibility = "omit" | "optional" | "required";

/** By the names of members; one that is not in it stands as the schemas have it. */
export type Visibilities = ReadonlyMap<string, Visibility>;

/** A member that extensions annotate. */
export interface ContestedMember {
  /** What the base says, which holds where no annotator is active. */
  readonly base?: Visibility;
  /** In the order of the extension graph: of those that are active, the last decides. */
  readonly annotators: readonly {
    readonly capability: string;
    /** The extension whose annotation it is: where that is active, it brings it itself. */
    readonly unless?: string;
    readonly visibility: Visibility;
  }[];
}

/** @param active the extensions that are active, in the order of the extension graph */
export function visibilitiesOf(
  members: Readonly<Record<string, ContestedMember>>,
  active: readonly string[],
): Visibilities {
  const turns = new Map(active.map((name, index) => [name, index]));
  const found = new Map<string, Visibility>();
  for (const [name, member] of Object.entries(members)) {
    const visibility = visibilityOf(member, turns);
    if (visibility !== undefined) found.set(name, visibility);
  }
  return found;
}

function visibilityOf(
  { base, annotators }: ContestedMember,
  turns: ReadonlyMap<string, number>,
): Visibility | undefined {
  let latest = -1;
  let found = base;
  for (const { capability, unless, visibility } of annotators) {
    const turn = turns.get(capability) ?? -1;
    if (turn < 0 || turn < latest || turns.has(unless ?? "")) continue;
    latest = turn;
    found = visibility;
  }
  return found;
}
