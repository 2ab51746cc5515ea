/**
 * The schema that an object has for a member it does not declare: its patterns, or its schema for other members. Such a
 * schema "covers" the member.
 */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { isUnconstrained, type Node } from "../../model/node.js";
import { childAddress, isDeclared, type Member, type MemberPair } from "./member.js";
import { NodeBuilder } from "../../model/node-builder.js";
import { defineIntersection, type Value } from "./value.js";

/**
 * Both schemas of a member that one side declares and the other covers; undefined where both declare it, or where
 * the other says nothing of it, or refuses it.
 */
export function coveredMember({
  name,
  before,
  after,
  object,
}: MemberPair): { readonly before: Node; readonly after: Node } | undefined {
  const [from, to] = [declaredMember(before), declaredMember(after)];
  if ((from === undefined) === (to === undefined)) return undefined;
  const nodes = {
    before: from ? declaredNode(object.before, name, from) : findCover(object.before, name),
    after: to ? declaredNode(object.after, name, to) : findCover(object.after, name),
  };
  return nodes.before === undefined || nodes.after === undefined
    ? undefined
    : { before: nodes.before, after: nodes.after };
}

function declaredMember(member: Member | undefined): Member | undefined {
  return member !== undefined && isDeclared(member) ? member : undefined;
}

/** Patterns apply to declared members, too. */
function declaredNode(object: Value, name: string, { property }: Member): Node | undefined {
  const patterns = patternsFor(object.node, name);
  if (patterns.length === 0) return property.node;
  return intersect(object, [...property.origins, ...patterns.map(({ at }) => at)]);
}

/** Undefined if the object does not mention the member, or refuses it. */
function findCover(object: Value, name: string): Node | undefined {
  const patterns = patternsFor(object.node, name);
  const [first, ...others] = patterns;
  const cover =
    first === undefined
      ? schemaOfOtherMembers(object.node, name)
      : others.length === 0
        ? first.node
        : intersect(
            object,
            patterns.map(({ at }) => at),
          );
  return cover === undefined || cover.never !== undefined || isUnconstrained(cover)
    ? undefined
    : cover;
}

/** The schema for a member that no pattern matches. */
function schemaOfOtherMembers(node: Node, name: string): Node | undefined {
  if (node.additionalProperties !== undefined) return node.additionalProperties;
  // An alternative that names the member has evaluated it.
  const parts = [
    ...[...node.anyOf, ...node.oneOf].flat(),
    ...node.conditionals.flatMap((each) => [each.if, each.then, each.else]),
    ...node.dependentSchemas.map((each) => each.node),
    ...node.references.map((each) => each.node),
  ];
  return parts.some((each) => each?.properties.has(name)) ? undefined : node.unevaluatedProperties;
}

/** The schema for members of any name, of an object without patterns; undefined if it allows all or none. */
export function coverOfPatterns({
  patternProperties,
  additionalProperties: cover,
}: Node): Node | undefined {
  const isOne = patternProperties.length === 0 && cover !== undefined;
  return isOne && cover.never === undefined && !isUnconstrained(cover) ? cover : undefined;
}

/** The patterns that match a name, each with its schema. */
export function patternsFor(
  { patternProperties }: Node,
  name: string,
): { readonly node: Node; readonly at: SchemaAddress }[] {
  return patternProperties
    .filter(({ pattern }) => new RegExp(pattern, "u").test(name))
    .map(({ node, origin, pattern }) => ({
      node,
      at: childAddress(origin, "patternProperties", pattern),
    }));
}

const intersections = new WeakSet<Node>();

/** Inside of an intersection the first schema stands for all: intersections could otherwise nest without end. */
function intersect({ context, node }: Value, at: readonly SchemaAddress[]): Node | undefined {
  const [first, ...others] = at;
  if (first === undefined) return undefined;
  const parts = intersections.has(node) ? [] : others;
  const definition = defineIntersection(context, [first, ...parts]);
  intersections.add(definition.node);
  const builder = new NodeBuilder(first);
  builder.reference(definition);
  return builder.finish();
}
