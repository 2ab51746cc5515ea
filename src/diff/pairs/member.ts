/**
 * A member of an object on both sides. In: the two objects, and the member's name. Out: the pair, with what the
 * authors' annotations say of it in this view: a member may be declared, and hidden here.
 */

import { escapePointerToken, type Json } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { annotationOf, keywordOf, type View } from "../../compose/view.js";
import { isObject } from "../../json-schema/keywords.js";
import type { Annotation } from "../../json-schema/visibility.js";
import type { Property } from "../../model/node.js";
import type { SideContext } from "../side.js";
import type { Value, ValuePair } from "./value.js";

export interface Member {
  readonly property: Property;
  /** Where it is declared; where it is required, if nothing declares it. */
  readonly at: SchemaAddress;
}

/** What an author's annotation says of a member in one view. */
export interface Visibility {
  /** Undefined where the declaration says nothing for this view. */
  readonly annotation: Annotation | undefined;
  /** It says a transition, and from what. */
  readonly isTransition: boolean;
  /** What the transition leads to. */
  readonly transitionTo: string | undefined;
  readonly at: SchemaAddress;
}

export interface MemberPair {
  readonly name: string;
  readonly before: Member | undefined;
  readonly after: Member | undefined;
  /** Of its declaration on each side; undefined where it is not declared there at all. */
  readonly visibility: {
    readonly before: Visibility | undefined;
    readonly after: Visibility | undefined;
  };
  /** It is declared on both sides, and what differs follows from the annotations. */
  readonly differsByVisibility: boolean;
  readonly object: ValuePair;
}

export function memberPair(name: string, object: ValuePair): MemberPair {
  const before = memberOf(object.before, name);
  const after = memberOf(object.after, name);
  const visibility = {
    before: resolveVisibility(object.before.context, before, object.after.context, after),
    after: resolveVisibility(object.after.context, after, object.before.context, before),
  };
  const differsByVisibility =
    visibility.before !== undefined &&
    visibility.after !== undefined &&
    visibility.before.annotation?.visibility !== visibility.after.annotation?.visibility;
  return { name, before, after, visibility, differsByVisibility, object };
}

function memberOf({ node }: Value, name: string): Member | undefined {
  const property = node.properties.get(name);
  if (property === undefined) return undefined;
  const [declared] = property.origins;
  const required = property.required && childAddress(property.required, "required");
  return { property, at: declared ?? required ?? property.node.origin };
}

/** A branch may require a member that another schema of the object declares. */
export function isDeclared({ property }: Member): boolean {
  return property.origins.length > 0;
}

export function childAddress(
  { document, pointer }: SchemaAddress,
  ...tokens: readonly string[]
): SchemaAddress {
  return { document, pointer: [pointer, ...tokens.map(escapePointerToken)].join("/") };
}

/** Its own declarations where it is there; else those at the addresses that the other side declares it at. */
function resolveVisibility(
  context: SideContext,
  member: Member | undefined,
  otherContext: SideContext,
  other: Member | undefined,
): Visibility | undefined {
  const found =
    member === undefined
      ? (other?.property.origins ?? []).flatMap((origin) =>
          findCounterpart(origin, otherContext, context),
        )
      : member.property.origins.flatMap((origin) => findSource(origin, context));
  const stated = found.flatMap((each) => readVisibility(context, each));
  // The last one given holds (DESIGN §6); one that says nothing says that it is there.
  return stated.findLast(({ annotation }) => annotation !== undefined) ?? stated[0];
}

interface DeclarationSource {
  readonly document: string;
  readonly pointer: string;
  readonly view: View;
}

function findSource(
  { document, pointer }: SchemaAddress,
  context: SideContext,
): DeclarationSource[] {
  const source = context.schemas.source(document);
  return source === undefined
    ? []
    : [
        {
          document: source.document,
          pointer,
          view: source.view,
        },
      ];
}

function findCounterpart(
  origin: SchemaAddress,
  from: SideContext,
  to: SideContext,
): DeclarationSource[] {
  return findSource(origin, from).flatMap(({ document, pointer, view }) => {
    const found = to.side.documents.get(from.side.addressOf(document));
    return found === undefined ? [] : [{ document: found.uri, pointer, view }];
  });
}

function readVisibility(
  { side: { sources } }: SideContext,
  { document, pointer, view }: DeclarationSource,
): Visibility[] {
  const at = { document, pointer };
  const schema = sources.schemas.locate(document, pointer)?.schema;
  if (schema === undefined) return [];
  const { vocabulary } = sources.profile;
  const raw = isObject(schema) ? schema[keywordOf(view, vocabulary)] : undefined;
  const transition = transitionTarget(raw, view.operation);
  return [
    {
      annotation: annotationOf(schema, view, vocabulary),
      isTransition: transition !== undefined,
      transitionTo: transition,
      at,
    },
  ];
}

function transitionTarget(
  raw: Json | undefined,
  operation: string | undefined,
): string | undefined {
  if (!isObject(raw)) return undefined;
  const entry = isObject(raw["transition"])
    ? raw
    : operation === undefined
      ? undefined
      : raw[operation];
  const transition = isObject(entry) ? entry["transition"] : undefined;
  const to = isObject(transition) ? transition["to"] : undefined;
  return typeof to === "string" ? to : undefined;
}
