/**
 * Prints a node as a zod schema. Each rule is a method of zod's where zod has one of the same verdict; the others are refinements, and
 * `KEYWORDS` says which and why.
 */

import {
  CODEGEN,
  code,
  identifier,
  join,
  jsonLiteral,
  numberLiteral,
  predicateName,
  regexLiteral,
  rulesIn,
  satisfies,
  soleReference,
  stringLiteral,
  typesOf,
  type Code,
  type Doc,
  type JsonType,
  type Node,
  type NodeRules,
} from "proto-gen/emitter/v1";
import {
  call,
  chained,
  choice,
  generic,
  KINDS,
  list,
  never,
  unknown,
  exactOptional,
  type Kind,
  type Printed,
  type SchemaContext,
} from "./printed.js";
import { printObject } from "./zod-object.js";

/** How a rule is printed: by the method of zod that has its verdict, or as a refinement, for the reason given. */
type Keyword = { readonly zod: string } | { readonly refinement: string };

/** The compiler asks for a new rule here. The README's table is printed from it. */
export const KEYWORDS: { readonly [Name in keyof NodeRules]: Keyword } = {
  never: { zod: "z.never" },
  types: { zod: "z.string, z.number, z.boolean, z.null, z.array, z.looseObject, z.union" },
  values: { zod: "z.literal" },
  references: { zod: "the constant of the type; z.intersection beside other rules" },
  minimum: { zod: ".gte" },
  exclusiveMinimum: { zod: ".gt" },
  maximum: { zod: ".lte" },
  exclusiveMaximum: { zod: ".lt" },
  multipleOf: { refinement: "zod takes what is nearly a multiple for one" },
  minLength: { refinement: "zod counts UTF-16 units, JSON Schema characters" },
  maxLength: { refinement: "zod counts UTF-16 units, JSON Schema characters" },
  pattern: { zod: ".regex" },
  format: { refinement: "zod's formats accept other texts than the RFCs that JSON Schema names" },
  minItems: { zod: ".min" },
  maxItems: { zod: ".max" },
  uniqueItems: { refinement: "zod has no arrays of unique items" },
  minProperties: { refinement: "zod does not count members" },
  maxProperties: { refinement: "zod does not count members" },
  properties: { zod: "z.looseObject, z.exactOptional" },
  patternProperties: { refinement: "zod has no schema for members by the pattern of their name" },
  additionalProperties: { zod: ".catchall, z.strictObject, z.record" },
  propertyNames: { refinement: "zod has it for maps alone" },
  prefixItems: { zod: "z.tuple" },
  items: { zod: "z.array, z.tuple" },
  contains: { refinement: "zod does not count matching items" },
  dependentRequired: { refinement: "zod has no rules between members" },
  dependentSchemas: { refinement: "zod has no rules between members" },
  anyOf: { zod: "z.union" },
  oneOf: { zod: "z.xor" },
  not: { refinement: "zod has no negation" },
  conditionals: { refinement: "zod has no conditions" },
  unevaluatedProperties: {
    refinement: "zod does not know what was evaluated: the type's validator",
  },
  unevaluatedItems: { refinement: "zod does not know what was evaluated: the type's validator" },
};

/** Rules that say something of values of one kind. */
const RULES_OF: { readonly [Name in Kind]: readonly (keyof NodeRules)[] } = {
  object: [
    ...(["properties", "patternProperties", "additionalProperties", "propertyNames"] as const),
    ...(["minProperties", "maxProperties", "dependentRequired"] as const),
  ],
  array: ["prefixItems", "items", "minItems", "maxItems", "uniqueItems", "contains"],
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"],
  boolean: [],
  null: [],
};

/** @param kinds those that the value can have, by what is known around the node */
export function printSchema(
  node: Node,
  context: SchemaContext,
  kinds: readonly Kind[] = KINDS,
): Printed {
  if (node.never !== undefined) return never(context.z);
  const sole = soleReference(node);
  if (sole !== undefined) return context.reference(sole);
  if (node.values !== undefined) return printValues(node, context);
  const own = kinds.filter((kind) => kindsOf(node).includes(kind));
  return withConditions(node, withBranches(node, printOwn(node, context, own), context, own), {
    context,
    kinds: own,
  });
}

/** A constant or an enum: which of the values satisfy the other rules is known by now. */
function printValues(node: Node, { z, scope }: SchemaContext): Printed {
  const values = node.values!.value.filter((value) => satisfies(node, value));
  if (values.length === 0) return never(z);
  const literals = values.map(jsonLiteral);
  if (values.every((value) => typeof value !== "object" || value === null))
    return {
      value: call(code`${z}.literal`, [list(literals)]),
      type: generic(code`${z}.ZodLiteral`, [join(" | ", literals)]),
    };
  const isOneOf = scope.import(CODEGEN, identifier("isOneOf"));
  return chained(unknown(z), [
    [code`.refine((value) => ${isOneOf}(value, `, list(literals), code`))`],
  ]);
}

