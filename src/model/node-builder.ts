/** Builds one node from the keywords of all schemas that apply to an instance. */

import type { Json } from "@proto-gen/runtime/json";
import type { ContestedMembers } from "../compose/viewed-source.js";
import { distinctValues, createJsonValueSet } from "../json-schema/json-values.js";
import { isObject, type Schema } from "../json-schema/keywords.js";
import type { Rule, SimpleKeywordName } from "../keywords/simple-keyword.js";
import { SIMPLE_KEYWORD_LIST, type AnyKeyword } from "../keywords/simple-keywords.js";
import {
  ANNOTATIONS,
  CONTENT_KEYWORDS,
  isSimple,
  NO_RULES,
  type Annotations,
  type Conditional,
  type Contains,
  type Definition,
  type JsonType,
  type MemberState,
  type Node,
  type NodeRules,
  type OwnedValues,
  type Property,
} from "./node.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";

type Mutable<Value> = { -readonly [Member in keyof Value]: Value[Member] };

type ListName = {
  [Name in keyof NodeRules]: NodeRules[Name] extends readonly unknown[] ? Name : never;
}[keyof NodeRules];

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** The circumstances under which a schema's keywords are read. */
interface KeywordContext {
  /** False where the schema's dialect lacks the validation vocabulary. */
  readonly asserts?: boolean;
  /** The members that the schema leaves to the active extensions. */
  readonly contested?: ContestedMembers | undefined;
}

const SIMPLE_KEYWORDS_BY_NAME = new Map<string, (typeof SIMPLE_KEYWORD_LIST)[number]>(
  SIMPLE_KEYWORD_LIST.map((each) => [each.name, each]),
);

const NOTED: ReadonlySet<string> = new Set([...ANNOTATIONS, ...CONTENT_KEYWORDS]);

/** True for a keyword that a node keeps as an annotation or as a text's content. Most schemas have none. */
function isNoted(keyword: string): boolean {
  return NOTED.has(keyword);
}

// Most nodes have none of these, and share what stands for nothing.
const NO_CONFLICTS: Node["conflicts"] = [];
const NO_ANNOTATIONS: Annotations = {};
const NO_CONTENT: Node["content"] = {};
const NO_OWNED_VALUES: readonly OwnedValues[] = [];

export class NodeBuilder {
  readonly #node: Mutable<Node>;
  readonly #properties = new Map<string, DeclaredProperty>();
  readonly #required = new Map<string, SchemaAddress>();
  readonly #contestedRequired = new Map<string, Rule<Set<MemberState>>>();

