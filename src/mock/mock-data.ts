/** Reads what a mock sells: the file that `--data` names, held against its schema, or the data of the package. */

import { readFileSync } from "node:fs";
import nodePath from "node:path";
import { joinPointer, type JsonObject } from "@proto-gen/runtime/json";
import { diagnostic, ProtoGenError, type Diagnostic } from "../errors.js";
import { locateSource, readDocument, type Document } from "../load/document.js";
import { readNamedFile } from "../load/named-file.js";
import { packageDirectory } from "../load/schema-root.js";

/** The members of the data that this package reads; `data.schema.json` of the storefront describes all of them. */
export interface MockData extends JsonObject {
  readonly currency?: string;
  readonly products: readonly (JsonObject & {
    readonly id: string;
    readonly title: string;
    readonly handle?: string;
    readonly categories?: readonly string[];
    readonly digital?: boolean;
    readonly seller?: string;
    readonly variants?: readonly (JsonObject & { readonly id: string; readonly sku?: string })[];
  })[];
  readonly sellers?: JsonObject;
}

const STOREFRONT = nodePath.join(packageDirectory(), "templates", "storefront");
/** 16 MiB: forty thousand products. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_ISSUES = 20;

/** The data of a mock that is given none, which are also an example of such a file. */
export function defaultMockData(): MockData {
  return JSON.parse(defaultMockDataText()) as MockData;
}

export function defaultMockDataText(): string {
  return readFileSync(nodePath.join(STOREFRONT, "data.json"), "utf8");
}

/** @throws ProtoGenError FILE_NOT_FOUND, a JSON error, or MOCK_DATA_INVALID for each rule that is broken */
export async function readMockData(file: string): Promise<MockData> {
  return requireMockData(readDocument(file, file, readNamedFile(file, MAX_BYTES)));
}

/** @throws ProtoGenError MOCK_DATA_INVALID */
export async function requireMockDataValue(value: object): Promise<MockData> {
  const bytes = new TextEncoder().encode(JSON.stringify(value, null, 2));
  return requireMockData(readDocument("data", "data", bytes));
}

async function requireMockData(document: Document): Promise<MockData> {
  // Most mocks have the data of the package, which need no check.
  const { schemaSubject } = await import("../resolve/subject.js");
  const { validate } = await import("../validate/validate.js");
  const schema = nodePath.join(STOREFRONT, "data.schema.json");
  const { issues } = await validate(document, await schemaSubject({ schema, schemas: [] }));
  const found = issues
    .slice(0, MAX_ISSUES)
    .map(({ issue, place }) => invalid(`${issue.path} ${issue.message}`, place));
  // References are looked up in data that have the right shape.
  const all = found.length > 0 ? found : brokenReferences(document);
  if (all.length > 0) throw new ProtoGenError(all);
  return document.root as MockData;
}

function brokenReferences(document: Document): Diagnostic[] {
  const { products, sellers = {} } = document.root as MockData;
  const seen = new Map<string, string>();
  return products.flatMap((product, index) => {
    const at = joinPointer("/products", String(index));
    const { id, handle, variants = [], seller } = product;
    // A product and its only variant may have one identifier.
    const own: readonly (readonly [name: string | undefined, member: string])[] = [
      ...[[id, "id"] as const, [handle, "handle"] as const],
      ...variants.flatMap((each, variant) => [
        [each.id, `variants/${variant}/id`] as const,
        [each.sku, `variants/${variant}/sku`] as const,
      ]),
    ];
    const repeated = own.flatMap(([name, member]) => {
      if (name === undefined) return [];
      const before = seen.get(name);
      seen.set(name, at);
      if (before === undefined || before === at) return [];
      const message = `the identifier ${JSON.stringify(name)} is another product's already, at ${before}`;
      return [invalid(message, locateSource(document, `${at}/${member}`))];
    });
    if (seller === undefined || Object.hasOwn(sellers, seller)) return repeated;
    const message = `there is no seller ${JSON.stringify(seller)} in sellers`;
    return [...repeated, invalid(message, locateSource(document, `${at}/seller`))];
  });
}

function invalid(message: string, place: Diagnostic["place"]): Diagnostic {
  return diagnostic("MOCK_DATA_INVALID", message, { place });
}