/** The rules of the node's own types, without those that apply in place. */
function printOwn(node: Node, context: SchemaContext, kinds: readonly Kind[]): Printed | undefined {
  const present = rulesIn(node);
  const isSilent = (kind: Kind): boolean => !RULES_OF[kind].some((rule) => present.includes(rule));
  if (node.types === undefined && kinds.every(isSilent)) return undefined;
  const printed = kinds.map((kind) => PRINTERS[kind](node, context));
  return choice(printed, context);
}

const PRINTERS: { readonly [Name in Kind]: (node: Node, context: SchemaContext) => Printed } = {
  object: printObject,
  array: printArray,
  string: printString,
  number: printNumber,
  boolean: (_, { z }) => ({ value: code`${z}.boolean()`, type: code`${z}.ZodBoolean` }),
  null: (_, { z }) => ({ value: code`${z}.null()`, type: code`${z}.ZodNull` }),
};

function printNumber(node: Node, { z, scope }: SchemaContext): Printed {
  const bounds = (
    [
      ["gte", node.minimum],
      ["gt", node.exclusiveMinimum],
      ["lte", node.maximum],
      ["lt", node.exclusiveMaximum],
    ] as const
  ).flatMap(([method, rule]) =>
    rule === undefined ? [] : [code`.${identifier(method)}(${numberLiteral(rule.value)})`],
  );
  const factors = node.multipleOf.map(({ value }) => {
    const isMultiple = scope.import(CODEGEN, identifier("isMultiple"));
    return code`.refine((value) => ${isMultiple}(value, ${numberLiteral(value)}))`;
  });
  const types = typesOf(node);
  // `z.int()` refuses integers beyond those that doubles tell apart, which JSON Schema has.
  const isInteger = types?.includes("integer") === true && !types.includes("number");
  const integer = isInteger ? [code`.refine(Number.isInteger)`] : [];
  return chained({ value: code`${z}.number()`, type: code`${z}.ZodNumber` }, [
    ...bounds,
    ...factors,
    ...integer,
  ]);
}

function printString(node: Node, { z, scope }: SchemaContext): Printed {
  const patterns = node.pattern.map(({ value }) => code`.regex(${regexLiteral(value)})`);
  const bounds = (
    [
      [">=", node.minLength],
      ["<=", node.maxLength],
    ] as const
  ).flatMap(([operator, rule]) => {
    if (rule === undefined) return [];
    const lengthOf = scope.import(CODEGEN, identifier("lengthOf"));
    const sign = operator === ">=" ? code`>=` : code`<=`;
    return [code`.refine((value) => ${lengthOf}(value) ${sign} ${numberLiteral(rule.value)})`];
  });
  const formats = node.format.flatMap(({ value }) => {
    const predicate = predicateName(value);
    return predicate === undefined
      ? []
      : [code`.refine(${scope.import(CODEGEN, identifier(predicate))})`];
  });
  return chained({ value: code`${z}.string()`, type: code`${z}.ZodString` }, [
    ...patterns,
    ...bounds,
    ...formats,
  ]);
}

function printArray(node: Node, context: SchemaContext): Printed {
  const { z, scope } = context;
  const items = node.items === undefined ? undefined : context.print(node.items);
  const rest = items ?? unknown(z);
  const prefix = node.prefixItems.map((each) => exactOptional(context.print(each), z));
  const base: Printed =
    prefix.length === 0
      ? {
          value: call(code`${z}.array`, [rest.value]),
          type: generic(code`${z}.ZodArray`, [rest.type]),
        }
      : {
          value: call(code`${z}.tuple`, [list(prefix.map(({ value }) => value)), rest.value]),
          type: generic(code`${z}.ZodTuple`, [list(prefix.map(({ type }) => type)), rest.type]),
        };
  const bounds: Doc[] = (
    [
      [prefix.length > 0 ? code`>=` : code`min`, node.minItems],
      [prefix.length > 0 ? code`<=` : code`max`, node.maxItems],
    ] as const
  ).flatMap(([method, rule]) => {
    if (rule === undefined) return [];
    const limit = numberLiteral(rule.value);
    // Tuples have no `.min` and `.max`.
    return prefix.length > 0
      ? [code`.refine((value) => value.length ${method} ${limit})`]
      : [code`.${method}(${limit})`];
  });
  const unique =
    node.uniqueItems === undefined
      ? []
      : [code`.refine(${scope.import(CODEGEN, identifier("isUnique"))})`];
  const counts = node.contains.map(({ node: each, min, max }): Doc => {
    const schema = context.declare(context.print(each));
    const count = code`value.filter((item) => ${schema}.safeParse(item).success).length`;
    const atMost = max === undefined ? [] : [code` && ${count} <= ${numberLiteral(max)}`];
    return [code`.refine((value) => ${count} >= ${numberLiteral(min)}`, ...atMost, ")"];
  });
  return chained(base, [...bounds, ...unique, ...counts]);
}

