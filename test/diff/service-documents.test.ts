/**
 * Services as releases have them: split over files, renamed, with parts in other documents, with a binding for browsers
 * beside REST. Which document says something of an operation is no change.
 */

import { describe, expect, it } from "vitest";
import { compare, problemsOf, schemaAt, type MemoryRelease } from "./memory-release.js";

const SHOP = "services/shop";

/** Two capabilities. */
const SCHEMAS: MemoryRelease = { ...capability("checkout"), ...capability("cart") };

function capability(name: string): MemoryRelease {
  return schemaAt(`shop/${name}.json`, {
    name: `example.shop.${name}`,
    version: "2026-01-01",
    title: name,
    type: "object",
    properties: { id: { type: "string" } },
  });
}

function body(name: string): object {
  return { "application/json": { schema: { $ref: `../../shop/${name}.json` } } };
}

function post(id: string, about: string): object {
  return {
    operationId: id,
    requestBody: { required: true, content: body(about) },
    responses: { 201: { description: "Made.", content: body(about) } },
  };
}

/** What a browser is sent to: it is redirected, and nothing is JSON. */
function redirect(id: string): object {
  return {
    operationId: id,
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    responses: { 303: { description: "See the shop." } },
  };
}

function openapi(paths: object, more: object = {}): object {
  return { openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths, ...more };
}

function openrpc(...methods: readonly object[]): object {
  return { openrpc: "1.3.2", info: { title: "Shop", version: "1" }, methods };
}

function method(name: string, about: string, folder = "../../shop"): object {
  const schema = { $ref: `${folder}/${about}.json` };
  return {
    name,
    params: [{ name: about, required: true, schema }],
    result: { name: about, schema },
  };
}

const CHECKOUTS = { "/checkouts": { post: post("create_checkout", "checkout") } };
const CARTS = { "/carts": { post: post("create_cart", "cart") } };
const WHOLE: MemoryRelease = {
  ...SCHEMAS,
  [`${SHOP}/rest.json`]: openapi({ ...CHECKOUTS, ...CARTS }),
  [`${SHOP}/mcp.json`]: openrpc(
    method("create_checkout", "checkout"),
    method("create_cart", "cart"),
  ),
};

async function told(before: MemoryRelease, after: MemoryRelease): Promise<readonly string[]> {
  const { changes } = await compare(before, after);
  return changes.map(({ rule, message }) => `${rule}: ${message}`);
}

/** One release in two forms, whichever comes first. */
async function expectSame(one: MemoryRelease, other: MemoryRelease): Promise<void> {
  expect(await told(one, other)).toEqual([]);
  expect(await told(other, one)).toEqual([]);
}

describe("no change is", () => {
  it("a service document that is renamed", async () => {
    const { [`${SHOP}/rest.json`]: rest, [`${SHOP}/mcp.json`]: mcp, ...others } = WHOLE;
    await expectSame(WHOLE, {
      ...others,
      [`${SHOP}/shop.openapi.json`]: rest,
      [`${SHOP}/shop.openrpc.json`]: mcp,
    });
  });

  it("a service document that is split in two", async () => {
    const { [`${SHOP}/rest.json`]: _, [`${SHOP}/mcp.json`]: __, ...others } = WHOLE;
    await expectSame(WHOLE, {
      ...others,
      [`${SHOP}/a-carts.json`]: openapi(CARTS),
      [`${SHOP}/b-checkouts.json`]: openapi(CHECKOUTS),
      [`${SHOP}/carts.openrpc.json`]: openrpc(method("create_cart", "cart")),
      [`${SHOP}/mcp.json`]: openrpc(method("create_checkout", "checkout")),
    });
  });

  it("an operation that moves to another service", async () => {
    const { [`${SHOP}/rest.json`]: _, ...others } = WHOLE;
    await expectSame(WHOLE, {
      ...others,
      [`${SHOP}/rest.json`]: openapi(CHECKOUTS),
      "services/carts/rest.json": openapi(CARTS),
    });
  });

  it("a method that stands in a schema's document", async () => {
    await expectSame(WHOLE, {
      ...WHOLE,
      "shop/cart.json": {
        ...(WHOLE["shop/cart.json"] as object),
        embedded: { "cart.create": method("create_cart", "cart", ".") },
      },
      [`${SHOP}/mcp.json`]: openrpc(method("create_checkout", "checkout"), {
        $ref: "../../shop/cart.json#/embedded/cart.create",
      }),
    });
  });

  it.each([
    ["a whole file", "", { post: post("create_cart", "cart") }],
    ["one of several in a file", "#/items/carts", { items: { carts: CARTS["/carts"] } }],
  ])("a path that is %s", async (_, fragment, file) => {
    await expectSame(WHOLE, {
      ...WHOLE,
      [`${SHOP}/parts.json`]: file,
      [`${SHOP}/rest.json`]: openapi({ ...CHECKOUTS, "/carts": { $ref: `parts.json${fragment}` } }),
    });
  });

  it("a document of embedded methods that is renamed, or split", async () => {
    const before = {
      ...SCHEMAS,
      [`${SHOP}/embedded.json`]: openrpc(method("ec.ready", "checkout"), method("ec.done", "cart")),
    };
    await expectSame(before, {
      ...SCHEMAS,
      [`${SHOP}/embedded.openrpc.json`]: openrpc(method("ec.ready", "checkout")),
      [`${SHOP}/cart.embedded.json`]: openrpc(method("ec.done", "cart")),
    });
  });
});

