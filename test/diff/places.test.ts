/** Where changes stand: each at its own place on the side that has it, also where a capability is there on one side only. */

import { describe, expect, it } from "vitest";
import { cartRelease, compare, schemaAt, type MemoryRelease } from "./memory-release.js";

const REST = "services/shop/rest.openapi.json";

/** A capability of its own name that has the resource of one operation, whose members are in parts. */
function release(name: string, members: Readonly<Record<string, unknown>>): MemoryRelease {
  return cartRelease({
    name,
    properties: {
      id: { type: "string" },
      lines: {
        type: "array",
        items: { allOf: [{ $ref: "#/$defs/named" }, { $ref: "#/$defs/priced" }] },
      },
    },
    $defs: {
      named: { title: "Named", type: "object", properties: members },
      priced: { title: "Priced", type: "object", properties: { price: { type: "integer" } } },
    },
  });
}

const OLD = "example.shop.cart";
const NEW = "example.shop.basket";
const TEXT = { type: "string" };

describe("what changes with the name of a capability", () => {
  it("has the places of its side, in requests as in answers", async () => {
    const before = release(OLD, { title: TEXT, note: TEXT });
    const { changes } = await compare(before, release(NEW, { title: TEXT }));
    const gone = changes.filter(({ message }) => message === "note is gone");
    expect(gone.map(({ direction }) => direction).sort()).toEqual(["request", "response"]);
    for (const { before: place, after } of gone)
      expect([place?.file, place?.pointer, after]).toEqual([
        "old/shop/cart.json",
        "/$defs/named/properties/note",
        undefined,
      ]);
  });

  it("never stands nowhere", async () => {
    const before = release(OLD, { title: TEXT, note: TEXT });
    const { changes } = await compare(before, release(NEW, { title: { type: "integer" } }));
    expect(changes.filter((each) => (each.before ?? each.after) === undefined)).toEqual([]);
    const fingerprints = new Set(changes.map(({ fingerprint }) => fingerprint));
    expect(fingerprints.size).toBe(changes.length);
  });
});

describe("a resource that an extension adds to, used by another call", () => {
  const checkout = { $ref: "../../shop/checkout.json" };
  const call = (id: string, schema: object): object => {
    const content = { "application/json": { schema } };
    const responses = { 201: { description: "Made.", content } };
    return { post: { operationId: id, responses } };
  };
  const schemas: MemoryRelease = {
    ...schemaAt("shop/checkout.json", {
      name: "example.shop.checkout",
      version: "2026-01-01",
      title: "Checkout",
      type: "object",
      properties: { id: TEXT },
    }),
    ...schemaAt("shop/gift.json", {
      name: "example.shop.gift",
      version: "2026-01-01",
      title: "Gift",
      extends: "example.shop.checkout",
      $defs: {
        "example.shop.checkout": {
          allOf: [{ $ref: "checkout.json" }, { type: "object", properties: { gift: TEXT } }],
        },
      },
    }),
  };
  const using = (schema: object): MemoryRelease => ({
    ...schemas,
    [REST]: {
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      paths: {
        "/checkouts": call("create_checkout", checkout),
        "/carts": call("create_cart", { type: "object", properties: { checkout: schema } }),
      },
    },
  });
  const inline = (more: object): object => ({
    title: "Checkout",
    type: "object",
    properties: { id: TEXT, gift: TEXT },
    ...more,
  });
  const AT =
    "/paths/~1carts/post/responses/201/content/application~1json/schema/properties/checkout";

  it.each<[string, object, string, string]>([
    ["a bound", { maxProperties: 3 }, "bounds-tightened", "/maxProperties"],
    [
      "a closed object",
      { additionalProperties: false },
      "additional-properties-closed",
      "/additionalProperties",
    ],
    ["a condition", { not: { required: ["id", "gift"] } }, "condition-added", "/not"],
  ])("has its place where it is used, for %s that it lacks", async (_, more, rule, keyword) => {
    const { changes } = await compare(using(checkout), using(inline(more)));
    const found = changes.filter((each) => each.rule === rule);
    expect(found.map(({ before, after }) => [before?.pointer, after?.pointer])).toEqual([
      [AT, `${AT}${keyword}`],
    ]);
  });
});

describe("a release that is published elsewhere", () => {
  it("has the same operations", async () => {
    const before = release(OLD, { title: TEXT });
    const moved = JSON.parse(
      JSON.stringify(before).replaceAll("https://shop.example/schemas", "https://shop.test/v2"),
    ) as MemoryRelease;
    expect((await compare(before, moved)).changes).toEqual([]);
    const { changes } = await compare(moved, release(OLD, { title: TEXT, note: TEXT }));
    expect(new Set(changes.map(({ rule }) => rule))).toEqual(new Set(["property-added"]));
  });
});
