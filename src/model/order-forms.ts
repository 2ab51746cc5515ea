/**
 * Finds the form of order events and of an order's lines, by asking the webhook's parameters and the order's schema. A release
 * without a webhook or without orders has the form of the protocol's own text (§2.9, §4.7).
 */

import type { Json } from "@proto-gen/runtime/json";
import type { EventForm, OrderLineForm } from "@proto-gen/runtime/codegen/generator";
import { collectRequiredMembers } from "./in-place.js";
import { satisfies } from "./instance/satisfies.js";
import type { Definition, Node } from "./node.js";
import type { Parameter, Webhook } from "./services/operation.js";
import { collectDeclarations } from "./services/tool-nodes.js";

/** Stands for every item of an array in a path. */
const EACH = "*";

const EVENT_ID = "webhook-id";

/** Headers, in lower case, that a sender of webhooks writes itself, or whatever carries its requests does. */
const WRITTEN =
  /^(?:accept|accept-encoding|content-.*|host|idempotency-key|request-id|signature|signature-input|user-agent|webhook-id|webhook-timestamp)$/;

/** @param agentHeader the header that names the sender's profile */
export function findEventForm(webhook: Webhook | undefined, agentHeader: string): EventForm {
  const { body, parameters = [] } = webhook?.rest ?? {};
  const headers = parameters.filter((each) => each.in === "header");
  const id = headers.find(({ name }) => name.toLowerCase() === EVENT_ID);
  const isInBody = body !== undefined && collectRequiredMembers(body.schema).includes("event_id");
  const isWritten = (name: string): boolean =>
    name === agentHeader.toLowerCase() || WRITTEN.test(name);
  return {
    identity: isInBody || id === undefined ? "body" : "headers",
    ids: isInBody || id === undefined || acceptsAnyId(id) ? "any" : "uuid",
    requiredHeaders: headers
      .filter(({ name, required }) => required && !isWritten(name.toLowerCase()))
      .map(({ name }) => name),
  };
}

function acceptsAnyId({ schema }: Parameter): boolean {
  return schema === undefined || satisfies(schema.node, "event_1");
}

export function findOrderLineForm(order: Definition | undefined): OrderLineForm {
  const at = (...path: readonly string[]): readonly Node[] =>
    order === undefined ? [] : collectNodes(order.node, path);
  const line = ["line_items", EACH];
  const adjusted = at("adjustments", EACH, ...line, "quantity");
  return {
    emptyStatus: accept(at(...line, "status"), "removed") ? "removed" : "fulfilled",
    adjustedQuantities: accept(adjusted, -1) ? "signed" : "positive",
    originalQuantity: at(...line, "quantity", "original").length > 0 ? "kept" : "absent",
  };
}

/** False where nothing declares the member. */
function accept(nodes: readonly Node[], value: Json): boolean {
  return nodes.length > 0 && nodes.every((each) => satisfies(each, value));
}

/** The nodes that declare what is at a path. */
function collectNodes(node: Node, [name, ...rest]: readonly string[]): readonly Node[] {
  if (name === undefined) return [node];
  const next =
    name === EACH ? collectItems(node) : collectDeclarations(node, name).map((each) => each.node);
  return next.flatMap((each) => collectNodes(each, rest));
}

function collectItems({ items, references }: Node): readonly Node[] {
  const others = references.flatMap((each) => collectItems(each.node));
  return items === undefined ? others : [items, ...others];
}
