/**
 * A member of an object on both sides, with the author's annotations for this view: a member may be declared, and hidden
 * here.
 */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import type { Json } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { annotationOf, keywordOf, type View } from "../../compose/view.js";
import { isObject } from "../../json-schema/keywords.js";
import type { Annotation } from "../../json-schema/visibility.js";
import type { Property } from "../../model/node.js";
import type { SideContext } from "../side.js";
import type { Value, ValuePair } from "./value.js";

export interface Member {
  readonly property: Property;
  /** The address of its declaration, or of the rule that requires it if nothing declares it. */
  readonly at: SchemaAddress;
}

/** The author's annotation of a member in one view. */
export interface Visibility {
  /** Undefined if the declaration does not mention this view. */
  readonly annotation: Annotation | undefined;
  /** The annotation announces a transition. */
  readonly isTransition: boolean;
  /** The visibility that the transition leads to. */
  readonly transitionTo: string | undefined;
  readonly at: SchemaAddress;
}

/** A member that at least one side has. */
export interface MemberPair {
  readonly name: string;
  readonly before: Member | undefined;
  readonly after: Member | undefined;
  /** By side; undefined if the member is not declared there. */
  readonly visibility: {
    readonly before: Visibility | undefined;
    readonly after: Visibility | undefined;
  };
  /** It is declared on both sides, and the annotations differ. */
  readonly differsByVisibility: boolean;
  readonly object: ValuePair;
}

export function memberPair(name: string, object: ValuePair): MemberPair {
  const before = memberOf(object.before, name);
  const after = memberOf(object.after, name);
  const from = { context: object.before.context, member: before };
  const to = { context: object.after.context, member: after };
  const visibility = { before: resolveVisibility(from, to), after: resolveVisibility(to, from) };
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

/** From its own declarations if it is there, else from those at the addresses where the other side declares it. */
function resolveVisibility(own: MemberSide, other: MemberSide): Visibility | undefined {
  const { context, member } = own;
  const found =
    member === undefined
      ? (other.member?.property.origins ?? []).map((origin) =>
          findCounterpart(origin, other.context, context),
        )
      : member.property.origins.map((origin) => findSource(origin, context));
  const stated = found
    .filter((each) => each !== undefined)
    .flatMap((each) => readVisibility(context, each));
  // The last annotation wins (DESIGN §6); a declaration without one still shows that the member is declared.
  return stated.findLast(({ annotation }) => annotation !== undefined) ?? stated[0];
}

/** A member in its object on one side, if it is there. */
interface MemberSide {
  readonly context: SideContext;
  readonly member: Member | undefined;
}

interface DeclarationSource {
  readonly document: string;
  readonly pointer: string;
  readonly view: View;
}

/** Undefined for a schema without views: the arguments of a tool. */
function findSource(
  { document, pointer }: SchemaAddress,
  context: SideContext,
): DeclarationSource | undefined {
  const source = context.schemas.source(document);
  return source && { document: source.document, pointer, view: source.view };
}

function findCounterpart(
  origin: SchemaAddress,
  from: SideContext,
  to: SideContext,
): DeclarationSource | undefined {
  const source = findSource(origin, from);
  const found = source && to.side.documents.get(from.side.addressOf(source.document));
  return found && { ...source, document: found.uri };
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