/** One schema of the node's own rules, and of those that apply in place. */
function withBranches(
  node: Node,
  own: Printed | undefined,
  context: SchemaContext,
  kinds: readonly Kind[],
): Printed {
  const unions = (branches: readonly (readonly Node[])[]): Printed[][] =>
    branches.map((each) => each.map((branch) => context.print(branch, kinds)));
  const parts = [
    ...(own === undefined ? [] : [{ printed: own, isClosed: isClosed(node) }]),
    ...node.references.map((each) => ({
      printed: context.reference(each),
      isClosed: closesInPlace(each.node),
    })),
    ...unions(node.anyOf).map((each, index) => ({
      printed: choice(each, context),
      isClosed: node.anyOf[index]!.some((branch) => closesInPlace(branch)),
    })),
    ...unions(node.oneOf).map((each, index) => ({
      printed: choice(each, context, "xor"),
      isClosed: node.oneOf[index]!.some((branch) => closesInPlace(branch)),
    })),
  ];
  const [first, ...others] = parts;
  if (first === undefined) return unknown(context.z);
  if (others.length === 0) return first.printed;
  // Taken no earlier: a module without a schema of its own imports nothing.
  const { z } = context;
  // An intersection lets one side have the members that the other refuses: what closes an object is asked again.
  const asked = parts.map(({ printed, isClosed: closed }) => {
    if (!closed) return { printed, refinement: [] as readonly Doc[] };
    const name = context.declare(printed);
    const refinement = [code`.refine((value) => ${name}.safeParse(value).success)`];
    return { printed: { value: name, type: printed.type }, refinement };
  });
  const all = asked
    .map(({ printed }) => printed)
    .reduce((left, right): Printed => ({
      value: call(code`${z}.intersection`, [left.value, right.value]),
      type: generic(code`${z}.ZodIntersection`, [left.type, right.type]),
    }));
  return chained(
    all,
    asked.flatMap(({ refinement }) => refinement),
  );
}

interface Conditions {
  readonly context: SchemaContext;
  readonly kinds: readonly Kind[];
}

function withConditions(node: Node, base: Printed, { context, kinds }: Conditions): Printed {
  const test = (each: Node): Code =>
    code`${context.declare(context.print(each, kinds))}.safeParse(value).success`;
  const branch = (each: Node | undefined): Code => (each === undefined ? code`true` : test(each));
  return chained(base, [
    ...node.not.map((each) => code`.refine((value) => !${test(each)})`),
    ...node.conditionals.map(
      (each) =>
        code`.refine((value) => (${test(each.if)} ? ${branch(each.then)} : ${branch(each.else)}))`,
    ),
    ...node.dependentSchemas.map(({ name, node: each }) => {
      const isObject = context.scope.import(CODEGEN, identifier("isObject"));
      return code`.refine((value) => !${isObject}(value) || !Object.hasOwn(value, ${stringLiteral(name)}) || ${test(each)})`;
    }),
  ]);
}

function isClosed({ additionalProperties, propertyNames }: Node): boolean {
  return additionalProperties?.never !== undefined || propertyNames.length > 0;
}

function closesInPlace(node: Node, seen: ReadonlySet<Node> = new Set()): boolean {
  if (seen.has(node)) return false;
  const inPlace = [
    ...node.references.map((each) => each.node),
    ...node.anyOf.flat(),
    ...node.oneOf.flat(),
  ];
  const inner = new Set([...seen, node]);
  return isClosed(node) || inPlace.some((each) => closesInPlace(each, inner));
}

/** What values of a node can be, by its types and by those of what it refers to. */
function kindsOf(node: Node, depth = 0): readonly Kind[] {
  const types = typesOf(node);
  if (types !== undefined) return KINDS.filter((kind) => types.some((type) => isOf(type, kind)));
  if (depth > 20) return KINDS;
  return KINDS.filter((kind) =>
    node.references.every((each) => kindsOf(each.node, depth + 1).includes(kind)),
  );
}

function isOf(type: JsonType, kind: Kind): boolean {
  return (type === "integer" ? "number" : type) === kind;
}
