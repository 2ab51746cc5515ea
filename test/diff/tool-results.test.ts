/** The results of methods that belong to no capability: tools beside those of the capabilities, and embedded methods. */

import { describe, expect, it } from "vitest";
import { compare, schemaAt, type MemoryRelease } from "./memory-release.js";

const TEXT = { type: "string" };
const CART = schemaAt("shop/cart.json", {
  name: "example.shop.cart",
  version: "2026-01-01",
  title: "Cart",
  type: "object",
  properties: { id: TEXT },
});

function answer(schema: object, more: object = {}): object {
  return { name: "answer", schema, ...more };
}

function release(file: string, result: object | undefined): MemoryRelease {
  const method = { name: "ping", params: [], ...(result === undefined ? {} : { result }) };
  return {
    ...CART,
    [`services/shop/${file}`]: {
      openrpc: "1.3.2",
      info: { title: "Shop", version: "1" },
      methods: [method],
    },
  };
}

const TIME = answer({ type: "object", properties: { at: TEXT } });

describe.each(["mcp.json", "embedded.json"])("the result of a method in %s", (file) => {
  it.each<[string, object | undefined, object | undefined, readonly string[]]>([
    [
      "has a member of another type",
      TIME,
      answer({ type: "object", properties: { at: { type: "integer" } } }),
      ["type-changed at: was string and is integer"],
    ],
    [
      "has a member less",
      TIME,
      answer({ type: "object", properties: {} }),
      ["property-removed at: at is gone"],
    ],
    [
      "is described in other words",
      answer(TEXT, { description: "Old." }),
      answer(TEXT, { description: "New." }),
      ["description-changed ping: description of the result changed"],
    ],
    [
      "is gone",
      TIME,
      undefined,
      [
        "route-changed ping: the member of the result was answer and is none",
        "status-removed ping: the result is gone",
      ],
    ],
    [
      "is new",
      undefined,
      TIME,
      [
        "status-added ping: the result is new",
        "route-changed ping: the member of the result was none and is answer",
      ],
    ],
    ["is the same", TIME, TIME, []],
  ])("%s", async (_, before, after, expected) => {
    const { changes } = await compare(release(file, before), release(file, after));
    expect(changes.map(({ rule, subject, message }) => `${rule} ${subject}: ${message}`)).toEqual(
      expected,
    );
  });
});
