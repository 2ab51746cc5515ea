/**
 * What one instance is subject to: the schemas that apply to it in place, through `allOf` and `$ref`.
 * In: the address of a source schema and a view. Out: which members are annotated how, and which are
 * required, so that an annotation in one branch reaches the member in another (DESIGN §6: over the
 * branches of one `allOf`, a property without annotation takes the last one given for it).
 */

import { escapePointerToken, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../json-schema/keywords.js";
import type { Location } from "../json-schema/schema-set.js";
import type { Sources } from "../load/sources.js";
import type { Annotation } from "../json-schema/visibility.js";
import { annotationOf, viewText, type View } from "./view.js";

/** A schema's place in the sources. */
export interface Address {
  readonly document: string;
  readonly pointer: string;
}

export function addressKey({ document, pointer }: Address): string {
  return `${document}#${pointer}`;
}

/** A member that a branch declares. */
export interface Occurrence {
  readonly name: string;
  readonly annotation: Annotation | undefined;
  /** Key of the schema that declares it, and the view that it is seen by. */
  readonly schema: string;
}

/** All that is said of an instance by the branches below one schema. */
export interface Facts {
  /** In the order in which the branches speak. */
  readonly occurrences: readonly Occurrence[];
  /** The last annotation of each member that has one. */
  readonly last: ReadonlyMap<string, Annotation>;
  /** Members that some branch declares without an annotation. */
  readonly bare: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** Members that some rule of the instance requires, under whatever condition. */
  readonly mentioned: ReadonlySet<string>;
  /** Addresses of all schemas that apply. */
  readonly closure: ReadonlySet<string>;
  /** Addresses that were left out, and referred to. */
  readonly covered: ReadonlySet<string>;
}

export function follow(
  sources: Sources,
  from: Address,
  base: string,
  reference: string,
): Location | undefined {
  return sources.resolve(base, from.document, reference);
}

/** A document with one request view for all operations has that of create, and so has all it refers to. */
export function viewIn(sources: Sources, document: string, view: View): View {
  return sharesView(sources, document, view) ? SHARED_VIEW : view;
}

/** Whether a document has one request view for all operations, and this is a request's. */
export function sharesView(
  { schemas, profile }: Sources,
  document: string,
  { direction }: View,
): boolean {
  const root = schemas.root(document);
  const keyword = profile.vocabulary.sharedRequestAnnotation;
  return direction === "request" && isObject(root) && root[keyword] === true;
}

const SHARED_VIEW: View = Object.freeze({ direction: "request", operation: "create" });

const known = new WeakMap<Sources, Map<string, Facts>>();

/** The facts of one branch without what is said at certain addresses: what it adds to them. */
export function factsBeside(
  sources: Sources,
  branch: Address,
  view: View,
  covered: ReadonlySet<string>,
): Facts {
  return covered.size === 0
    ? factsOf(sources, [branch], view)
    : gatherFacts(sources, [branch], view, covered);
}

/** The facts of a list of branches; a schema that is reached twice counts once. */
export function factsOf(sources: Sources, branches: readonly Address[], view: View): Facts {
  const facts = known.get(sources) ?? new Map<string, Facts>();
  known.set(sources, facts);
  const key = [viewText(view), ...branches.map(addressKey)].join(" ");
  const found = facts.get(key) ?? gatherFacts(sources, branches, view);
  facts.set(key, found);
  return found;
}

function gatherFacts(
  sources: Sources,
  branches: readonly Address[],
  view: View,
  covered: ReadonlySet<string> = new Set(),
): Facts {
  const { vocabulary } = sources.profile;
  const occurrences: Occurrence[] = [];
  const last = new Map<string, Annotation>();
  const bare = new Set<string>();
  const required = new Set<string>();
  const closure = new Set<string>();
  const certain = visit(sources, branches, view, certainBranches, covered);
  for (const { location, view: seen, key } of certain.applied) {
    const { schema, document, pointer } = location;
    closure.add(addressKey({ document, pointer }));
    if (!isObject(schema)) continue;
    for (const [name, property] of propertiesOf(schema)) {
      const annotation = annotationOf(property, seen, vocabulary);
      occurrences.push({ name, annotation, schema: key });
      if (annotation === undefined) bare.add(name);
      else last.set(name, annotation);
    }
    for (const name of textsOf(schema["required"])) required.add(name);
  }
  const mentioned = new Set<string>();
  for (const { location, view: seen } of visit(sources, branches, view, allBranches, covered)
    .applied) {
    const { schema } = location;
    if (!isObject(schema)) continue;
    for (const name of textsOf(schema["required"])) mentioned.add(name);
    for (const [, names] of entriesOf(schema["dependentRequired"]))
      for (const name of textsOf(names)) mentioned.add(name);
    for (const [name, property] of propertiesOf(schema))
      if (annotationOf(property, seen, vocabulary)?.visibility === "required") mentioned.add(name);
  }
  return { occurrences, last, bare, required, mentioned, closure, covered: certain.covered };
}

/** Every schema that applies in place to an instance of these branches: what one refers to, then itself. */
export function inPlaceClosure(sources: Sources, branches: readonly Address[]): Location[] {
  const response: View = { direction: "response" };
  return visit(sources, branches, response, certainBranches).applied.map(
    ({ location }) => location,
  );
}

interface Applied {
  readonly location: Location;
  readonly view: View;
  readonly key: string;
}

function visit(
  sources: Sources,
  branches: readonly Address[],
  view: View,
  below: (schema: JsonObject, pointer: string) => readonly string[],
  covered: ReadonlySet<string> = new Set(),
): { readonly applied: readonly Applied[]; readonly covered: ReadonlySet<string> } {
  const reached = new Set<string>();
  const found: Applied[] = [];
  const met = new Set<string>();
  interface Step {
    readonly address: Address;
    readonly view: View;
    readonly covered: ReadonlySet<string>;
    /** What is said once all that it refers to has spoken. */
    readonly applied?: Applied;
  }
  const steps: Step[] = branches.map((address) => ({ address, view, covered })).reverse();
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { document, pointer } = step.address;
    if (step.applied !== undefined) {
      found.push(step.applied);
      continue;
    }
    const seen = viewIn(sources, document, step.view);
    const key = `${viewText(seen)} ${addressKey(step.address)}`;
    if (reached.has(key)) continue;
    reached.add(key);
    const location = sources.schemas.locate(document, pointer);
    if (location === undefined) continue;
    const next: Step[] = [];
    const { schema, resource } = location;
    if (isObject(schema)) {
      const reference = schema["$ref"];
      const target =
        typeof reference === "string"
          ? follow(sources, step.address, resource.uri, reference)
          : undefined;
      const left = keepsCovered(schema) ? new Set<string>() : step.covered;
      const add = (address: Address): void => {
        const target = addressKey(address);
        if (left.has(target)) met.add(target);
        else next.push({ address, view: seen, covered: left });
      };
      if (target !== undefined) add({ document: target.document, pointer: target.pointer });
      for (const at of below(schema, pointer)) add({ document, pointer: at });
    }
    steps.push({ ...step, view: seen, applied: { location, view: seen, key } });
    steps.push(...next.reverse());
  }
  return { applied: found, covered: met };
}

