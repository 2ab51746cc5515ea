/**
 * Works out what a schema inherits from the other schemas of the same instance: which annotations its members take, and
 * which members leave its `required`. Almost every schema inherits nothing, so that its plain view serves.
 *
 * A visibility that depends on the active extensions stays contested: the model carries
 * the rules that depend on it, and the server decides for each platform.
 */

import type { Annotation } from "../../json-schema/visibility.js";
import type { InstanceAnnotations } from "./instance-annotations.js";

export interface InheritedVisibility {
  /** For members that are declared without an annotation: the last annotation of all branches. */
  readonly annotations: ReadonlyMap<string, Annotation>;
  /** Members that other schemas omit from the instance: they leave every `required`. */
  readonly omitted: ReadonlySet<string>;
  /** Members that the active extensions declare or not, and require or not. */
  readonly contested: ReadonlySet<string>;
  /** The same, where it matters only to a `required` under a condition. */
  readonly contestedRequired: ReadonlySet<string>;
  /** Keys of schemas that are checked elsewhere: a reference to one of them in place adds nothing. */
  readonly checkedElsewhere: ReadonlySet<string>;
}

/** Every possible last annotation of a member; `undefined` among them if it may have none. */
export type PossibleAnnotations = readonly (Annotation | undefined)[];

const NONE: ReadonlySet<string> = new Set();

export const NOTHING_INHERITED: InheritedVisibility = Object.freeze({
  annotations: new Map(),
  omitted: NONE,
  contested: NONE,
  contestedRequired: NONE,
  checkedElsewhere: NONE,
});

/** Returns what the branches of one instance inherit from each other. */
export function inheritWithinInstance(instance: InstanceAnnotations): InheritedVisibility {
  if (!instance.isAnnotated) return NOTHING_INHERITED;
  return { ...NOTHING_INHERITED, annotations: instance.byMember };
}

/** Returns what a branch under a condition inherits: it has annotations of its own, and others only omit its members. */
export function inheritUnderCondition(
  outer: InheritedVisibility,
  own: InstanceAnnotations,
): InheritedVisibility {
  const omitted = new Set(outer.omitted);
  for (const [name, { visibility }] of outer.annotations)
    if (visibility === "omit" && !outer.contested.has(name)) omitted.add(name);
  return {
    annotations: own.byMember,
    omitted,
    contested: NONE,
    contestedRequired: new Set([...outer.contested, ...outer.contestedRequired]),
    checkedElsewhere: NONE,
  };
}

/** Tells whether the instance does not have a member, so that no `required` may name it. */
export function omitsMember(
  { annotations, omitted, contested }: InheritedVisibility,
  name: string,
): boolean {
  return (
    omitted.has(name) || (!contested.has(name) && annotations.get(name)?.visibility === "omit")
  );
}

/**
 * Works out what a part of a shape inherits from the other parts: for a member declared without an annotation the last
 * one of all parts, and the members that its `required` loses by that.
 *
 * @param possibleAnnotations lists every possible last annotation of a member, over all parts
 * @param own the last annotations of the part, of which the schema may be only one branch: a member that one of them
 *     omits leaves every `required` of the part
 */
export function inheritIntoPart(
  schema: InstanceAnnotations,
  possibleAnnotations: (name: string) => PossibleAnnotations,
  own: ReadonlyMap<string, Annotation> = schema.byMember,
): InheritedVisibility {
  const annotations = new Map<string, Annotation>();
  const omitted = new Set<string>();
  const contested = new Set<string>();
  const contestedRequired = new Set<string>();
  for (const name of new Set([...schema.unannotated, ...schema.possiblyRequired])) {
    const possible = possibleAnnotations(name);
    if (schema.unannotated.has(name)) {
      const effects = new Map(possible.map((each) => [encodeEffect(schema, name, each), each]));
      const [annotation] = effects.values();
      if (effects.size > 1) contested.add(name);
      else if (annotation !== undefined && changesBranch(schema, name, annotation))
        annotations.set(name, annotation);
    }
    if (!schema.possiblyRequired.has(name)) continue;
    const isOmitted = (annotations.get(name) ?? schema.byMember.get(name))?.visibility === "omit";
    if (isOmitted && !contested.has(name)) continue;
    const omissions = possible.filter((each) => each?.visibility === "omit").length;
    if (own.get(name)?.visibility === "omit" || omissions === possible.length) omitted.add(name);
    else if (omissions > 0) contestedRequired.add(name);
  }
  const sizes = [annotations, omitted, contested, contestedRequired].map(({ size }) => size);
  return sizes.every((size) => size === 0)
    ? NOTHING_INHERITED
    : { ...NOTHING_INHERITED, annotations, omitted, contested, contestedRequired };
}

/** Encodes what an annotation changes in the rules of a schema: annotations of equal effect need no variants. */
export function encodeEffect(
  { required, possiblyRequired }: InstanceAnnotations,
  name: string,
  annotation: Annotation | undefined,
): string {
  const visibility = annotation?.visibility ?? "unset";
  const isListed = required.has(name);
  return JSON.stringify([
    visibility === "omit",
    visibility === "required" || (isListed && visibility === "unset"),
    isListed && visibility === "optional",
    possiblyRequired.has(name) && visibility === "omit",
  ]);
}

/** Reduces what an instance inherits to what changes one of its branches; undefined where nothing does. */
export function inheritIntoBranch(
  branch: InstanceAnnotations,
  whole: InheritedVisibility,
): InheritedVisibility | undefined {
  if (whole === NOTHING_INHERITED) return undefined;
  const { unannotated, possiblyRequired } = branch;
  const annotations = new Map<string, Annotation>();
  const fewer = whole.annotations.size <= unannotated.size + possiblyRequired.size;
  for (const name of fewer
    ? whole.annotations.keys()
    : new Set([...unannotated, ...possiblyRequired])) {
    const annotation = whole.annotations.get(name);
    if (annotation !== undefined && changesBranch(branch, name, annotation))
      annotations.set(name, annotation);
  }
  const omitted = filterSet(whole.omitted, (name) => possiblyRequired.has(name));
  const contested = filterSet(
    whole.contested,
    (name) => unannotated.has(name) || possiblyRequired.has(name),
  );
  const contestedRequired = filterSet(whole.contestedRequired, (name) =>
    possiblyRequired.has(name),
  );
  const checkedElsewhere = filterSet(whole.checkedElsewhere, (key) => branch.schemaKeys.has(key));
  const inherited = { annotations, omitted, contested, contestedRequired, checkedElsewhere };
  return Object.values(inherited).every(({ size }) => size === 0) ? undefined : inherited;
}

/** Tells whether a branch changes if this is the last annotation of a member. */
function changesBranch(branch: InstanceAnnotations, name: string, annotation: Annotation): boolean {
  const own = branch.byMember.get(name);
  const hides = annotation.visibility === "omit";
  if (branch.possiblyRequired.has(name) && hides !== (own?.visibility === "omit")) return true;
  if (!branch.unannotated.has(name) || isSameAnnotation(own, annotation)) return false;
  const isAsBefore = annotation.visibility === "optional" && !annotation.deprecated;
  return own !== undefined || !isAsBefore || branch.required.has(name);
}

function isSameAnnotation(left: Annotation | undefined, right: Annotation): boolean {
  return left?.visibility === right.visibility && left.deprecated === right.deprecated;
}

function filterSet(
  names: ReadonlySet<string>,
  keep: (name: string) => boolean,
): ReadonlySet<string> {
  return names.size === 0 ? NONE : new Set([...names].filter(keep));
}
