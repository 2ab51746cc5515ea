/**
 * The nodes of a tool's types, which no document holds (§4.5): its arguments as one object, its structured content,
 * and the payload without the member that is an argument of its own.
 */

import type { ReleaseFacts } from "@proto-gen/runtime/codegen/generator";
import { NodeBuilder } from "../node-builder.js";
import { soleReference, type Definition, type Node, type Property } from "../node.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";

/** A member of an object that no document describes. */
export interface SynthesisedMember {
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: Definition;
  /** True where it has no named type: it is printed where it stands. */
  readonly inline: boolean;
}

/** OpenRPC names every parameter of a method, so that there are no others. */
export function argumentsNode(origin: SchemaAddress, members: readonly SynthesisedMember[]): Node {
  const builder = objectOf(origin, members);
  builder.additionalProperties(neverNode(origin));
  return builder.finish();
}

export interface ToolOutput {
  /** Undefined where the tool gives none. */
  readonly resource: SynthesisedMember | undefined;
  readonly outcome: Definition;
  /** The resource stands under its key, or in some releases alone. */
  readonly shape: ReleaseFacts["toolResult"];
}

/** The resource, if there is any, or an error envelope (§4.5, §7). */
export function outputNode(origin: SchemaAddress, { resource, outcome, shape }: ToolOutput): Node {
  const builder = new NodeBuilder(origin);
  builder.keywords({ type: "object" }, origin);
  const given =
    resource !== undefined && shape === "bare"
      ? referenceNode(origin, resource.schema)
      : objectOf(origin, resource === undefined ? [] : [resource]).finish();
  builder.union("anyOf", [given, referenceNode(origin, outcome)]);
  return builder.finish();
}

/** §4.5: a member that is an argument of its own is not part of the payload. */
export function nodeWithout(payload: Definition, name: string, origin: SchemaAddress): Node {
  const properties = new Map(payload.node.properties);
  properties.set(name, { node: neverNode(origin), required: undefined, origins: [origin] });
  return Object.freeze({ ...payload.node, properties });
}

/** A member as the node itself and those that it refers to declare it. */
export function collectDeclarations(node: Node, name: string): readonly Property[] {
  const own = node.properties.get(name);
  const others = node.references.flatMap((each) => collectDeclarations(each.node, name));
  return own === undefined ? others : [own, ...others];
}

function objectOf(origin: SchemaAddress, members: readonly SynthesisedMember[]): NodeBuilder {
  const builder = new NodeBuilder(origin);
  const required = members.filter((member) => member.required).map(({ name }) => name);
  builder.keywords({ type: "object", required }, origin);
  for (const { name, schema, inline, description } of members) {
    const node = inline ? schema.node : referenceNode(origin, schema);
    builder.property(name, { node: withDescription(node, description), origins: [origin] });
  }
  return builder;
}

function withDescription(node: Node, description: string | undefined): Node {
  const known = node.annotations.description ?? soleReference(node)?.node.annotations.description;
  if (description === undefined || known !== undefined) return node;
  return Object.freeze({ ...node, annotations: { ...node.annotations, description } });
}

function referenceNode(origin: SchemaAddress, definition: Definition): Node {
  const builder = new NodeBuilder(origin);
  builder.reference(definition);
  return builder.finish();
}

function neverNode(origin: SchemaAddress): Node {
  const builder = new NodeBuilder(origin);
  builder.keywords(false, origin);
  return builder.finish();
}