/** Beside an `unevaluated*`, what is checked anyway still tells which members are evaluated. */
export function keepsCovered(schema: JsonObject): boolean {
  return schema["unevaluatedProperties"] !== undefined || schema["unevaluatedItems"] !== undefined;
}

/** Branches that describe the same instance for certain. */
function certainBranches(schema: JsonObject, pointer: string): string[] {
  const allOf = schema["allOf"];
  return Array.isArray(allOf) ? allOf.map((_, index) => `${pointer}/allOf/${index}`) : [];
}

/** Branches that describe the same instance, if only under a condition. What `if` and `not` ask, they do not demand. */
function allBranches(schema: JsonObject, pointer: string): string[] {
  const lists = (["allOf", "anyOf", "oneOf"] as const).flatMap((keyword) => {
    const branches = schema[keyword];
    return Array.isArray(branches)
      ? branches.map((_, index) => `${pointer}/${keyword}/${index}`)
      : [];
  });
  const single = (["then", "else"] as const).flatMap((keyword) =>
    schema[keyword] === undefined ? [] : [`${pointer}/${keyword}`],
  );
  const dependent = entriesOf(schema["dependentSchemas"]).map(
    ([name]) => `${pointer}/dependentSchemas/${escapePointerToken(name)}`,
  );
  return [...lists, ...single, ...dependent];
}

function propertiesOf(schema: JsonObject): [string, Json][] {
  return entriesOf(schema["properties"]);
}

function entriesOf(value: Json | undefined): [string, Json][] {
  return isObject(value) ? (Object.entries(value) as [string, Json][]) : [];
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value)
    ? (value as readonly Json[]).filter((each): each is string => typeof each === "string")
    : [];
}
