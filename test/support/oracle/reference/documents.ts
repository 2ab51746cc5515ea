/**
 * Raw documents, and where a reference in one of them leads. In: parsed JSON files by URI. Out: addresses and what stands
 * there. Shares no code with `src`: JSON Pointers are read here once more.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";

export type Documents = ReadonlyMap<string, Json>;

/** A place in a document; the pointer is a JSON Pointer (RFC 6901), `""` for the whole document. */
export interface Address {
  readonly document: string;
  readonly pointer: string;
}

export function addressText({ document, pointer }: Address): string {
  return `${document}#${pointer}`;
}

/** @throws Error where nothing stands at the address */
export function valueAt(documents: Documents, address: Address): Json {
  let value: Json | undefined = documents.get(address.document);
  for (const token of address.pointer.split("/").slice(1))
    value = memberOf(value, token.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (value === undefined) throw new Error(`nothing is at ${addressText(address)}`);
  return value;
}

export function below({ document, pointer }: Address, ...tokens: readonly string[]): Address {
  const rest = tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  return { document, pointer: pointer + rest.join("") };
}

/** A reference resolves against `$id`; where no document is there, against the file's place (DESIGN §4). */
export function targetOf(documents: Documents, document: string, reference: string): Address {
  const [, fragment = ""] = reference.split("#", 2);
  const pointer = decodeURIComponent(fragment);
  if (pointer !== "" && !pointer.startsWith("/")) {
    const whole = targetOf(documents, document, `${reference.split("#", 1)[0] ?? ""}#`);
    const anchored = dynamicAnchorsOf(documents, whole.document).get(pointer);
    if (anchored === undefined)
      throw new Error(`the reference composer reads no such anchor: ${reference} in ${document}`);
    return anchored;
  }
  if (reference.startsWith("#")) return { document, pointer };
  const id = memberOf(documents.get(document), "$id");
  for (const base of [...(typeof id === "string" ? [id] : []), document]) {
    const uri = new URL(reference, base).href.split("#", 1)[0] ?? "";
    if (documents.has(uri)) return { document: uri, pointer };
  }
  throw new Error(`no document is at ${reference}, seen from ${document}`);
}

/** Where a document has a `$dynamicAnchor`, by its name. */
export function dynamicAnchorsOf(
  documents: Documents,
  document: string,
): ReadonlyMap<string, Address> {
  const found = new Map<string, Address>();
  const visit = (value: Json | undefined, at: Address): void => {
    if (typeof value !== "object" || value === null) return;
    if (isObject(value) && typeof value["$dynamicAnchor"] === "string")
      found.set(value["$dynamicAnchor"], at);
    for (const [name, each] of Object.entries(value)) visit(each as Json, below(at, name));
  };
  visit(documents.get(document), { document, pointer: "" });
  return found;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, Json>>)[name];
}
