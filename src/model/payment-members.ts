/**
 * Recognises the payment of a request to complete a checkout, under whatever name a release has it: the member that holds
 * payment instruments, or is one. An instrument names the handler that takes it (§2.5).
 */

import type { PaymentAnswer, PaymentMember } from "@proto-gen/runtime/codegen/generator";
import { isCapability } from "@proto-gen/runtime/negotiation";
import { collectInPlace } from "./in-place.js";
import type { Definition, Node } from "./node.js";
import type { Operation } from "./services/operation.js";

/** The member by which an instrument is recognised. */
const HANDLER = "handler_id";
const CREDENTIAL = "credential";
/** In place of a member's name: the request has no payment. */
export const NO_PAYMENT = "none";
/** Stands for the items of an array. */
const EACH = "*";

export function completesCheckout({ capability, verb }: Operation): boolean {
  return isCapability(capability, "checkout") && verb === "complete";
}

/**
 * @param named the member that is the payment, whatever it holds, or `NO_PAYMENT`; undefined to recognise it
 * @returns none if no operation completes a checkout, or if its request has no such member
 */
export function findPaymentMembers(
  operations: readonly Operation[],
  named?: string,
): readonly PaymentMember[] {
  if (named === NO_PAYMENT) return [];
  const requests = operations.filter(completesCheckout).flatMap(requestNodes);
  const found = new Map<string, PaymentMember>();
  for (const [member, nodes] of requests.flatMap((node) => [...membersOf([node])])) {
    const holds = named === undefined ? recognise(nodes) : member === named && heldBy(nodes);
    if (holds) found.set(member, { member, holds });
  }
  return [...found.values()].sort((left, right) => (left.member < right.member ? -1 : 1));
}

function recognise(nodes: readonly Node[]): PaymentMember["holds"] | undefined {
  const members = membersOf(nodes);
  const instruments = membersOf(members.get("instruments") ?? []).get(EACH) ?? [];
  if (membersOf(instruments).has(HANDLER)) return "instruments";
  return members.has(HANDLER) ? "instrument" : undefined;
}

function heldBy(nodes: readonly Node[]): PaymentMember["holds"] {
  return membersOf(nodes).has("instruments") ? "instruments" : "instrument";
}

/** @returns undefined if the checkout that is answered has no payment, or describes none of its members */
export function findPaymentAnswer(checkout: Definition): PaymentAnswer | undefined {
  const members = membersOf(membersOf([checkout.node]).get("payment") ?? []);
  const instrument = membersOf(membersOf(members.get("instruments") ?? []).get(EACH) ?? []);
  if (instrument.size === 0) return undefined;
  const named = (all: ReadonlyMap<string, unknown>): string[] =>
    [...all.keys()].filter((name) => name !== CREDENTIAL).sort();
  return { members: named(members), instrument: named(instrument) };
}

/** Over MCP, the arguments of a tool may be the members of the request. */
function requestNodes({ request, mcp }: Operation): readonly Node[] {
  const isArguments = mcp !== undefined && mcp.payload === undefined;
  return [
    ...(request === undefined ? [] : [request.node]),
    ...(isArguments ? [mcp.input.node] : []),
  ];
}

/** The members of a value by their names; the items of an array are its member `EACH`. */
function membersOf(nodes: readonly Node[]): ReadonlyMap<string, readonly Node[]> {
  const members = new Map<string, readonly Node[]>();
  const add = (name: string, node: Node): void => {
    members.set(name, [...(members.get(name) ?? []), node]);
  };
  for (const { properties, items } of collectInPlace(nodes)) {
    for (const [name, property] of properties) add(name, property.node);
    if (items !== undefined) add(EACH, items);
  }
  return members;
}