describe("parts of operations in another document", () => {
  const parts = {
    key: { name: "Key", in: "header", required: true, schema: { $ref: "#/types/key" } },
    types: { key: { type: "string", maxLength: 9 } },
    made: { description: "Made.", content: body("cart") },
    cart: { required: true, content: body("cart") },
  };
  const shared = (at: (name: string) => object): object =>
    openapi({
      "/carts": {
        parameters: [at("key")],
        post: {
          operationId: "create_cart",
          requestBody: at("cart"),
          responses: { 201: at("made") },
        },
      },
    });
  const there: MemoryRelease = {
    ...SCHEMAS,
    [`${SHOP}/parts.json`]: parts,
    [`${SHOP}/rest.json`]: shared((name) => ({ $ref: `parts.json#/${name}` })),
  };

  it("are the same as inline", async () => {
    const inline = { ...parts, key: { ...parts.key, schema: parts.types.key } };
    await expectSame(there, {
      ...SCHEMAS,
      [`${SHOP}/rest.json`]: shared((name) => inline[name as keyof typeof inline]),
    });
  });

  it("refer to schemas from where they stand, and changes are told there", async () => {
    const longer = { ...parts, types: { key: { type: "string", maxLength: 5 } } };
    const { changes } = await compare(there, { ...there, [`${SHOP}/parts.json`]: longer });
    expect(changes.map(({ rule, after }) => [rule, after?.file, after?.pointer])).toEqual([
      ["bounds-tightened", `new/${SHOP}/parts.json`, "/types/key/maxLength"],
    ]);
  });

  it("are no schemas that come or go, whatever their members are called", async () => {
    const one = { ...SCHEMAS, [`${SHOP}/rest.json`]: openapi(CARTS) };
    const key = { name: "Key", in: "header", required: true, schema: { type: "string" } };
    const withKey = (parameter: object): MemoryRelease => ({
      ...one,
      [`${SHOP}/rest.json`]: openapi({ "/carts": { ...CARTS["/carts"], parameters: [parameter] } }),
    });
    await expectSame(withKey(key), { ...withKey({ $ref: "key.json" }), [`${SHOP}/key.json`]: key });
  });

  it("take servers and security from the document that refers to them", async () => {
    const more = { servers: [{ url: "https://a.example" }], security: [{ key: [] }] };
    const whole = { ...SCHEMAS, [`${SHOP}/rest.json`]: openapi(CARTS, more) };
    await expectSame(whole, {
      ...SCHEMAS,
      [`${SHOP}/carts.json`]: CARTS["/carts"],
      [`${SHOP}/rest.json`]: openapi({ "/carts": { $ref: "carts.json" } }, more),
    });
  });
});

