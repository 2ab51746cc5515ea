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
    /** Where one of these is active, it has brought the annotation before. */
    readonly unless?: readonly string[];
    readonly visibility: Visibility;
  }[];
}

export function visibilitiesOf(
  members: Readonly<Record<string, ContestedMember>>,
  active: ReadonlySet<string>,
): Visibilities {
  const found = new Map<string, Visibility>();
  for (const [name, member] of Object.entries(members)) {
    const visibility = visibilityOf(member, active);
    if (visibility !== undefined) found.set(name, visibility);
  }
  return found;
}

function visibilityOf(
  { base, annotators }: ContestedMember,
  active: ReadonlySet<string>,
): Visibility | undefined {
  for (let index = annotators.length - 1; index >= 0; index--) {
    const annotator = annotators[index];
    if (annotator === undefined || !active.has(annotator.capability)) continue;
    if (annotator.unless?.some((name) => active.has(name)) !== true) return annotator.visibility;
  }
  return base;
}
