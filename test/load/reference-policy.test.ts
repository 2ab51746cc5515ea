/** Where a fetched document may lead: to its origin, and to those of what its capabilities extend (DESIGN §4). */

import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/load/document.js";
import { createReferencePolicy, findForeignIds } from "../../src/load/reference-policy.js";
import { readProfile } from "../../src/load/side.js";

const encode = (root: object): Uint8Array => new TextEncoder().encode(JSON.stringify(root));
const declared = (host: string, parent?: string): object[] => [
  {
    version: "2026-01-01",
    schema: `https://${host}/schema.json`,
    ...(parent === undefined ? {} : { extends: parent }),
  },
];

/** The bow extends the wrap, which extends the gift; the cart is related to none of them. */
const profile = readProfile(
  readDocument(
    "profile.json",
    "profile.json",
    encode({
      proto: {
        version: "2026-01-01",
        capabilities: {
          "com.bow.bow": declared("bow.com", "com.wrap.wrap"),
          "com.wrap.wrap": declared("wrap.com", "com.gift.gift"),
          "com.gift.gift": declared("gift.com"),
          "com.cart.cart": declared("cart.com"),
        },
      },
    }),
  ),
);

const uri = "https://bow.com/schema.json";
const fetched = { ...readDocument(uri, uri, encode({ $ref: "x" })), isRemote: true as const };

function refusalOf(target: string, document: typeof fetched | object = {}): string | undefined {
  const at = { document: { ...fetched, ...document }, pointer: "/$ref", reference: "x", target };
  return createReferencePolicy(profile)(at)?.message;
}

describe("a fetched document", () => {
  it.each([
    ["its own origin", "https://bow.com/other.json"],
    ["the parent of its capability", "https://wrap.com/types/a.json"],
    ["the parent's parent", "https://gift.com/types/a.json"],
    ["this package", "https://proto.dev/schemas/2026-11-20/shopping/checkout.json"],
  ])("may refer to %s", (_, target) => {
    expect(refusalOf(target)).toBeUndefined();
  });

  it.each([
    ["a capability that it does not extend", "https://cart.com/a.json", "https://cart.com"],
    ["a host that no capability names", "https://internal.example/a", "https://internal.example"],
    ["its own host, not over https", "http://bow.com/other.json", "http://bow.com/other.json"],
    ["a file", "file:///etc/passwd", "file:///etc/passwd"],
    ["a name like this package's", "https://proto.dev/schemas2/a.json", "https://proto.dev"],
  ])("may not refer to %s", (_, target, shown) => {
    expect(refusalOf(target)).toBe(
      `$ref x: documents of https://bow.com may not refer to ${shown}`,
    );
  });

  it("may refer anywhere where it is a file", () => {
    expect(refusalOf("https://internal.example/a", { isRemote: undefined })).toBeUndefined();
  });

  it("may have $ids of its own origin alone", () => {
    const root = {
      $id: "https://bow.com/a.json",
      $defs: { own: { $id: "b.json" }, foreign: { $id: "https://cart.com/c.json" } },
    };
    const document = { ...readDocument(uri, uri, encode(root)), isRemote: true as const };
    expect(findForeignIds(document)).toMatchObject([
      {
        code: "LOAD_REFERENCE_NOT_ALLOWED",
        message: `$id https://cart.com/c.json: ${uri} is not a document of https://cart.com`,
        place: { pointer: "/$defs/foreign/$id" },
      },
    ]);
    expect(findForeignIds({ ...document, isRemote: undefined } as never)).toEqual([]);
  });
});
