/**
 * What one instance is subject to: the schemas that apply to it in place, through `allOf` and `$ref`.
 * In: the address of a source schema and a view. Out: which properties are annotated how, and what
 * is required, so that an annotation in one branch reaches the property in another (DESIGN: over the
 * branches of one `allOf`, a property without annotation takes the last one given for it).
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
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

/** How the surroundings of a schema change its properties. Empty almost always. */
export interface Influence {
  /** Annotations for properties that have none of their own. */
  readonly inherited: ReadonlyMap<string, Annotation>;
  /** Properties that the instance does not have: they leave every `required`. */
  readonly omitted: ReadonlySet<string>;
}

export const NO_INFLUENCE: Influence = Object.freeze({
  inherited: new Map(),
  omitted: new Set<string>(),
});

interface Occurrence {
  readonly name: string;
  readonly annotation: Annotation | undefined;
}

/** All that is said of an instance by the branches below one schema, in order. */
export interface Facts {
  readonly occurrences: readonly Occurrence[];
  readonly required: ReadonlySet<string>;
  /** Names that some rule of the instance requires, under whatever condition. */
  readonly mentioned: ReadonlySet<string>;
}

/** Where in-place application leads: keywords whose branches describe the same instance for certain. */
function inPlaceBranches(
  schema: JsonObject,
  pointer: string,
): { readonly schema: Json; readonly pointer: string }[] {
  const allOf = schema["allOf"];
  return Array.isArray(allOf)
    ? allOf.map((branch, index) => ({
        schema: branch as Json,
        pointer: `${pointer}/allOf/${index}`,
      }))
    : [];
}

export function follow(
  sources: Sources,
  from: Address,
  base: string,
  reference: string,
): Location | undefined {
  return sources.resolve(base, from.document, reference);
}

const known = new WeakMap<Sources, Map<string, Facts>>();

/** The facts of a list of branches, each a source address; a branch reached twice counts once. */
export function factsOf(sources: Sources, branches: readonly Address[], view: View): Facts {
  const facts = known.get(sources) ?? new Map<string, Facts>();
  known.set(sources, facts);
  const key = [
    viewText(view),
    ...branches.map(({ document, pointer }) => `${document}#${pointer}`),
  ].join(" ");
  const found = facts.get(key) ?? gatherFacts(sources, branches, view);
  facts.set(key, found);
  return found;
}

function gatherFacts(sources: Sources, branches: readonly Address[], view: View): Facts {
  const occurrences: Occurrence[] = [];
  const required = new Set<string>();
  const mentioned = new Set<string>();
  for (const { schema } of inPlaceClosure(sources, branches)) {
    if (!isObject(schema)) continue;
    for (const [name, property] of Object.entries(
      isObject(schema["properties"]) ? schema["properties"] : {},
    )) {
      occurrences.push({
        name,
        annotation: annotationOf(property, view, sources.profile.vocabulary),
      });
    }
    if (Array.isArray(schema["required"]))
      for (const name of schema["required"]) required.add(name as string);
    for (const name of conditionallyRequired(schema)) mentioned.add(name);
  }
  return { occurrences, required, mentioned: new Set([...mentioned, ...required]) };
}

/** Every schema that applies in place to an instance of these branches: what one refers to, then itself. */
export function inPlaceClosure(sources: Sources, branches: readonly Address[]): Location[] {
  const seen = new Set<string>();
  const found: Location[] = [];
  const visit = ({ document, pointer }: Address): void => {
    const key = `${document}#${pointer}`;
    const location = seen.has(key) ? undefined : sources.schemas.locate(document, pointer);
    seen.add(key);
    if (location === undefined) return;
    const { schema, resource } = location;
    if (isObject(schema)) {
      if (typeof schema["$ref"] === "string") {
        const target = follow(sources, { document, pointer }, resource.uri, schema["$ref"]);
        if (target !== undefined) visit(target);
      }
      for (const branch of inPlaceBranches(schema, pointer))
        visit({ document, pointer: branch.pointer });
    }
    found.push(location);
  };
  for (const branch of branches) visit(branch);
  return found;
}

/** Names in the `required` of what applies to the same instance under a condition. */
function conditionallyRequired(schema: JsonObject): string[] {
  const inner = [
    ...["then", "else"].map((keyword) => schema[keyword]),
    ...["anyOf", "oneOf", "allOf"].flatMap((keyword) =>
      Array.isArray(schema[keyword]) ? (schema[keyword] as readonly Json[]) : [],
    ),
    ...(isObject(schema["dependentSchemas"]) ? Object.values(schema["dependentSchemas"]) : []),
  ].filter(isObject);
  const dependent = isObject(schema["dependentRequired"])
    ? Object.entries(schema["dependentRequired"]).flatMap(([name, names]) => [
        name,
        ...(names as readonly string[]),
      ])
    : [];
  const own = inner.flatMap((each) =>
    Array.isArray(each["required"]) ? (each["required"] as string[]) : [],
  );
  return [...dependent, ...own, ...inner.flatMap(conditionallyRequired)];
}

/** What a set of branches does to each of them. */
export function influenceOf({ occurrences }: Facts): Influence {
  const last = new Map<string, Annotation>();
  const bare = new Set<string>();
  for (const { name, annotation } of occurrences) {
    if (annotation === undefined) bare.add(name);
    else last.set(name, annotation);
  }
  const inherited = new Map([...last].filter(([name]) => bare.has(name)));
  const omitted = new Set(
    [...last].filter(([, { visibility }]) => visibility === "omit").map(([name]) => name),
  );
  return inherited.size === 0 && omitted.size === 0 ? NO_INFLUENCE : { inherited, omitted };
}

/** The part of an influence that a branch does not already exert on itself, or undefined where none is left. */
export function outsideInfluence(whole: Influence, branch: Facts): Influence | undefined {
  const own = influenceOf(branch);
  const bare = new Set(
    branch.occurrences.filter(({ annotation }) => annotation === undefined).map(({ name }) => name),
  );
  const changes = (name: string, { visibility, deprecated }: Annotation): boolean =>
    visibility !== "optional" || deprecated || branch.required.has(name);
  const inherited = new Map(
    [...whole.inherited].filter(
      ([name, annotation]) =>
        bare.has(name) && !same(own.inherited.get(name), annotation) && changes(name, annotation),
    ),
  );
  const omitted = new Set(
    [...whole.omitted].filter(
      (name) =>
        !own.omitted.has(name) &&
        (branch.mentioned.has(name) ||
          branch.occurrences.some(
            (each) => each.name === name && each.annotation?.visibility === "required",
          )),
    ),
  );
  return inherited.size === 0 && omitted.size === 0 ? undefined : { inherited, omitted };
}

function same(left: Annotation | undefined, right: Annotation): boolean {
  return left?.visibility === right.visibility && left.deprecated === right.deprecated;
}
