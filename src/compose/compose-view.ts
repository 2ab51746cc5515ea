/**
 * Composes a shape in one view with a set of extensions: an `allOf` of references to the base and to each extension's
 * entry. A reference carries what its schema inherits from the others, since an annotation in one of them may be for a
 * member that another declares.
 */

import type { Annotation } from "../json-schema/visibility.js";
import type { Sources } from "../load/sources.js";
import { sha256 } from "../text/sha256.js";
import {
  shapeName,
  resolveVisibilityRules,
  type ComposeContext,
  type ShapeDefinition,
  type ShapeInView,
} from "./compose-context.js";
import type { ComposedView } from "./composition.js";
import { effectiveView, viewText } from "./view.js";
import {
  inheritIntoPart,
  NOTHING_INHERITED,
  encodeEffect,
  type InheritedVisibility,
} from "./visibility/inherited-visibility.js";
import { collectAnnotations, type AnnotatedSchema } from "./visibility/instance-annotations.js";
import {
  contributionsIn,
  entryKeysOf,
  ownEntryOf,
  listPossibleAnnotations,
  lastAnnotationsOf,
  type Contribution,
  type VisibilityRules,
} from "./visibility/visibility-rules.js";

/** Lists the extensions of a shape with everything active: its contributors, and capabilities that add values to enums. */
export function listExtensions(
  { openEnums }: ComposeContext,
  { contributions }: Pick<ShapeDefinition, "contributions">,
): readonly string[] {
  return [...contributions, ...openEnums.added].map(({ capability }) => capability);
}

export function composeView(
  context: ComposeContext,
  shapeInView: ShapeInView,
  extensions: readonly string[],
): ComposedView {
  const { schemas, openEnums } = context;
  const { shape, view } = shapeInView;
  const chosen = new Set(extensions);
  const active = contributionsIn(shape, view).filter(({ capability }) => chosen.has(capability));
  const references = buildReferences(context, shapeInView, active);
  const [base = ""] = references;
  const addresses = [shape.base, ...active.map(({ address }) => address)];
  const anchors = openEnums.buildAnchors(addresses, (capability) => chosen.has(capability));
  if (references.length === 1 && anchors === undefined) return { view, uri: base, extensions: [] };
  const contributing = active.map(({ capability }) => capability);
  const names = [...new Set([...contributing, ...(anchors?.capabilities ?? [])])];
  const uri = `composed:${shapeName(shape)}?view=${viewText(view)}&with=${sha256(names.join(","))}`;
  if (anchors === undefined)
    schemas.addComposed(uri, { $id: uri, allOf: references.map(($ref) => ({ $ref })) });
  else schemas.addAnchored(uri, { references, anchors, isPart: false });
  return { view, uri, extensions: names };
}

/** A schema of a composition, with what it inherits from the others. */
interface ComposedSchema extends AnnotatedSchema {
  readonly inherited: InheritedVisibility;
}

/** Refers to the base and to some extensions' entries, each with what it inherits from the others. */
function buildReferences(
  context: ComposeContext,
  shapeInView: ShapeInView,
  active: readonly Contribution[],
): string[] {
  const { sources, schemas, graph } = context;
  const { shape, view } = shapeInView;
  const rules = resolveVisibilityRules(context, shapeInView);
  const names = active.map(({ capability }) => capability);
  const last = lastAnnotationsOf(rules, graph.ordered(shape.root, names));
  const entryKeys = entryKeysOf(shape, active);
  const composed = [
    rules.base,
    ...active.map(({ capability }) =>
      besideActive(sources, ownEntryOf(rules, capability), entryKeys),
    ),
  ].map((schema): ComposedSchema => ({
    address: schema.address,
    view: schema.view,
    annotations: schema.annotations,
    inherited: inheritIntoPart(schema.annotations, (name) => [last.get(name)]),
  }));
  const arePlain = composed.every((schema) => servesPlain(sources, schema, { rules, last }));
  return composed.map(({ address, annotations, inherited }) => {
    const { checkedElsewhere } = annotations;
    return arePlain || (inherited === NOTHING_INHERITED && checkedElsewhere.size === 0)
      ? schemas.reference(address, view)
      : schemas.reference(address, view, { inherited: { ...inherited, checkedElsewhere } });
  });
}

/** The entry leaves out what it refers to of the others, but only of those that are active. */
function besideActive(
  sources: Sources,
  entry: AnnotatedSchema,
  entryKeys: ReadonlySet<string>,
): AnnotatedSchema {
  const { address, view, annotations } = entry;
  const areActive = [...annotations.checkedElsewhere].every((key) => entryKeys.has(key));
  return areActive
    ? entry
    : { address, view, annotations: collectAnnotations(sources, entry, entryKeys) };
}

/**
 * Tells whether the plain view of a schema serves in a composition. The plain view applies the schemas that it refers to
 * once more, without what they inherit in the composition, so that this must make no difference.
 */
function servesPlain(
  sources: Sources,
  schema: ComposedSchema,
  {
    rules,
    last,
  }: { readonly rules: VisibilityRules; readonly last: ReadonlyMap<string, Annotation> },
): boolean {
  const { address, view, annotations, inherited } = schema;
  if (inherited !== NOTHING_INHERITED) return false;
  if (annotations.checkedElsewhere.size === 0) return true;
  const own = effectiveView(sources, address.document, view);
  if (viewText(own) !== viewText(view)) return false;
  const mayBeOmitted = (name: string): boolean =>
    listPossibleAnnotations(rules, name).some((each) => each?.visibility === "omit");
  // Its own annotation would give back to a schema that it refers to what another one omits.
  if ([...annotations.byMember.keys()].some(mayBeOmitted)) return false;
  const isAnnotated = (name: string): boolean =>
    rules.contested.has(name) || rules.base.annotations.byMember.has(name);
  const sensitive = [
    ...[...annotations.unannotated].filter(isAnnotated),
    ...[...annotations.possiblyRequired].filter(mayBeOmitted),
  ];
  if (sensitive.length === 0) return true;
  const alone = collectAnnotations(sources, { address, view }).byMember;
  const effect = (name: string, annotation: Annotation | undefined): string =>
    encodeEffect(annotations, name, annotation);
  return sensitive.every((name) => effect(name, last.get(name)) === effect(name, alone.get(name)));
}