  constructor(origin: SchemaAddress) {
    this.#node = {
      origin,
      conflicts: NO_CONFLICTS,
      annotations: NO_ANNOTATIONS,
      content: NO_CONTENT,
      ownedValues: NO_OWNED_VALUES,
      ...NO_RULES,
    };
  }

  /** Outermost first: an annotation beside a `$ref` speaks before its target's. */
  annotate(schema: Schema, origin: SchemaAddress): void {
    if (!isObject(schema) || !Object.keys(schema).some(isNoted)) return;
    for (const keyword of ANNOTATIONS) {
      const value = schema[keyword];
      if (value === undefined || this.#node.annotations[keyword] !== undefined) continue;
      this.#node.annotations = { ...this.#node.annotations, [keyword]: value };
    }
    for (const keyword of CONTENT_KEYWORDS) {
      const value = schema[keyword];
      if (value === undefined || this.#node.content[keyword] !== undefined) continue;
      this.#node.content = { ...this.#node.content, [keyword]: { value, origin } };
    }
  }

  /** Takes another node's annotations where this one has none. */
  inherit(annotations: Annotations): void {
    this.#node.annotations = { ...annotations, ...this.#node.annotations };
  }

  keywords(schema: Schema, origin: SchemaAddress, context: KeywordContext = {}): void {
    const { asserts = true, contested } = context;
    if (schema === false) this.#node.never ??= origin;
    if (!isObject(schema) || !asserts) return;
    this.#types(schema["type"], origin);
    if ("const" in schema) this.#values([schema["const"] as Json], origin);
    if (Array.isArray(schema["enum"])) this.#values(schema["enum"] as readonly Json[], origin);
    for (const keyword of Object.keys(schema)) {
      const simple = SIMPLE_KEYWORDS_BY_NAME.get(keyword);
      if (simple === undefined) continue;
      const value = simple.keyword.read(schema[keyword] as Json);
      if (value !== undefined) this.#simple(simple.name, simple.keyword, { value, origin });
    }
    const required = Array.isArray(schema["required"]) ? (schema["required"] as Json[]) : [];
    for (const name of required)
      if (typeof name === "string") this.#require(name, origin, contested);
    for (const name of contested?.declared ?? [])
      if (!required.includes(name)) this.#requireIn(name, ["required"], origin);
    this.#dependentRequired(schema["dependentRequired"], origin, contested);
  }

  #require(name: string, origin: SchemaAddress, contested?: ContestedMembers): void {
    if (contested?.declared.has(name) === true)
      this.#requireIn(name, ["unset", "required"], origin);
    else if (contested?.omittable.has(name) === true)
      this.#requireIn(name, ["unset", "optional", "required"], origin);
    else if (!this.#required.has(name)) this.#required.set(name, origin);
  }

  #requireIn(name: string, states: readonly MemberState[], origin: SchemaAddress): void {
    const rule = this.#contestedRequired.get(name) ?? { value: new Set(), origin };
    for (const state of states) rule.value.add(state);
    this.#contestedRequired.set(name, rule);
  }

  #types(value: Json | undefined, origin: SchemaAddress): void {
    if (value === undefined) return;
    const types = (Array.isArray(value) ? value : [value]) as readonly JsonType[];
    const known = this.#node.types;
    const both = known === undefined ? types : intersectTypes(known.value, types);
    if (known !== undefined && both.length === 0 && known.value.length > 0)
      this.#conflict(known, { value: types, origin });
    // A schema that repeats a type contributes nothing; an integer is narrower than a number.
    const isRepeated = known?.value.every((type) => both.includes(type)) === true;
    this.#node.types = isRepeated ? known : { value: both, origin };
  }

  #conflict(first: Rule<unknown>, second: Rule<unknown>): void {
    const wants = [JSON.stringify(first.value), JSON.stringify(second.value)] as const;
    const conflict = { first: first.origin, second: second.origin, wants };
    this.#node.conflicts = [...this.#node.conflicts, conflict];
  }

  #values(values: readonly Json[], origin: SchemaAddress): void {
    const known = this.#node.values;
    const allowed = known === undefined ? undefined : createJsonValueSet(values);
    const both = known?.value.filter((value) => allowed?.has(value)) ?? values;
    if (known !== undefined && both.length === 0 && known.value.length > 0)
      this.#conflict(known, { value: values, origin });
    this.#node.values =
      known !== undefined && both.length === known.value.length ? known : { value: both, origin };
  }

  /** Adds the values that capabilities add to the enum that has just been read. */
  ownedValues(owned: OwnedValues): void {
    this.#node.ownedValues = [...this.#node.ownedValues, owned];
  }

  /** An enum beside what capabilities add to it: one enum. Any other union stays one. */
  openUnion(branches: readonly Node[], isOpen: boolean): void {
    if (!isOpen || !branches.every(listsValues)) {
      this.union("anyOf", branches);
      return;
    }
    const [first] = branches;
    const values = branches.flatMap((each) => each.values?.value ?? []);
    const types = branches.flatMap((each) => each.types?.value ?? []);
    if (branches.every((each) => each.types !== undefined))
      this.#types([...new Set(types)], first?.origin ?? this.#node.origin);
    this.#values(distinctValues(values), first?.values?.origin ?? this.#node.origin);
    const owned = branches.flatMap(({ ownedValues }) => ownedValues);
    this.#node.ownedValues = [...this.#node.ownedValues, ...owned];
  }

  /** Appends to a list of rules: a list of its own, since nodes without rules share their empty lists. */
  #add<Name extends ListName>(name: Name, item: ItemOf<NodeRules[Name]>): void {
    const known = this.#node[name] as unknown[];
    if (known === (NO_RULES[name] as unknown)) this.#node[name] = [item] as never;
    else known.push(item);
  }

  #simple(
    name: SimpleKeywordName,
    keyword: AnyKeyword,
    rule: Parameters<AnyKeyword["merge"]>[1],
  ): void {
    const rules: Partial<Record<SimpleKeywordName, unknown>> = this.#node;
    rules[name] = keyword.merge(this.#node[name], rule);
  }

  #dependentRequired(
    value: Json | undefined,
    origin: SchemaAddress,
    contested?: ContestedMembers,
  ): void {
    if (!isObject(value)) return;
    for (const [name, names] of Object.entries(value)) {
      if (!Array.isArray(names)) continue;
      const required = names as readonly string[];
      const omittable = required.filter((each) => contested?.omittable.has(each));
      this.#add("dependentRequired", {
        name,
        required: { value: required, origin },
        ...(omittable.length === 0 ? {} : { contested: new Set(omittable) }),
      });
    }
  }

  reference(definition: Definition): void {
    if (!this.#node.references.includes(definition)) this.#add("references", definition);
  }

  /** A union of bare types is a type; any other stays a union. */
  union(keyword: "anyOf" | "oneOf", branches: readonly Node[]): void {
    const types = bareTypes(branches);
    if (
      types === undefined ||
      (keyword === "oneOf" && new Set(types).size < types.length) ||
      (types.includes("integer") && types.includes("number"))
    ) {
      this.#add(keyword, branches);
      return;
    }
    this.#types([...new Set(types)], branches[0]?.origin ?? this.#node.origin);
  }

  not(node: Node): void {
    this.#add("not", node);
  }

  conditional(conditional: Conditional): void {
    this.#add("conditionals", conditional);
  }

  dependentSchema(name: string, node: Node): void {
    this.#add("dependentSchemas", { name, node });
  }

  property(name: string, property: DeclaredProperty): void {
    this.#properties.set(name, property);
  }

  patternProperty(pattern: string, node: Node, origin: SchemaAddress): void {
    this.#add("patternProperties", { pattern, node, origin });
  }

  additionalProperties(node: Node): void {
    this.#node.additionalProperties = node;
  }

  propertyName(node: Node): void {
    this.#add("propertyNames", node);
  }

  prefixItem(node: Node): void {
    this.#add("prefixItems", node);
  }

  items(node: Node): void {
    this.#node.items = node;
  }

  contains(contains: Contains): void {
    this.#add("contains", contains);
  }

  unevaluatedProperties(node: Node): void {
    this.#node.unevaluatedProperties = node;
  }

  unevaluatedItems(node: Node): void {
    this.#node.unevaluatedItems = node;
  }

  finish(): Node {
    if (this.#properties.size + this.#required.size + this.#contestedRequired.size > 0)
      this.#node.properties = this.#finishProperties();
    return Object.freeze(this.#node);
  }

  #finishProperties(): ReadonlyMap<string, Property> {
    const properties = new Map<string, Property>();
    for (const [name, property] of this.#properties)
      properties.set(name, this.#finished(name, property));
    // `required` may name a member that is declared elsewhere: it is there, and unconstrained here.
    const required = [...this.#required, ...[...this.#contestedRequired].map(toOrigin)];
    for (const [name, origin] of required) {
      if (!properties.has(name))
        properties.set(name, this.#finished(name, { node: anything(origin), origins: [] }));
    }
    return properties;
  }

  #finished(name: string, { node, origins, omitted }: DeclaredProperty): Property {
    const required = this.#required.get(name);
    const property = { node, origins, required };
    const rule = this.#contestedRequired.get(name);
    const states = required === undefined ? rule : undefined;
    if (states === undefined && omitted === undefined) return property;
    return {
      ...property,
      contested: {
        required: states ?? { value: new Set(), origin: rule?.origin ?? node.origin },
        omitted: omitted === undefined ? node : (omitted.node ?? anything(node.origin)),
        isDeclared: omitted?.isDeclared ?? origins.length > 0,
      },
    };
  }
}

/** A member as the schemas declare it. */
export interface DeclaredProperty {
  readonly node: Node;
  readonly origins: readonly SchemaAddress[];
  /** The node that is left, if any, when the active extensions omit the member; undefined where none omits it. */
  readonly omitted?: { readonly node: Node | undefined; readonly isDeclared: boolean };
}

function toOrigin([name, { origin }]: readonly [string, Rule<unknown>]): [string, SchemaAddress] {
  return [name, origin];
}

function anything(origin: SchemaAddress): Node {
  return new NodeBuilder(origin).finish();
}

/** The types that both allow. */
export function intersectTypes(left: readonly JsonType[], right: readonly JsonType[]): JsonType[] {
  const both = left.filter(
    (type) => right.includes(type) || (type === "integer" && right.includes("number")),
  );
  const narrowed =
    left.includes("number") && !right.includes("number") && right.includes("integer");
  return narrowed ? [...both, "integer"] : both;
}

/** True for a node that is a list of values, and nothing else. */
function listsValues(node: Node): boolean {
  return node.values !== undefined && node.references.length === 0 && isSimple(node, "values");
}

function bareTypes(branches: readonly Node[]): JsonType[] | undefined {
  const types: JsonType[] = [];
  for (const branch of branches) {
    if (branch.types === undefined || branch.references.length > 0 || !isSimple(branch))
      return undefined;
    types.push(...branch.types.value);
  }
  return types;
}
