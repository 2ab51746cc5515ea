/** What an OpenAPI document says of a call beside schemas: bodies of answers, media types, who may call. */

import { describe, expect, it } from "vitest";
import type { JsonObject } from "@proto-gen/runtime/json";
import { compare, schemaAt, type MemoryRelease } from "./memory-release.js";

const CART = { $ref: "../../shop/cart.json" };
const PROBLEM = { $ref: "../../shop/problem.json" };
const KEY = { type: "apiKey", in: "header", name: "X-API-Key", description: "A key." };
const BEARER = { type: "http", scheme: "bearer" };

function json(schema: object, type = "application/json"): JsonObject {
  return { [type]: { schema } } as JsonObject;
}

interface Parts {
  readonly sent?: JsonObject;
  readonly given?: JsonObject | undefined;
  readonly operation?: JsonObject;
  readonly document?: JsonObject;
}

function release({
  sent = json(CART),
  given = json(CART),
  operation,
  document,
}: Parts): MemoryRelease {
  const described = { description: "The cart." };
  const call = {
    operationId: "create_cart",
    requestBody: { required: true, content: sent },
    responses: {
      201: Object.keys(given).length === 0 ? described : { ...described, content: given },
    },
    ...operation,
  };
  return {
    ...schemaAt("shop/cart.json", {
      name: "example.shop.cart",
      version: "2026-01-01",
      title: "Cart",
      type: "object",
      properties: { id: { type: "string" } },
    }),
    ...schemaAt("shop/problem.json", {
      title: "Problem",
      type: "object",
      properties: { code: { type: "string" } },
    }),
    "services/shop/rest.openapi.json": {
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      paths: { "/carts": { post: call } },
      components: { securitySchemes: { key: KEY, bearer: BEARER } },
      ...document,
    },
  };
}

/** Rule, levels for platform and business, message. */
async function found(before: Parts, after: Parts): Promise<readonly string[]> {
  const { changes } = await compare(release(before), release(after));
  return changes
    .map(({ rule, levels, message }) => `${rule} ${levels.platform} ${levels.business}: ${message}`)
    .sort();
}

describe("the body of an answer", () => {
  const either = json({ anyOf: [CART, PROBLEM] });

  it.each<[string, Parts, Parts, readonly string[]]>([
    [
      "that is gone",
      {},
      { given: {} },
      ["response-body-removed breaking breaking: status 201 has no body any more"],
    ],
    [
      "that may be something else, too",
      {},
      { given: either },
      ["response-body-added breaking safe: the body of status 201 may be problem"],
    ],
    [
      "that is never something any more",
      { given: either },
      {},
      ["response-body-removed safe breaking: the body of status 201 is never problem any more"],
    ],
    ["that stayed", { given: either }, { given: json({ oneOf: [PROBLEM, CART] }) }, []],
  ])("%s", async (_, before, after, expected) => {
    expect(await found(before, after)).toEqual(expected);
  });
});

describe("a media type", () => {
  const LD = "application/ld+json";

  it.each<[string, Parts, Parts, readonly string[]]>([
    [
      "of a request is another",
      {},
      { sent: json(CART, LD) },
      [
        "request-media-type-changed breaking breaking: the body is not of application/json any more",
        `request-media-type-changed safe dangerous: the body may be of ${LD}`,
      ],
    ],
    [
      "of an answer is another",
      {},
      { given: json(CART, LD) },
      [
        "response-media-type-changed breaking breaking: status 201 is not of application/json any more",
        `response-media-type-changed dangerous safe: status 201 may be of ${LD}`,
      ],
    ],
    [
      "of an answer is one more",
      {},
      { given: { ...json(CART), "text/html": {} } },
      ["response-media-type-changed dangerous safe: status 201 may be of text/html"],
    ],
  ])("%s", async (_, before, after, expected) => {
    expect(await found(before, after)).toEqual(expected);
  });
});

describe("security", () => {
  const key: JsonObject = { security: [{ key: [] }] };
  const both: JsonObject = { security: [{ key: [] }, { bearer: ["write"] }] };
  const described: JsonObject = {
    components: { securitySchemes: { key: { ...KEY, description: "Another." }, bearer: BEARER } },
  };
  const renamed: JsonObject = {
    components: { securitySchemes: { key: { ...KEY, name: "X-Key" }, bearer: BEARER } },
  };

  it.each<[string, Parts, Parts, readonly string[]]>([
    [
      "that is needed where it was not",
      {},
      { document: key },
      [
        "security-changed breaking safe: is not accepted any more: nothing",
        "security-changed safe dangerous: is accepted now: key",
      ],
    ],
    [
      "that is one way more",
      { document: key },
      { document: both },
      ["security-changed safe dangerous: is accepted now: bearer (write)"],
    ],
    [
      "that one call has for itself",
      { document: both },
      { document: both, operation: key },
      ["security-changed breaking safe: is not accepted any more: bearer (write)"],
    ],
    [
      "whose scheme is another of the same name",
      { document: key },
      { document: { ...key, ...renamed } },
      [
        "security-changed breaking safe: is not accepted any more: key",
        "security-changed safe dangerous: is accepted now: key",
      ],
    ],
    ["that is said elsewhere", { document: key }, { operation: key }, []],
    ["that is described otherwise", { document: key }, { document: { ...key, ...described } }, []],
  ])("%s", async (_, before, after, expected) => {
    expect(await found(before, after)).toEqual(expected);
  });
});
