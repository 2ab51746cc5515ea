/**
 * The members of a release's payloads as flat lists, each with what its schemas say: presence, types, closed values, bounds and,
 * of totals, the sign of the amounts. The lists of two releases can be compared.
 */

import { satisfies } from "../../src/model/instance/satisfies.js";
import type { Model } from "../../src/model/model.js";
import { wholeNode, type Definition, type Node } from "../../src/model/node.js";

/** Descriptions such as `required integer, minimum 0`, by the path of the member. */
export type Fields = ReadonlyMap<string, string>;

/** All schemas of one value: each must hold. */
type Shape = readonly Node[];

interface Member {
  readonly shape: Shape;
  readonly required: boolean;
}

interface Walk {
  readonly lists: Map<string, Map<string, string>>;
  readonly payload: string;
  /** The part, after those that it stands in. */
  readonly parts: readonly string[];
  /** The protocol's name, which is `proto` in the lists. */
  readonly name: string;
}

/** Members whose own members are in a list of their own, wherever they stand. */
const PARTS: Readonly<Record<string, string>> = {
  address: "address",
  applied: "applied discount",
  billing_address: "address",
  destination: "address",
  fulfillment: "fulfillment",
  handlers: "handler",
  instruments: "instrument",
  line_items: "line item",
  messages: "message",
  order: "order confirmation",
  payment: "payment",
  payment_data: "instrument",
  proto: "envelope",
  totals: "total",
};

const TOTALS = ["subtotal", "items_discount", "discount", "fulfillment", "tax", "fee", "total"];

const OPERATIONS = ["create_checkout", "update_checkout", "complete_checkout"];

const BOUNDS = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] as const;

/** Recursive schemas have no end. */
const MAX_DEPTH = 6;

/** The releases' descriptions of a member, in the order of the releases; undefined where a release does not have it. */
export type Descriptions = readonly (string | undefined)[];

/**
 * Members that releases describe in different ways, by `list | path`. What is below a member that a release does not have is no
 * difference of its own, and neither is what is in a list that it does not have.
 */
export function findDifferences(
  releases: readonly ReadonlyMap<string, Fields>[],
): ReadonlyMap<string, Descriptions> {
  const differences = new Map<string, Descriptions>();
  for (const list of new Set(releases.flatMap((each) => [...each.keys()]))) {
    const fields = releases.map((each) => each.get(list));
    for (const path of new Set(fields.flatMap((each) => [...(each?.keys() ?? [])])))
      if (isDifferent(fields, path))
        differences.set(
          `${list} | ${path}`,
          fields.map((each) => each?.get(path)),
        );
  }
  return differences;
}

function isDifferent(fields: readonly (Fields | undefined)[], path: string): boolean {
  const parent = /^(.*?)(?:\[\])?(?:\(\w+\))?\.[^.]+$/.exec(path)?.[1] ?? "";
  const comparable = fields.filter(
    (each) => each !== undefined && (parent === "" || each.has(parent)),
  );
  return new Set(comparable.map((each) => each?.get(path))).size > 1;
}

/** @returns lists by the name of the payload and its part, such as `checkout: line item` */
export function listReleaseFields(model: Model): ReadonlyMap<string, Fields> {
  const lists = new Map<string, Map<string, string>>();
  const { name } = model.profile.vocabulary;
  for (const [payload, definition] of payloadsOf(model)) {
    const part = payload === "order" ? "order" : "checkout";
    listMembers([wholeNode(definition)], "", { lists, payload, parts: [part], name });
  }
  return lists;
}

function payloadsOf({ services }: Model): readonly (readonly [string, Definition])[] {
  const operations = services.flatMap((each) => each.operations);
  const find = (id: string) => operations.find((each) => each.id === id);
  const event = services.flatMap((each) => each.webhooks).at(0)?.rest.body?.schema;
  const requests = OPERATIONS.map((id) => [id, find(id)?.request] as const);
  return [
    ["checkout", find("get_checkout")?.response] as const,
    ["order", event] as const,
    ...requests,
  ].flatMap(([name, definition]) =>
    definition === undefined ? [] : [[name, definition] as const],
  );
}

function listMembers(shape: Shape, path: string, walk: Walk): void {
  if (path.split(".").length > MAX_DEPTH) return;
  for (const [label, alternative] of alternativesOf(shape))
    for (const [name, member] of membersOf(alternative)) {
      const known = name === walk.name ? "proto" : name;
      const at = `${path}${label}${path === "" && label === "" ? "" : "."}${known}`;
      listMember(member, { at, name: known }, walk);
    }
}

