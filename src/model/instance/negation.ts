/**
 * Negations: for a node, the nodes whose values break one of its rules. They guide the search for a value that does
 * not satisfy it; the judge decides.
 */

import type { SimpleKeywordName } from "../../keywords/simple-keyword.js";
import { rulesOf, SIMPLE_KEYWORD_LIST } from "../../keywords/simple-keywords.js";
import { NodeBuilder } from "../node-builder.js";
import { isAbsent, ruleEntries, type JsonType, type Node, type NodeRules } from "../node.js";

const TYPES: readonly JsonType[] = ["string", "number", "boolean", "object", "array", "null"];

const inverses = new WeakMap<Node, Node>();

/** The node that has only the rule `not`. */
export function notNode(node: Node): Node {
  const known = inverses.get(node);
  if (known !== undefined) return known;
  const created = build(node, (builder) => builder.not(node));
  inverses.set(node, created);
  return created;
}

/** An object without a member of this name. */
export function forbidding(name: string): Node {
  const builder = new NodeBuilder(SYNTHETIC);
  const never = new NodeBuilder(SYNTHETIC);
  never.keywords(false, SYNTHETIC);
  builder.property(name, { node: never.finish(), origins: [SYNTHETIC] });
  return builder.finish();
}

/** Nodes that are satisfied only by values that break one of the node's rules. */
export function negations(node: Node): Node[] {
  if (node.never !== undefined) return [build(node, () => {})];
  return NEGATION_LIST.flatMap(([name, negate]) =>
    isAbsent(node[name]) ? [] : negate(node[name], node),
  );
}

const SYNTHETIC = { document: "", pointer: "" } as const;

function build(node: Node, change: (builder: NodeBuilder) => void): Node {
  const builder = new NodeBuilder(node.origin);
  change(builder);
  return builder.finish();
}

function both(left: Node, right: Node): Node {
  return build(left, (builder) => {
    builder.union("anyOf", [left]);
    builder.union("anyOf", [right]);
  });
}

function withKeyword(node: Node, keyword: string, value: number | readonly string[]): Node {
  return build(node, (builder) => builder.keywords({ [keyword]: value }, node.origin));
}

function typeNegations(node: Node): Node[] {
  const types = node.types?.value;
  if (types === undefined) return [];
  const others = TYPES.filter((type) => !types.includes(type));
  if (!types.includes("integer") || types.includes("number"))
    return others.length === 0 ? [] : [withKeyword(node, "type", others)];
  return [
    withKeyword(
      node,
      "type",
      others.filter((type) => type !== "number"),
    ),
    build(node, (builder) => builder.keywords({ enum: [0.5, 1.5] }, node.origin)),
  ];
}

type SimpleNegations = {
  readonly [Name in SimpleKeywordName]: Negate<NonNullable<NodeRules[Name]>>;
};

function simpleNegations(): SimpleNegations {
  const negations = SIMPLE_KEYWORD_LIST.map(({ name, keyword }) => [
    name,
    (_: unknown, node: Node): Node[] =>
      rulesOf(node, name).flatMap(({ value }) => {
        const schema = keyword.negate(value);
        return schema === undefined
          ? []
          : [build(node, (builder) => builder.keywords(schema, node.origin))];
      }),
  ]);
  return Object.fromEntries(negations) as SimpleNegations;
}

function ofArray(node: Node, change: (builder: NodeBuilder) => void): Node {
  return build(node, (builder) => {
    builder.keywords({ type: "array" }, node.origin);
    change(builder);
  });
}

/** An array in which only the item at an index of `prefixItems` is wrong. */
function wrongPrefixItem(node: Node, index: number): Node {
  return ofArray(node, (builder) => {
    builder.keywords({ minItems: index + 1 }, node.origin);
    for (const [at, item] of node.prefixItems.entries())
      builder.prefixItem(at === index ? notNode(item) : build(item, () => {}));
  });
}

/** An array with an item that is wrong, behind those of `prefixItems`. */
function wrongItems(wrong: Node, node: Node): Node[] {
  const { prefixItems } = node;
  return [
    ofArray(node, (builder) => {
      builder.keywords({ minItems: prefixItems.length + 1 }, node.origin);
      for (const item of prefixItems) builder.prefixItem(build(item, () => {}));
      builder.items(notNode(wrong));
    }),
  ];
}

