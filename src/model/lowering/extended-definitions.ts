/**
 * Definitions whose type extends a named one, because an extension says more of it. A member's value that several
 * documents describe keeps the name of its type this way: `LineItem` stays `LineItem` (ADR 57).
 */

import { isAssertion, isObject, type Schema } from "../../json-schema/keywords.js";
import { isNamedByAuthor } from "../candidate-names.js";
import { findMember } from "./composition-layers.js";
import { LazyDefinition } from "./lazy-definition.js";
import type { LoweringContext } from "./lowering-context.js";
import type { Definition, Layers, Node } from "../node.js";
import type { SchemaNavigator } from "./schema-navigator.js";
import { isPureReference, keyOf, originOf, type ScopedSchema } from "./scoped-schema.js";

/** The definition of one schema; that of an extension extends the named type which it refers to. */
export function defineSchema(schema: ScopedSchema, context: LoweringContext): Definition {
  const { navigator } = context;
  return new LazyDefinition(
    { key: keyOf(schema), origin: originOf(schema), valueOwners: valueOwnersOf(schema, navigator) },
    () => context.lower([schema]),
    (node) => {
      if (!navigator.isExtension(schema)) return undefined;
      const base = findNamedType([schema], navigator);
      return base && layersUpon({ base, schemas: [schema], whole: node }, context);
    },
  );
}

/**
 * One definition for all that several schemas say of a value, where an extension adds to a type with a name;
 * undefined where none does.
 *
 * @param distinct the schemas that constrain something, none of which includes another
 */
export function defineMerged(
  schemas: readonly ScopedSchema[],
  distinct: readonly ScopedSchema[],
  context: LoweringContext,
): Definition | undefined {
  const { navigator } = context;
  const adding = distinct.filter((each) => navigator.isExtension(each));
  if (adding.length === 0) return undefined;
  const isReference = (each: ScopedSchema): boolean =>
    adding.includes(each) && isPureReference(each.location.schema);
  // A type that an extension refers to has its name already, unless another one adds to it.
  const isReferred = (each: ScopedSchema): boolean =>
    isReference(each) && !navigator.isExtension(navigator.resolveAlias(each));
  const isAddedTo = adding.some(isReferred) && !adding.every(isReferred);
  const naming = [...schemas, ...distinct].filter(
    (each) => !isReference(each) || (isAddedTo && isReferred(each)),
  );
  // A type that the extension itself declares keeps its name: nothing is added to it here.
  const isOthers = (each: ScopedSchema): boolean => !navigator.isExtension(each);
  const base = findNamedType(naming, navigator, isOthers);
  const isAlone = distinct.length === 1 && adding.some(isReference);
  if (base === undefined || isAlone) return undefined;
  const targets = distinct.map((each) => navigator.resolveAlias(each));
  const own = collectOwnSchemas(base, targets, navigator);
  if (own.every(({ location }) => addsNothing(location.schema))) return context.define(base);
  const contributing = isAddedTo ? adding.filter((each) => !isReferred(each)) : adding;
  return new LazyDefinition(
    {
      key: `merged ${targets.map(keyOf).sort().join(" ")}`,
      origin: originOf(base),
      mergedFrom: contributing.map(({ location }) => location.document),
      valueOwners: valueOwnersOf(base, navigator),
    },
    () => context.lower(targets),
    (node) => layersUpon({ base, schemas: targets, whole: node }, context),
  );
}

function valueOwnersOf({ scope }: ScopedSchema, navigator: SchemaNavigator): readonly string[] {
  const documents = new Set([...scope.anchors.values()].map(({ document }) => document));
  return [...new Set([...documents].flatMap((each) => navigator.valueOwners(each)))].sort();
}

/** The first type with a name and with members that these schemas refer to. */
function findNamedType(
  schemas: readonly ScopedSchema[],
  navigator: SchemaNavigator,
  isAllowed: (schema: ScopedSchema) => boolean = () => true,
): ScopedSchema | undefined {
  for (const schema of schemas.flatMap((each) => [each, ...navigator.allOfBranches(each)]))
    for (const target of navigator.resolveTargets(schema)) {
      const named = navigator.resolveAlias(target);
      if (navigator.isChanged(named) || !isAllowed(named)) continue;
      const all = [...navigator.collectClosure(named).values()];
      const hasMembers = all.some(({ location }) => memberNames(location.schema).length > 0);
      if (isNamedByAuthor(named.location.pointer) && hasMembers) return named;
    }
  return undefined;
}

interface Extension {
  readonly base: ScopedSchema;
  /** The schemas that refer to the base. */
  readonly schemas: readonly ScopedSchema[];
  /** The node of all of them. */
  readonly whole: Node;
}

function layersUpon({ base, schemas, whole }: Extension, context: LoweringContext): Layers {
  const own = collectOwnSchemas(base, schemas, context.navigator);
  const names = new Set(own.flatMap(({ location }) => memberNames(location.schema)));
  const members = new Map([...whole.properties].filter(([name]) => names.has(name)));
  const extended = context.define(base);
  const inherited = [...members.keys()].flatMap((name) => {
    const property = findMember(extended, name);
    return property === undefined ? [] : [[name, property] as const];
  });
  return {
    base: extended,
    members,
    inherited: new Map(inherited),
    addition: undefined,
    whole,
    root: extended,
  };
}

/** The schemas that apply in place, less those of the base that they refer to. */
function collectOwnSchemas(
  base: ScopedSchema,
  schemas: readonly ScopedSchema[],
  navigator: SchemaNavigator,
): readonly ScopedSchema[] {
  const inherited = navigator.collectClosure(base);
  return schemas
    .flatMap((each) => [...navigator.collectClosure(each)])
    .flatMap(([key, each]) => (inherited.has(key) ? [] : [each]));
}

/** True for an object without members of its own: an extension whose members a view omits. */
function addsNothing(schema: Schema): boolean {
  if (!isObject(schema)) return schema === true;
  return Object.entries(schema).every(([keyword, value]) => {
    if (keyword === "properties") return isObject(value) && Object.keys(value).length === 0;
    if (keyword === "required") return Array.isArray(value) && value.length === 0;
    return (
      IN_PLACE.has(keyword) || !isAssertion(keyword) || (keyword === "type" && value === "object")
    );
  });
}

/** The schemas that these lead to are in the closure themselves. */
const IN_PLACE: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "allOf"]);

/** The members that a schema declares or requires. */
function memberNames(schema: Schema): string[] {
  if (!isObject(schema)) return [];
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required : [];
  return [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...names.filter((name): name is string => typeof name === "string"),
  ];
}
