/** Releases that are never on a disk. In: documents by their paths. Out: sides, and what differs between two. */

import type { Comparison } from "../../src/diff/change.js";
import { diff } from "../../src/diff/compare.js";
import type { SideChoice } from "../../src/diff/side.js";
import { ProtoGenError, type Diagnostic } from "../../src/errors.js";

/** JSON documents by path; a text stands as it is. */
export type MemoryRelease = Readonly<Record<string, unknown>>;

const URL_PREFIX = "https://shop.example/schemas";

export function side(name: string, release: MemoryRelease): SideChoice {
  const files = Object.entries(release).map(([path, document]) => ({
    path,
    bytes: new TextEncoder().encode(
      typeof document === "string" ? document : JSON.stringify(document, null, 2),
    ),
  }));
  return { name, files };
}

export function compare(before: MemoryRelease, after: MemoryRelease): Promise<Comparison> {
  return diff({ before: side("old", before), after: side("new", after) });
}

/** What is wrong with a release; nothing where it can be compared. */
export async function problemsOf(release: MemoryRelease): Promise<readonly Diagnostic[]> {
  try {
    await compare(release, release);
    return [];
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    return error.diagnostics;
  }
}

/** A schema that stands where its `$id` says. */
export function schemaAt(path: string, schema: object): MemoryRelease {
  return { [path]: { $id: `${URL_PREFIX}/${path}`, ...schema } };
}

/** A release of one capability, whose member `value` has a schema. */
export function checkoutWith(value: unknown, more: object = {}): MemoryRelease {
  return schemaAt("checkout.json", {
    name: "example.shop.checkout",
    version: "2026-01-01",
    title: "Checkout",
    type: "object",
    properties: { value },
    ...more,
  });
}

/** A release with the schema of a cart, which an operation takes and gives. */
export function cartRelease(schema: object): MemoryRelease {
  const reference = `${URL_PREFIX}/shop/cart.json`;
  const content = { "application/json": { schema: { $ref: reference } } };
  return {
    ...schemaAt("shop/cart.json", {
      name: "example.shop.cart",
      version: "2026-01-01",
      title: "Cart",
      type: "object",
      ...schema,
    }),
    "services/shop/rest.openapi.json": {
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      paths: {
        "/carts": {
          post: {
            operationId: "create_cart",
            requestBody: { required: true, content },
            responses: { 201: { description: "The cart.", content } },
          },
        },
      },
    },
  };
}