function ofObject(
  node: Node,
  required: readonly string[],
  change: (builder: NodeBuilder) => void,
): Node {
  return build(node, (builder) => {
    builder.keywords({ type: "object", required }, node.origin);
    change(builder);
  });
}

function withMember(builder: NodeBuilder, name: string, node: Node): void {
  builder.property(name, { node, origins: [node.origin] });
}

/** Objects in which a required member is missing, then objects in which a member is wrong. */
function wrongMembers(members: Node["properties"], node: Node): Node[] {
  const all = [...members];
  const required = all.filter(([, property]) => property.required !== undefined);
  const declared = all.filter(([, { origins }]) => origins.length > 0);
  return [
    ...required.map(([name]) =>
      ofObject(node, [], (builder) => withMember(builder, name, neverNode(node))),
    ),
    ...declared.map(([name, property]) =>
      ofObject(node, [name], (builder) => withMember(builder, name, notNode(property.node))),
    ),
  ];
}

/** An object with a wrong member that no `properties` declares. */
function wrongOtherMember(wrong: Node, node: Node): Node[] {
  return [
    ofObject(node, [], (builder) => {
      for (const name of node.properties.keys())
        withMember(
          builder,
          name,
          build(node, () => {}),
        );
      builder.additionalProperties(notNode(wrong));
      builder.keywords({ minProperties: node.properties.size + 1 }, node.origin);
    }),
  ];
}

function neverNode(node: Node): Node {
  return build(node, (builder) => builder.keywords(false, node.origin));
}

const none = (): Node[] => [];

type Negate<Rule> = (rule: Rule, node: Node) => Node[];

/** The negations of each rule, in the order in which they are tried. */
const NEGATIONS: { readonly [Name in keyof NodeRules]: Negate<NonNullable<NodeRules[Name]>> } = {
  never: none,
  values: none,
  patternProperties: none,
  types: (_, node) => typeNegations(node),
  ...simpleNegations(),
  contains: (all, node) =>
    all.map((each) => ofArray(node, (builder) => builder.items(notNode(each.node)))),
  prefixItems: (all, node) => all.map((_, index) => wrongPrefixItem(node, index)),
  items: wrongItems,
  unevaluatedItems: (wrong, node) => (node.items === undefined ? wrongItems(wrong, node) : []),
  properties: wrongMembers,
  additionalProperties: wrongOtherMember,
  unevaluatedProperties: (wrong, node) =>
    node.additionalProperties === undefined ? wrongOtherMember(wrong, node) : [],
  dependentRequired: (all, node) =>
    all.flatMap(({ name, required }) =>
      required.value.map((each) =>
        ofObject(node, [name], (builder) => withMember(builder, each, neverNode(node))),
      ),
    ),
  dependentSchemas: (all, node) =>
    all.map(({ name, node: each }) => ofObject(node, [name], (builder) => builder.not(each))),
  propertyNames: (all, node) =>
    all.map((each) =>
      ofObject(node, [], (builder) => {
        builder.propertyName(notNode(each));
        builder.keywords({ minProperties: 1 }, node.origin);
      }),
    ),
  not: (nodes) => [...nodes],
  references: (all) => all.map(({ node: target }) => notNode(target)),
  anyOf: (unions, node) =>
    unions.map((branches) => build(node, (b) => branches.forEach((each) => b.not(each)))),
  oneOf: (unions, node) =>
    unions.flatMap((branches) => [
      build(node, (builder) => branches.forEach((each) => builder.not(each))),
      build(node, (builder) => {
        for (const each of branches.slice(0, 2)) builder.union("anyOf", [each]);
      }),
    ]),
  conditionals: (all) =>
    all.flatMap((each) => [
      ...(each.then === undefined ? [] : [both(each.if, notNode(each.then))]),
      ...(each.else === undefined ? [] : [both(notNode(each.if), notNode(each.else))]),
    ]),
};

const NEGATION_LIST = ruleEntries(
  NEGATIONS as Readonly<Record<keyof NodeRules, Negate<NodeRules[keyof NodeRules]>>>,
);
