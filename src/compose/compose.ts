/**
 * Compose: fold every active extension's `allOf` onto its root, parents first.
 * Frozen sources in, new schemas out, so `diff` may compose one source twice.
 */

import type { Agreement, CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { escapePointerToken, type JsonObject } from "@proto-gen/runtime/json";
import { diagnostic, failure, type Diagnostic, type SourceLocation } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import type { Annotation } from "../json-schema/visibility.js";
import { locateSource } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import { didYouMean } from "../text/nearest.js";
import { sha256 } from "../text/sha256.js";
import { extensionsOf } from "./extension-graph.js";
import { influenceOnPart, NO_INFLUENCE, takesTheSame } from "./influence.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";
import { requireOpenEnums } from "./closed-enums.js";
import { factsBeside, factsOf, type Facts } from "./instance.js";
import { layersOf } from "./layers.js";
import { lineageOf, type Lineage } from "./lineage.js";
import { openEnumsOf, type AddedValues } from "./open-enums.js";
import type { Parts } from "./parts.js";
import { roleEntryOf, roleShapesOf } from "./roles.js";
import { composedBranches, entryOf, shapesOf, type Shape } from "./shapes.js";
import { includes, resolved } from "./service-schemas.js";
import { RESPONSE, viewIn, viewText, type View } from "./view.js";
import { createViewedSchemas, type Layers, type ViewedSchemas } from "./viewed-schemas.js";
import { entriesOf, lastAnnotations, type Contribution, type Piece } from "./visibility.js";
import { createWorkshop, nameOf, type Outline, type Workshop } from "./workshop.js";

/** One composed schema: a shape of a root, seen by a view, with a set of extensions. */
export interface ComposedView {
  readonly view: View;
  /** URI of the composed document in `Composition.schemas`; the base's own where nothing is added. */
  readonly uri: string;
  /** Extensions composed here, parents first. */
  readonly extensions: readonly string[];
  /** The two schemas that a layered composition refers to; undefined for a composition that is merged. */
  readonly layers?: Layers;
}

/** A shape of a root, in every view it has. */
export interface ComposedShape {
  readonly root: string;
  /** Name of the `$defs` entry in a container; empty for a root with a body. */
  readonly key: string;
  readonly base: SchemaAddress;
  readonly views: readonly View[];
  readonly contributions: readonly Contribution[];
  /** With every active extension. */
  readonly surface: readonly ComposedView[];
  /** An extension and all that it extends, parents first; empty for a capability that contributes nothing. */
  familyOf(capability: string): readonly string[];
  /** With one extension and all that it extends; empty for a capability that contributes nothing. */
  withExtension(capability: string): readonly ComposedView[];
}

/** A schema that a service names, composed for the active set. */
export interface ServiceSchema {
  /** Reference to it in `Composition.schemas`. */
  readonly uri: string;
  /** The schema as its author wrote it. */
  readonly address: SchemaAddress;
  /** The shape of a root that it is, or that it has in it. */
  readonly shape: ComposedShape | undefined;
}

export interface Composition {
  readonly sources: Sources;
  readonly agreement: Agreement;
  readonly lineage: Lineage;
  readonly schemas: ViewedSchemas;
  readonly shapes: readonly ComposedShape[];
  /** The roles (§2.1.2) to which extensions add, each as a shape with one view. */
  readonly roles: readonly ComposedShape[];
  /** The values that capabilities add to enums that a release leaves open. */
  readonly addedValues: readonly AddedValues[];
  readonly notices: readonly Diagnostic[];
  /** A reference to the composition of any set of extensions, for tests and for one platform's subset. */
  composeSubset(shape: ComposedShape, view: View, extensions: readonly string[]): string;
  /** What stands for a service's schema in a view: with every active extension, where it is a root or has one in it. */
  serviceSchema(address: SchemaAddress, view: View): ServiceSchema;
  /** A shape in parts, for platforms that have only some of its extensions. */
  partsOf(shape: ComposedShape, view: View): Parts;
}

export function compose(sources: Sources, agreement: Agreement): Composition {
  const isRoot = rootsOf(sources);
  const roots = agreement.capabilities.filter(({ name }) => isRoot.has(name));
  const lineage = lineageOf(sources, agreement, roots);
  let shapes: readonly ComposedShape[] = [];
  const openEnums = openEnumsOf(sources, agreement.capabilities);
  // Asked when a service document is viewed, which is after all roots have been composed.
  const schemas = createViewedSchemas(
    sources,
    (target, view) => {
      const { shape, uri } = composeServiceSchema(workshop, shapes, target, view);
      return shape === undefined ? undefined : uri;
    },
    openEnums,
  );
  const workshop = createWorkshop(sources, lineage, schemas, openEnums);
  requireOpenEnums(sources, agreement.capabilities, openEnums, workshop.graph);
  const notices: Diagnostic[] = [];
  shapes = roots.flatMap((root) => composeRoot(workshop, root));
  const roles = agreement.capabilities.flatMap((each) => composeRoles(workshop, each));
  const contributing = new Set([
    ...[...shapes, ...roles].flatMap(({ contributions }) =>
      contributions.map(({ capability }) => capability),
    ),
    ...openEnums.added.map(({ capability }) => capability),
  ]);
  for (const capability of agreement.capabilities)
    if (!isRoot.has(capability.name) && !contributing.has(capability.name))
      notices.push(nothingNotice(sources, capability, roots));
  const composeSubset = (shape: ComposedShape, view: View, extensions: readonly string[]): string =>
    composeView(workshop, shape, view, extensions).uri;
  return Object.freeze({
    sources,
    agreement,
    lineage,
    schemas,
    shapes,
    roles,
    addedValues: openEnums.added,
    notices,
    composeSubset,
    serviceSchema: (address: SchemaAddress, view: View) =>
      composeServiceSchema(workshop, shapes, address, view),
    partsOf: (shape: ComposedShape, view: View) => workshop.partsOf(shape, view),
  });
}

/** A root has no `extends` in the profile, whatever negotiation pruned. */
function rootsOf({ profile }: Sources): ReadonlySet<string> {
  const roots = profile.registry.capabilities.filter((each) => each.extends.length === 0);
  return new Set(roots.map(({ name }) => name));
}

function composeRoot(workshop: Workshop, root: CapabilityDeclaration): ComposedShape[] {
  const { sources, lineage } = workshop;
  const extensions = extensionsOf(root.name, lineage);
  const shapes = shapesOf(sources, root);
  const taken = new Set<string>();
  const composed = shapes.map((shape) => composeShape(workshop, root, shape, extensions, taken));
  if (shapes.some(({ key }) => key !== "")) requireShape(workshop, root, shapes, extensions, taken);
  return composed;
}

/** The roles of a capability to which others add. */
function composeRoles(workshop: Workshop, capability: CapabilityDeclaration): ComposedShape[] {
  const { sources, lineage } = workshop;
  const shapes = roleShapesOf(sources, capability);
  if (shapes.length === 0) return [];
  const extensions = extensionsOf(capability.name, lineage);
  return shapes.flatMap((shape) => {
    const adding = extensions.filter(
      (each) => roleEntryOf(sources, each, capability.name, shape.key) !== undefined,
    );
    return adding.length === 0
      ? []
      : [composeShape(workshop, capability, shape, adding, new Set(), roleEntryOf)];
  });
}

function composeShape(
  workshop: Workshop,
  root: CapabilityDeclaration,
  shape: Shape,
  extensions: readonly CapabilityDeclaration[],
  taken: Set<string>,
  entryIn: typeof entryOf = entryOf,
): ComposedShape {
  const { sources } = workshop;
  const contributions = extensions.flatMap((extension) => {
    const address = entryIn(sources, extension, root.name, shape.key);
    return address === undefined ? [] : [{ capability: extension.name, address }];
  });
  for (const { capability } of contributions) taken.add(capability);
  const views = shape.viewsWith(contributions.map(({ address }) => address));
  const outline = { root: root.name, key: shape.key, base: shape.base, views, contributions };
  const all = contributions.map(({ capability }) => capability);
  for (const view of views) checkStrength(workshop, outline, view);
  const surface = views.map((view) =>
    composeView(workshop, outline, view, allOf(workshop, outline)),
  );
  const contributing = new Set(all);
  const familyOf = (capability: string): readonly string[] => {
    if (!contributing.has(capability)) return [];
    const ancestors = workshop.graph.ancestors(capability);
    return all.filter((name) => name === capability || ancestors.has(name));
  };
  const extended = new Map<string, readonly ComposedView[]>();
  function withExtension(capability: string): readonly ComposedView[] {
    const found = extended.get(capability) ?? composeExtension(capability);
    extended.set(capability, found);
    return found;
  }
  function composeExtension(capability: string): readonly ComposedView[] {
    const family = familyOf(capability);
    if (family.length === 0) return [];
    const [parent] = family.slice(-2, -1);
    // With several parents there is no one composition that holds all the others.
    const isChain = parent === undefined || familyOf(parent).length === family.length - 1;
    const below = parent === undefined || !isChain ? [] : withExtension(parent);
    return views.map((view, index) => {
      const base = below[index]?.uri ?? workshop.schemas.reference(outline.base, view);
      const layers = isChain ? layersOf(workshop, outline, view, family, base) : undefined;
      return layers === undefined
        ? composeView(workshop, outline, view, [
            ...workshop.graph.ancestors(capability),
            capability,
          ])
        : composeLayers(workshop, outline, view, family, layers);
    });
  }
  return Object.freeze({ ...outline, surface, familyOf, withExtension });
}

function composeLayers(
  { schemas }: Workshop,
  shape: Outline,
  view: View,
  family: readonly string[],
  layers: Layers,
): ComposedView {
  const uri = `composed:${nameOf(shape)}?view=${viewText(view)}&layer=${family.at(-1)}`;
  schemas.addLayered(uri, layers);
  return { view, uri, extensions: family, layers };
}

function composeServiceSchema(
  workshop: Workshop,
  shapes: readonly ComposedShape[],
  place: SchemaAddress,
  asked: View,
): ServiceSchema {
  const { sources } = workshop;
  const address = resolved(sources, place);
  const shape = shapes.find(({ base }) => includes(sources, address, base));
  if (shape === undefined)
    return { uri: anchoredReference(workshop, address, asked), address, shape };
  const view = viewOfShape(shape, asked);
  const { document, pointer } = address;
  const isRoot = document === shape.base.document && pointer === shape.base.pointer;
  const key = isRoot ? shape.key : encodeURIComponent(`${document}#${pointer}`);
  const all = allOf(workshop, shape);
  const held = { ...shape, key, base: address, held: shape.base };
  const { uri } = composeView(workshop, held, view, all);
  return { uri, address, shape };
}

/** All that makes a shape what it is with everything active: who contributes to it, and who adds values to enums. */
function allOf({ openEnums }: Workshop, { contributions }: Outline): readonly string[] {
  return [...contributions, ...openEnums.added].map(({ capability }) => capability);
}

/** A schema that is no root's, with the values that capabilities add to its enums. */
function anchoredReference(
  { schemas, openEnums }: Workshop,
  address: SchemaAddress,
  view: View,
): string {
  const uri = schemas.reference(address, view);
  const anchors = openEnums.anchorsOf([address], () => true);
  if (anchors === undefined) return uri;
  const anchored = `composed:?values-of=${encodeURIComponent(uri)}`;
  schemas.addAnchored(anchored, [uri], anchors, false);
  return anchored;
}

/** A container's shape has one view; a response is the same for all operations but where one is set apart. */
function viewOfShape({ key, views }: ComposedShape, asked: View): View {
  const exact = views.find((view) => viewText(view) === viewText(asked));
  const [only] = views;
  if (exact === undefined && key !== "" && only !== undefined) return only;
  return exact ?? (asked.direction === "response" ? RESPONSE : asked);
}

function composeView(
  workshop: Workshop,
  shape: Outline,
  view: View,
  extensions: readonly string[],
): ComposedView {
  const { schemas, openEnums } = workshop;
  const chosen = new Set(extensions);
  const active = shape.contributions.filter(({ capability }) => chosen.has(capability));
  const references = referencesOf(workshop, shape, view, active);
  const [base = ""] = references;
  const addresses = [shape.base, ...active.map(({ address }) => address)];
  const anchors = openEnums.anchorsOf(addresses, (capability) => chosen.has(capability));
  if (references.length === 1 && anchors === undefined) return { view, uri: base, extensions: [] };
  const names = active.map(({ capability }) => capability);
  for (const capability of anchors?.capabilities ?? [])
    if (!names.includes(capability)) names.push(capability);
  const uri = `composed:${nameOf(shape)}?view=${viewText(view)}&with=${sha256(names.join(","))}`;
  if (anchors !== undefined) {
    schemas.addAnchored(uri, references, anchors, false);
    return { view, uri, extensions: names };
  }
  const schema: JsonObject = { $id: uri, allOf: references.map(($ref) => ({ $ref })) };
  schemas.addComposed(uri, schema);
  return { view, uri, extensions: names };
}

/** The base and some extensions, each as the others make it. */
function referencesOf(
  workshop: Workshop,
  shape: Outline,
  view: View,
  active: readonly Contribution[],
): string[] {
  const { sources, schemas, graph } = workshop;
  const rules = workshop.rulesOf(shape, view);
  const names = active.map(({ capability }) => capability);
  const last = lastAnnotations(rules, graph.ordered(shape.root, names));
  const entries = entriesOf(shape, active);
  const besideAll = ({ capability, address }: Contribution): Facts => {
    const [own] = (rules.pieces.get(capability) ?? []).slice(-1) as [Piece];
    const isActive = [...own.facts.covered].every((each) => entries.has(each));
    return isActive ? own.facts : factsBeside(sources, address, view, entries);
  };
  const parts = [
    { address: shape.base, facts: rules.base },
    ...active.map((each) => ({ address: each.address, facts: besideAll(each) })),
  ].map(({ address, facts }) => ({
    address,
    facts,
    influence: influenceOnPart(facts, (name) => [last.get(name)]),
  }));
  const isAnnotated = (name: string): boolean =>
    rules.contested.has(name) || rules.base.last.has(name);
  const mayBeOmitted = (name: string): boolean =>
    rules.states(name).some((state) => state?.visibility === "omit");
  // A schema that names the base, or another extension, would bring it once more, as it is by itself.
  const isAsByItself = ({ address, facts, influence }: (typeof parts)[number]): boolean =>
    influence === NO_INFLUENCE &&
    (facts.covered.size === 0 ||
      (viewText(viewIn(sources, address.document, view)) === viewText(view) &&
        // Its own annotation would give the other back what that omits.
        ![...facts.last.keys()].some(mayBeOmitted) &&
        takesTheSame(
          facts,
          last,
          isAnnotated,
          mayBeOmitted,
          () => factsOf(sources, address, view).last,
        )));
  const isByItself = parts.every(isAsByItself);
  return parts.map(({ address, facts, influence }) =>
    isByItself || (influence === NO_INFLUENCE && facts.covered.size === 0)
      ? schemas.reference(address, view)
      : schemas.reference(address, view, { ...influence, covered: facts.covered }),
  );
}

/** An extension may not weaken what it extends requires: a subset's payload would then break the base. */
function checkStrength(workshop: Workshop, shape: Outline, view: View): void {
  const { sources, graph } = workshop;
  const { base, pieces } = workshop.rulesOf(shape, view);
  const speakers = new Map<string, Speaker[]>();
  const speak = (facts: Facts, capability?: string): void => {
    for (const name of new Set([...facts.required, ...facts.last.keys()]))
      speakers.set(name, [
        ...(speakers.get(name) ?? []),
        { capability, annotation: facts.last.get(name), requires: facts.required.has(name) },
      ]);
  };
  speak(base);
  for (const { capability, address } of shape.contributions) {
    const { facts } = (pieces.get(capability) ?? []).at(-1) as Piece;
    const ancestors = graph.ancestors(capability);
    for (const [name, { visibility }] of facts.last) {
      if (visibility === "required") continue;
      const known = (speakers.get(name) ?? []).filter(
        (each) => each.capability === undefined || ancestors.has(each.capability),
      );
      const last = known.findLast(({ annotation }) => annotation !== undefined)?.annotation;
      const owner = known.find((each) =>
        last === undefined ? each.requires : each.annotation?.visibility === "required",
      );
      if (owner === undefined || (last !== undefined && last.visibility !== "required")) continue;
      throw failure(
        "COMPOSE_WEAKENS_BASE",
        `${capability} makes ${name} optional or omits it in ${viewText(view)}, but ${owner.capability ?? shape.root} requires it`,
        propertyPlace(sources, address, name),
      );
    }
    speak(facts, capability);
  }
}

/** A part of a shape that annotates or requires one member. */
interface Speaker {
  /** Undefined for the base. */
  readonly capability: string | undefined;
  readonly annotation: Annotation | undefined;
  readonly requires: boolean;
}

function propertyPlace(
  sources: Sources,
  { document, pointer }: SchemaAddress,
  property: string,
): SourceLocation | undefined {
  const found = sources.documents.get(document);
  if (found === undefined) return undefined;
  const suffix = `/properties/${escapePointerToken(property)}`;
  for (const at of [suffix, ...[0, 1, 2, 3].map((index) => `/allOf/${index}${suffix}`)]) {
    if (sources.schemas.locate(document, pointer + at) !== undefined)
      return locateSource(found, pointer + at, "key");
  }
  return locateSource(found, pointer);
}

function requireShape(
  { sources }: Workshop,
  root: CapabilityDeclaration,
  shapes: readonly Shape[],
  extensions: readonly CapabilityDeclaration[],
  taken: ReadonlySet<string>,
): void {
  for (const extension of extensions) {
    if (taken.has(extension.name) || !extension.extends.includes(root.name)) continue;
    const document = sources.documents.get(extension.schema ?? "");
    const defs =
      isObject(document?.root) && isObject(document.root["$defs"])
        ? Object.keys(document.root["$defs"])
        : [];
    const keys = shapes.map(({ key }) => key);
    throw failure(
      "COMPOSE_NO_SHAPE",
      `${extension.name} extends ${root.name}, but none of its $defs (${defs.join(", ")}) is one of ${keys.join(", ")}`,
      document && locateSource(document, "/$defs"),
      defs.map((name) => didYouMean(name, keys)).find((hint) => hint !== undefined),
    );
  }
}

function nothingNotice(
  sources: Sources,
  capability: CapabilityDeclaration,
  roots: readonly CapabilityDeclaration[],
): Diagnostic {
  const document = sources.documents.get(capability.schema ?? "");
  const others = document === undefined ? [] : composedBranches(sources, document.uri, roots);
  const list =
    others.length === 0
      ? ""
      : `; these of its $defs compose a root under another name: ${others.join(", ")}`;
  return diagnostic(
    "COMPOSE_NOTHING",
    `${capability.name} adds nothing to an active root: it has no $defs named like one${list}`,
    document && locateSource(document, "/$defs"),
    `name the entry ${capability.extends[0] ?? "like its root"}`,
  );
}