function listMember(
  { shape, required }: Member,
  field: { at: string; name: string },
  walk: Walk,
): void {
  const texts = alternativesOf(shape).map(([, each]) => describe(each));
  const text = [...new Set(texts)].sort().join(" or ");
  note(walk, field.at, `${required ? "required" : "optional"} ${text}`);
  listBelow(shape, field, walk);
}

/** A part that stands in several places is described as in each of them. */
function note({ lists, payload, parts }: Walk, path: string, text: string): void {
  const list = `${payload}: ${parts.at(-1) ?? ""}`;
  const fields = lists.get(list) ?? new Map<string, string>();
  lists.set(list, fields);
  const known = fields.get(path)?.split("; ") ?? [];
  fields.set(path, [...new Set([...known, text])].sort().join("; "));
}

function listBelow(shape: Shape, { at, name }: { at: string; name: string }, walk: Walk): void {
  if (walk.parts.includes("envelope")) return;
  const items = itemsOf(shape);
  const isList = items.length > 0;
  const below = isList ? items : shape;
  const part = PARTS[name];
  if (part === undefined) return listMembers(below, isList ? `${at}[]` : at, walk);
  if (walk.parts.includes(part)) return;
  const inside = { ...walk, parts: [...walk.parts, part] };
  if (part === "total") noteSigns(items, inside);
  listMembers(below, "", inside);
}

/** Which entries may be below and above zero: what rules and conditions say together. */
function noteSigns(items: Shape, walk: Walk): void {
  for (const [name, amount] of Object.entries({ "below zero": -1, "above zero": 1 })) {
    const types = TOTALS.filter((type) =>
      items.every((node) => satisfies(node, { type, amount, display_text: type })),
    );
    note(walk, `entries ${name}`, types.length === 0 ? "none" : types.join(", "));
  }
}

/** The schemas that apply in place, references included, without alternatives. */
function inPlace(shape: Shape, seen = new Set<Node>()): Shape {
  return shape.flatMap((node) => {
    if (seen.has(node)) return [];
    seen.add(node);
    return [node, ...inPlace(node.references.map(wholeNode), seen)];
  });
}

/** Each with a label such as `(error)`, where a constant `type` tells them apart. */
function alternativesOf(shape: Shape): readonly (readonly [string, Shape])[] {
  const all = inPlace(shape);
  const branches = all.flatMap((node) => [...node.anyOf, ...node.oneOf].flat());
  if (branches.length === 0) return [["", all]];
  const wholes = branches.map((branch) => inPlace([...all, branch]));
  const labels = wholes.map(constantType);
  const isTold =
    branches.length > 1 && new Set(labels).size === branches.length && !labels.includes(undefined);
  return wholes.map((whole, at) => [isTold ? `(${labels[at]})` : "", whole] as const);
}

function constantType(shape: Shape): string | undefined {
  const values = membersOf(shape)
    .get("type")
    ?.shape.flatMap(({ values }) => values?.value ?? []);
  return values?.length === 1 ? String(values[0]) : undefined;
}

function membersOf(shape: Shape): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  for (const { properties } of shape)
    for (const [name, { node, required }] of properties) {
      if (inPlace([node]).some(({ never }) => never !== undefined)) continue;
      const known = members.get(name);
      members.set(name, {
        shape: inPlace([...(known?.shape ?? []), node]),
        required: required !== undefined || known?.required === true,
      });
    }
  return members;
}

function itemsOf(shape: Shape): Shape {
  return inPlace(inPlace(shape).flatMap(({ items }) => (items === undefined ? [] : [items])));
}

function describe(shape: Shape): string {
  const types = shape.flatMap(({ types }) => types?.value.join("|") ?? []);
  const values = shape.flatMap(
    ({ values }) => values?.value.map((each) => JSON.stringify(each)) ?? [],
  );
  const bounds = BOUNDS.flatMap((name) =>
    shape.flatMap((node) =>
      node[name] === undefined ? [] : [`${name} ${String(node[name].value)}`],
    ),
  );
  const type =
    values.length > 0 ? [...new Set(values)].sort().join("|") : [...new Set(types)].join("&");
  return [type === "" ? "any" : type, ...new Set(bounds)].join(", ");
}
