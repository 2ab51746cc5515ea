/**
 * Compose: fold every active extension's `allOf` onto its root, parents first.
 * Frozen sources in, new schemas out, so `diff` may compose one source twice.
 */

import type { Agreement, CapabilityDeclaration } from "@proto-gen/runtime/negotiation";
import { escapePointerToken, type JsonObject } from "@proto-gen/runtime/json";
import { diagnostic, failure, type Diagnostic, type Place } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { placeOf } from "../load/document.js";
import type { Sources } from "../load/sources.js";
import { didYouMean } from "../text/nearest.js";
import { extensionsOf } from "./extension-graph.js";
import { factsOf, influenceOf, outsideInfluence, type Address, type Facts } from "./instance.js";
import { partsOf, type Contribution, type Parts } from "./parts.js";
import { composedBranches, entryOf, shapesOf, type Shape } from "./shapes.js";
import { includes, resolved } from "./service-schemas.js";
import { RESPONSE, viewText, type View } from "./view.js";
import { createViewedSchemas, type ViewedSchemas } from "./viewed-schemas.js";

/** One composed schema: a shape of a root, seen by a view, with a set of extensions. */
export interface ComposedView {
  readonly view: View;
  /** URI of the composed document in `Composition.schemas`; the base's own where nothing is added. */
  readonly uri: string;
  /** Extensions composed here, parents first. */
  readonly extensions: readonly string[];
}

/** A shape of a root, in every view it has. */
export interface ComposedShape {
  readonly root: string;
  /** Name of the `$defs` entry in a container; empty for a root with a body. */
  readonly key: string;
  readonly base: Address;
  readonly views: readonly View[];
  readonly contributions: readonly Contribution[];
  /** With every active extension. */
  readonly surface: readonly ComposedView[];
  /** With one extension and its parents, by capability. */
  readonly perExtension: ReadonlyMap<string, readonly ComposedView[]>;
}

/** A schema that a service names, composed for the active set. */
export interface ServiceSchema {
  /** Reference to it in `Composition.schemas`. */
  readonly uri: string;
  /** The schema as its author wrote it. */
  readonly address: Address;
  /** The shape of a root that it is, or that it has in it. */
  readonly shape: ComposedShape | undefined;
}

export interface Composition {
  readonly sources: Sources;
  readonly agreement: Agreement;
  readonly schemas: ViewedSchemas;
  readonly shapes: readonly ComposedShape[];
  readonly notices: readonly Diagnostic[];
  /** A reference to the composition of any set of extensions, for tests and for one platform's subset. */
  composeSubset(shape: ComposedShape, view: View, extensions: readonly string[]): string;
  /** What stands for a service's schema in a view: with every active extension, where it is a root or has one in it. */
  serviceSchema(address: Address, view: View): ServiceSchema;
  /** A shape in parts, for platforms that have only some of its extensions. */
  partsOf(shape: ComposedShape, view: View): Parts;
}

export function compose(sources: Sources, agreement: Agreement): Composition {
  const schemas = createViewedSchemas(sources);
  const notices: Diagnostic[] = [];
  const roots = agreement.capabilities.filter(({ name }) => isRoot(sources, name));
  const shapes = roots.flatMap((root) => composeRoot({ sources, agreement, schemas }, root));
  for (const capability of agreement.capabilities) {
    if (isRoot(sources, capability.name)) continue;
    if (
      shapes.some(({ contributions }) =>
        contributions.some((each) => each.capability === capability.name),
      )
    )
      continue;
    notices.push(nothingNotice(sources, capability, roots));
  }
  const parts = new Map<string, Parts>();
  const composeSubset = (shape: ComposedShape, view: View, extensions: readonly string[]): string =>
    composeView({ sources, agreement, schemas }, shape, view, extensions).uri;
  return Object.freeze({
    sources,
    agreement,
    schemas,
    shapes,
    notices,
    composeSubset,
    serviceSchema: (address: Address, view: View) =>
      composeServiceSchema({ sources, agreement, schemas }, shapes, address, view),
    partsOf(shape: ComposedShape, view: View): Parts {
      const key = `${shape.root} ${shape.key} ${viewText(view)}`;
      const known = parts.get(key) ?? partsOf(sources, schemas, shape, view);
      parts.set(key, known);
      return known;
    },
  });
}

interface Workshop {
  readonly sources: Sources;
  readonly agreement: Agreement;
  readonly schemas: ViewedSchemas;
}

/** A root has no `extends` in the profile, whatever negotiation pruned. */
function isRoot({ profile }: Sources, name: string): boolean {
  return profile.registry.capabilities.some(
    (capability) => capability.name === name && capability.extends.length === 0,
  );
}

function composeRoot(workshop: Workshop, root: CapabilityDeclaration): ComposedShape[] {
  const { sources, agreement } = workshop;
  const extensions = extensionsOf(root.name, agreement);
  const shapes = shapesOf(sources, root);
  const taken = new Set<string>();
  const composed = shapes.map((shape) => composeShape(workshop, root, shape, extensions, taken));
  if (shapes.some(({ key }) => key !== "")) requireShape(workshop, root, shapes, extensions, taken);
  return composed;
}

