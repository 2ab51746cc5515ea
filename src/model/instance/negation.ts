/**
 * Negations: what a value can be like so that it does not satisfy a node. In: the node. Out: nodes, to
 * satisfy any of which breaks one of its rules. They guide the search; what counts is the check.
 */

import { rulesOf, SIMPLE_KEYWORD_LIST } from "../../keywords/simple-keywords.js";
import { NodeBuilder } from "../node-builder.js";
import type { JsonType, Node } from "../node.js";

const TYPES: readonly JsonType[] = ["string", "number", "boolean", "object", "array", "null"];

const inverses = new WeakMap<Node, Node>();

/** The node that says no more than `not`. */
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
  never.keywords(false, SYNTHETIC, true);
  builder.property(name, { node: never.finish(), origins: [SYNTHETIC] });
  return builder.finish();
}

export function negations(node: Node): Node[] {
  if (node.never !== undefined) return [build(node, () => {})];
  return [
    ...typeNegations(node),
    ...simpleNegations(node),
    ...arrayNegations(node),
    ...objectNegations(node),
    ...node.not,
    ...node.references.map(({ node: target }) => notNode(target)),
    ...node.anyOf.map((branches) => build(node, (b) => branches.forEach((each) => b.not(each)))),
    ...node.oneOf.flatMap((branches) => [
      build(node, (builder) => branches.forEach((each) => builder.not(each))),
      build(node, (builder) => {
        for (const each of branches.slice(0, 2)) builder.union("anyOf", [each]);
      }),
    ]),
    ...node.conditionals.flatMap((each) => [
      ...(each.then === undefined ? [] : [both(each.if, notNode(each.then))]),
      ...(each.else === undefined ? [] : [both(notNode(each.if), notNode(each.else))]),
    ]),
  ];
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
  return build(node, (builder) => builder.keywords({ [keyword]: value }, node.origin, true));
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
    build(node, (builder) => builder.keywords({ enum: [0.5, 1.5] }, node.origin, true)),
  ];
}

function simpleNegations(node: Node): Node[] {
  return SIMPLE_KEYWORD_LIST.flatMap(({ name, keyword }) =>
    rulesOf(node, name).flatMap(({ value }) => {
      const schema = keyword.negate(value);
      return schema === undefined
        ? []
        : [build(node, (builder) => builder.keywords(schema, node.origin, true))];
    }),
  );
}

function arrayNegations(node: Node): Node[] {
  const array = (change: (builder: NodeBuilder) => void): Node =>
    build(node, (builder) => {
      builder.keywords({ type: "array" }, node.origin, true);
      change(builder);
    });
  const { items, prefixItems, contains } = node;
  const wrong = items ?? node.unevaluatedItems;
  return [
    ...contains.map((each) => array((builder) => builder.items(notNode(each.node)))),
    ...prefixItems.map((_, index) =>
      array((builder) => {
        builder.keywords({ minItems: index + 1 }, node.origin, true);
        for (const [at, item] of prefixItems.entries())
          builder.prefixItem(at === index ? notNode(item) : build(item, () => {}));
      }),
    ),
    ...(wrong === undefined
      ? []
      : [
          array((builder) => {
            builder.keywords({ minItems: prefixItems.length + 1 }, node.origin, true);
            for (const item of prefixItems) builder.prefixItem(build(item, () => {}));
            builder.items(notNode(wrong));
          }),
        ]),
  ];
}

function objectNegations(node: Node): Node[] {
  const object = (change: (builder: NodeBuilder) => void, required: readonly string[]): Node =>
    build(node, (builder) => {
      builder.keywords({ type: "object", required }, node.origin, true);
      change(builder);
    });
  const absent = [...node.properties].filter(([, { required }]) => required !== undefined);
  const present = [...node.properties].filter(([, { origins }]) => origins.length > 0);
  const others = node.additionalProperties ?? node.unevaluatedProperties;
  return [
    ...absent.map(([name]) =>
      object(
        (builder) => builder.property(name, { node: neverNode(node), origins: [node.origin] }),
        [],
      ),
    ),
    ...present.map(([name, property]) =>
      object(
        (builder) =>
          builder.property(name, { node: notNode(property.node), origins: [node.origin] }),
        [name],
      ),
    ),
    ...(others === undefined
      ? []
      : [
          object((builder) => {
            for (const name of node.properties.keys())
              builder.property(name, { node: build(node, () => {}), origins: [node.origin] });
            builder.additionalProperties(notNode(others));
            builder.keywords({ minProperties: node.properties.size + 1 }, node.origin, true);
          }, []),
        ]),
    ...node.dependentRequired.flatMap(({ name, required }) =>
      required.value.map((each) =>
        object(
          (builder) => builder.property(each, { node: neverNode(node), origins: [node.origin] }),
          [name],
        ),
      ),
    ),
    ...node.dependentSchemas.map(({ name, node: each }) =>
      object((builder) => builder.not(each), [name]),
    ),
    ...node.propertyNames.map((each) =>
      object((builder) => {
        builder.propertyName(notNode(each));
        builder.keywords({ minProperties: 1 }, node.origin, true);
      }, []),
    ),
  ];
}

function neverNode(node: Node): Node {
  return build(node, (builder) => builder.keywords(false, node.origin, true));
}