describe("a binding for browsers beside REST", () => {
  const opened = { "/open/{id}": { get: redirect("open_checkout") } };

  it("names the operations that it adds, and no others", async () => {
    const after = { ...WHOLE, [`${SHOP}/browser.json`]: openapi(opened) };
    expect(await told(WHOLE, after)).toEqual([
      "operation-added: open_checkout (GET /open/{id}) is new",
    ]);
    expect(await told(after, WHOLE)).toEqual([
      "operation-removed: open_checkout (GET /open/{id}) is gone",
    ]);
  });

  it.each(["a-browser.json", "z-browser.json"])(
    "may have operations of the same name, in %s",
    async (name) => {
      const paths = { "/open/{id}": { get: redirect("create_checkout") } };
      const after = { ...WHOLE, [`${SHOP}/${name}`]: openapi(paths) };
      expect(await told(WHOLE, after)).toEqual([
        "operation-added: create_checkout (GET /open/{id}) is new",
      ]);
      expect(await told(after, WHOLE)).toEqual([
        "operation-removed: create_checkout (GET /open/{id}) is gone",
      ]);
      expect(await told(after, after)).toEqual([]);
    },
  );

  it("may have the same name and route", async () => {
    const same = { "/checkouts": { post: { ...redirect("create_checkout"), parameters: [] } } };
    const after = { ...WHOLE, [`${SHOP}/browser.json`]: openapi(same) };
    expect(await told(WHOLE, after)).toEqual([
      "operation-added: create_checkout (POST /checkouts) is new",
    ]);
  });
});

describe("several services", () => {
  const food = (paths: object): MemoryRelease => ({ "services/food/rest.json": openapi(paths) });

  it("may have operations of one name", async () => {
    const one = { ...WHOLE, ...food(CARTS) };
    expect(await told(one, one)).toEqual([]);
    expect(await told(WHOLE, one)).toEqual(["operation-added: create_cart (POST /carts) is new"]);
    expect(await told(one, WHOLE)).toEqual([
      "operation-removed: create_cart (POST /carts) is gone",
    ]);
  });

  it("are told apart where one of them changes", async () => {
    const changed = { "/baskets": { post: post("create_cart", "cart") } };
    expect(await told({ ...WHOLE, ...food(CARTS) }, { ...WHOLE, ...food(changed) })).toEqual([
      "route-changed: the route was POST /carts and is POST /baskets",
    ]);
  });
});

it("a schema's file that is renamed has moved, and nothing else", async () => {
  const renamed = (name: string): MemoryRelease => ({
    ...schemaAt("shop/checkout.json", {
      name: "example.shop.checkout",
      version: "2026-01-01",
      type: "object",
      properties: { buyer: { $ref: `types/${name}.json` } },
    }),
    ...schemaAt(`shop/types/${name}.json`, {
      title: "Buyer",
      type: "object",
      properties: { email: { type: "string" } },
    }),
    [`${SHOP}/rest.json`]: openapi(CHECKOUTS),
  });
  expect(await told(renamed("buyer"), renamed("customer"))).toEqual([
    "definition-moved: moved from shop/types/buyer.json to shop/types/customer.json",
  ]);
});

describe("a reference of a service document is refused, where it stands,", () => {
  it.each<[string, object, object, string]>([
    [
      "to a document that is not there",
      { $ref: "nowhere.json#/a" },
      {},
      "https://shop.example/schemas/services/shop/nowhere.json",
    ],
    ["to a place that is not there", { $ref: "parts.json#/b" }, {}, "does not resolve"],
    ["to a name that is no pointer", { $ref: "parts.json#b" }, {}, "does not resolve"],
    [
      "that refers back to itself over two documents",
      { $ref: "parts.json#/a" },
      { a: { $ref: "mcp.json#/methods/0" } },
      "refers back to itself",
    ],
  ])("%s", async (_, reference, parts, words) => {
    const [problem] = await problemsOf({
      ...SCHEMAS,
      [`${SHOP}/mcp.json`]: openrpc(reference, method("create_cart", "cart")),
      [`${SHOP}/parts.json`]: parts,
    });
    expect(problem).toMatchObject({
      code: "SERVICE_INVALID",
      message: expect.stringContaining(words) as string,
      place: { file: `old/${SHOP}/mcp.json`, pointer: "/methods/0" },
    });
  });
});