function composeShape(
  workshop: Workshop,
  root: CapabilityDeclaration,
  shape: Shape,
  extensions: readonly CapabilityDeclaration[],
  taken: Set<string>,
): ComposedShape {
  const { sources } = workshop;
  const contributions = extensions.flatMap((extension) => {
    const address = entryOf(sources, extension, root.name, shape.key);
    return address === undefined ? [] : [{ capability: extension.name, address }];
  });
  for (const { capability } of contributions) taken.add(capability);
  const views = shape.viewsWith(contributions.map(({ address }) => address));
  const outline = { root: root.name, key: shape.key, base: shape.base, views, contributions };
  const all = contributions.map(({ capability }) => capability);
  for (const view of views) checkStrength(workshop, outline, view);
  const perExtension = contributions.map(({ capability }) => {
    const family = all.filter(
      (name) => name === capability || isAncestor(workshop.agreement, name, capability),
    );
    return [capability, views.map((view) => composeView(workshop, outline, view, family))] as const;
  });
  const surface = views.map((view) => composeView(workshop, outline, view, all));
  return Object.freeze({ ...outline, surface, perExtension: new Map(perExtension) });
}

function composeServiceSchema(
  workshop: Workshop,
  shapes: readonly ComposedShape[],
  place: Address,
  asked: View,
): ServiceSchema {
  const { sources, schemas } = workshop;
  const address = resolved(sources, place);
  const shape = shapes.find(({ base }) => includes(sources, address, base));
  if (shape === undefined) return { uri: schemas.reference(address, asked), address, shape };
  const view = viewOfShape(shape, asked);
  const { document, pointer } = address;
  const isRoot = document === shape.base.document && pointer === shape.base.pointer;
  const key = isRoot ? shape.key : encodeURIComponent(`${document}#${pointer}`);
  const all = shape.contributions.map(({ capability }) => capability);
  const { uri } = composeView(workshop, { ...shape, key, base: address }, view, all);
  return { uri, address, shape };
}

/** A container's shape has one view; a response is the same for all operations but where one is set apart. */
function viewOfShape({ key, views }: ComposedShape, asked: View): View {
  const exact = views.find((view) => viewText(view) === viewText(asked));
  const [only] = views;
  if (exact === undefined && key !== "" && only !== undefined) return only;
  return exact ?? (asked.direction === "response" ? RESPONSE : asked);
}

type Outline = Omit<ComposedShape, "surface" | "perExtension">;

function composeView(
  { sources, schemas }: Workshop,
  shape: Outline,
  view: View,
  extensions: readonly string[],
): ComposedView {
  const active = shape.contributions.filter(({ capability }) => extensions.includes(capability));
  const branches = [shape.base, ...active.map(({ address }) => address)];
  const influence = influenceOf(factsOf(sources, branches, view));
  const references = branches.map((branch) =>
    schemas.reference(branch, view, outsideInfluence(influence, factsOf(sources, [branch], view))),
  );
  const [base = ""] = references;
  if (references.length === 1) return { view, uri: base, extensions: [] };
  const names = active.map(({ capability }) => capability);
  const uri = `composed:${shape.root}${shape.key === "" ? "" : `/${shape.key}`}?view=${viewText(view)}&with=${names.join(",")}`;
  const schema: JsonObject = { $id: uri, allOf: references.map(($ref) => ({ $ref })) };
  schemas.addComposed(uri, schema);
  return { view, uri, extensions: names };
}

function isAncestor(agreement: Agreement, name: string, descendant: string): boolean {
  const parents =
    agreement.capabilities.find((capability) => capability.name === descendant)?.extends ?? [];
  return parents.some((parent) => parent === name || isAncestor(agreement, name, parent));
}

/** An extension may not weaken what it extends requires: a subset's payload would then break the base. */
function checkStrength({ sources, agreement }: Workshop, shape: Outline, view: View): void {
  for (const { capability, address } of shape.contributions) {
    const ancestors = shape.contributions.filter((each) =>
      isAncestor(agreement, each.capability, capability),
    );
    const bases = [{ capability: shape.root, address: shape.base }, ...ancestors];
    const alone = requiredNames(
      factsOf(
        sources,
        bases.map((each) => each.address),
        view,
      ),
    );
    const together = requiredNames(
      factsOf(sources, [...bases.map((each) => each.address), address], view),
    );
    const weakened = [...alone].find((name) => !together.has(name));
    if (weakened === undefined) continue;
    const owner = bases.find((each) =>
      requiredNames(factsOf(sources, [each.address], view)).has(weakened),
    );
    throw failure(
      "COMPOSE_WEAKENS_BASE",
      `${capability} makes ${weakened} optional or omits it in ${viewText(view)}, but ${owner?.capability ?? shape.root} requires it`,
      propertyPlace(sources, address, weakened),
    );
  }
}

/** The names that an instance of these branches must have, annotations applied. */
function requiredNames(facts: Facts): ReadonlySet<string> {
  const influence = influenceOf(facts);
  const names = new Set([...facts.required].filter((name) => !influence.omitted.has(name)));
  for (const { name, annotation } of facts.occurrences) {
    const effective = annotation ?? influence.inherited.get(name);
    if (effective?.visibility === "required") names.add(name);
    else if (effective !== undefined) names.delete(name);
  }
  return names;
}

function propertyPlace(
  sources: Sources,
  { document, pointer }: Address,
  property: string,
): Place | undefined {
  const found = sources.documents.get(document);
  if (found === undefined) return undefined;
  const suffix = `/properties/${escapePointerToken(property)}`;
  for (const at of [suffix, ...[0, 1, 2, 3].map((index) => `/allOf/${index}${suffix}`)]) {
    if (sources.schemas.locate(document, pointer + at) !== undefined)
      return placeOf(found, pointer + at, "key");
  }
  return placeOf(found, pointer);
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
      document && placeOf(document, "/$defs"),
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
    document && placeOf(document, "/$defs"),
    `name the entry ${capability.extends[0] ?? "like its root"}`,
  );
}
