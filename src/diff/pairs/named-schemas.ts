/** Named schemas of a side: document roots and `$defs` entries, by an address that is the same in every release. */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import {
  describesValues,
  isMetaSchema,
  isObject,
  isRoleMap,
  isSchema,
} from "../../json-schema/keywords.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Document } from "../../load/document.js";
import { isServiceDocument } from "../../load/release-profile.js";
import type { Side } from "../side.js";

export interface NamedSchema {
  /** `shopping/types/buyer.json#/$defs/name` */
  readonly address: string;
  readonly at: SchemaAddress;
}

/** A schema that moved is there on both sides; any other on one side only. */
export interface NamedSchemaPair {
  readonly before: NamedSchema | undefined;
  readonly after: NamedSchema | undefined;
}

/** A schema of both sides, under one address or under two. */
export interface SharedSchema {
  readonly before: NamedSchema;
  readonly after: NamedSchema;
}

/** Named schemas by whether their address is there on both sides. */
export interface AddressMatches {
  readonly shared: readonly SharedSchema[];
  readonly removed: readonly NamedSchema[];
  readonly added: readonly NamedSchema[];
}

/** `shopping/types/buyer.json#/$defs/name` */
export function releaseAddress(side: Side, { document, pointer }: SchemaAddress): string {
  const address = side.addressOf(document);
  return pointer === "" ? address : `${address}#${pointer}`;
}

const schemasBySide = new WeakMap<Side, ReadonlyMap<string, NamedSchema>>();

/** By address; collected once for each side. */
export function namedSchemasOf(side: Side): ReadonlyMap<string, NamedSchema> {
  const known = schemasBySide.get(side) ?? collectNamedSchemas(side);
  schemasBySide.set(side, known);
  return known;
}

function collectNamedSchemas(side: Side): ReadonlyMap<string, NamedSchema> {
  const schemas = [...side.documents.values()].flatMap((document) =>
    schemaPointers(side, document).map((pointer): [string, NamedSchema] => {
      const at = { document: document.uri, pointer };
      const address = releaseAddress(side, at);
      return [address, { address, at }];
    }),
  );
  return new Map(schemas);
}

function schemaPointers(side: Side, { uri, root }: Document): string[] {
  if (typeof root === "boolean") return [""];
  if (!isObject(root) || isServiceDocument(root) || isMetaSchema(root)) return [];
  if (side.serviceParts.has(uri)) return [];
  const entries = isObject(root["$defs"]) ? Object.entries(root["$defs"]) : [];
  return [...(describesValues(root) ? [""] : []), ...entries.flatMap(entryPointers)];
}

function entryPointers([name, entry]: readonly [string, Json]): string[] {
  if (isRoleMap(name, entry))
    return Object.keys(entry).map((role) => joinPointer("/$defs", name, role));
  const isNamed = typeof entry === "boolean" || (isSchema(entry) && !isAlias(entry));
  return isNamed ? [joinPointer("/$defs", name)] : [];
}

/** An entry that is only a `$ref`, whatever is around it, stands for its target and is no schema of its own (DESIGN §6). */
function isAlias(entry: Json | undefined): boolean {
  if (!isObject(entry)) return false;
  const [keyword, ...others] = Object.keys(entry);
  if (keyword === undefined) return false;
  if (keyword === "$ref") return others.length === 0;
  const schemas = IN_PLACE.has(keyword) ? entry[keyword] : undefined;
  return (
    others.length === 0 && Array.isArray(schemas) && schemas.length === 1 && isAlias(schemas[0])
  );
}

const IN_PLACE: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);
