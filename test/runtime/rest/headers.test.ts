/** `REST_SEED` brings a random failure back; `REST_RUNS` makes it look longer. */

import type { WireParameter } from "@proto-gen/runtime/codegen/v1";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { service } from "../../../generated/services/dev/proto/shopping.js";
import { asProtocolError, ProtocolError } from "@proto-gen/runtime/error";
import { readHeaders } from "../../../src/runtime/rest/read-headers.js";
import type { RestOperation } from "../../../src/runtime/rest/router.js";
import { restOperation } from "../../support/rest-operation.js";
import { propertyOptions } from "../../support/sizes.js";

type HeadersInit = NonNullable<RequestInit["headers"]>;

const vocabulary = { agentHeader: "Proto-Agent" };
const agent = 'profile="https://platform.example/profile.json"';
const ALL = {
  "Proto-Agent": agent,
  "Request-Id": "req_1",
  "Idempotency-Key": "8a2c8e1e-0c0a-4e55-9f39-0e1f1d0f6a11",
};

function request(headers: HeadersInit): Request {
  return new Request("https://business.example/", { headers });
}

function operation(id: string): RestOperation {
  const found = service.operations.find((each) => each.id === id);
  if (found?.rest === undefined) throw new Error(`${id} is not called over REST`);
  return { ...found, rest: found.rest };
}

function errorOf(headers: HeadersInit, by: RestOperation, maxBytes?: number): ProtocolError {
  try {
    readHeaders(
      request(headers),
      by,
      vocabulary,
      maxBytes === undefined ? {} : { headerBytes: maxBytes },
    );
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error("expected a ProtocolError");
}

function without(name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(ALL).filter(([each]) => each !== name));
}

const changing = Object.values(service.operations).filter(({ verb }) => verb !== "read");

describe("the headers of §4.8", () => {
  it("are handed on", () => {
    expect(readHeaders(request(ALL), operation("create_checkout"), vocabulary)).toEqual({
      agent,
      requestId: "req_1",
      idempotencyKey: ALL["Idempotency-Key"],
    });
  });

  it.each(service.operations.map(({ id }) => id))("%s requires what its parameters say", (id) => {
    const by = operation(id);
    for (const name of Object.keys(ALL)) {
      const parameter = by.rest.parameters.find((each) => each.name === name);
      if (parameter?.required !== true) continue;
      for (const headers of [without(name), { ...ALL, [name]: "" }, { ...ALL, [name]: "  " }]) {
        expect(errorOf(headers, by)).toMatchObject({
          code: "invalid_request",
          status: 400,
          content: `The header ${name} is required.`,
        });
      }
    }
  });

  it("are Proto-Agent and Request-Id on reads, which may have a key", () => {
    const { "Idempotency-Key": key, ...read } = ALL;
    const get = operation("get_checkout");
    const headers = readHeaders(request(read), get, vocabulary);
    expect(headers).toEqual({ agent, requestId: "req_1" });
    expect(headers).not.toHaveProperty("idempotencyKey");
    expect(readHeaders(request(ALL), get, vocabulary).idempotencyKey).toBe(key);
  });

  it("include the idempotency key if the operation changes something", () => {
    const requiring = changing.filter(({ id }) => {
      try {
        readHeaders(request(without("Idempotency-Key")), operation(id), vocabulary);
        return false;
      } catch {
        return true;
      }
    });
    expect(requiring.map(({ id }) => id)).toContain("complete_checkout");
    expect(requiring.map(({ id }) => id)).toContain("create_cart");
  });

  it("have the name of the vocabulary", () => {
    const headers = { "Acme-Agent": agent };
    const by = restOperation("GET", "/", [required("Acme-Agent")]);
    expect(readHeaders(request(headers), by, { agentHeader: "Acme-Agent" })).toEqual({ agent });
    expect(readHeaders(request(headers), restOperation("GET", "/"), vocabulary)).toEqual({});
  });

  it("may be required by an operation of a vendor's own", () => {
    const by = restOperation("GET", "/", [required("X-Store")]);
    expect(errorOf({}, by).content).toBe("The header X-Store is required.");
    expect(readHeaders(request({ "x-store": "1" }), by, vocabulary)).toEqual({});
  });

  it("are not required here if they have credentials, nor are parameters elsewhere", () => {
    const names = ["Authorization", "X-API-Key", "Signature", "Signature-Input", "Content-Digest"];
    const elsewhere = { name: "page", in: "query", required: true } as const;
    const by = restOperation("GET", "/", [...names.map(required), elsewhere]);
    expect(readHeaders(request({}), by, vocabulary)).toEqual({});
  });
});

function required(name: string): WireParameter {
  return { name, in: "header", required: true };
}

describe("Idempotency-Key and Request-Id", () => {
  const by = operation("create_checkout");

  it.each(["Idempotency-Key", "Request-Id"])("%s is sent once", (name) => {
    const headers = new Headers(ALL);
    headers.append(name, "again");
    const error = errorOf(headers, by);
    expect(error).toMatchObject({ status: 400 });
    expect(error.content).toContain(`The header ${name} must be one value`);
  });

  it.each([["a,b"], ["a b"], ["a\tb"], ["é"], ["a\x7f"], [","]])("may not be %j", (value) => {
    expect(errorOf({ ...ALL, "Request-Id": value }, by).status).toBe(400);
    expect(errorOf({ ...ALL, "Idempotency-Key": value }, by).status).toBe(400);
  });

  it("are no longer than 255 characters", () => {
    const longest = "x".repeat(255);
    const headers = { ...ALL, "Request-Id": longest, "Idempotency-Key": longest };
    expect(readHeaders(request(headers), by, vocabulary).idempotencyKey).toBe(longest);
    const error = errorOf({ ...headers, "Idempotency-Key": `${longest}x` }, by);
    expect(error.content).toBe("The header Idempotency-Key is longer than 255 characters.");
  });
});

describe("header fields that are too large", () => {
  it.each([
    ["one of 100 kB", { ...ALL, "X-Padding": "x".repeat(100_000) }],
    ["an agent of 100 kB", { ...ALL, "Proto-Agent": "x".repeat(100_000) }],
    ["a key of 100 kB", { ...ALL, "Idempotency-Key": "x".repeat(100_000) }],
    ["5,000 of 20 bytes", many(5_000)],
  ])("are 431: %s", (_, headers) => {
    expect(errorOf(headers, operation("create_checkout"))).toMatchObject({
      code: "headers_too_large",
      status: 431,
    });
  });

  it("are counted as they stand on the wire", () => {
    const by = restOperation("GET", "/");
    // `a: 12345` and the end of the line are 10 bytes.
    expect(readHeaders(request({ a: "12345" }), by, vocabulary, { headerBytes: 10 })).toEqual({});
    expect(errorOf({ a: "123456" }, by, 10).status).toBe(431);
  });
});

function many(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "value"]));
}

describe("any headers", () => {
  it("are read or refused with a 4xx", () => {
    const value = fc.string({ unit: "binary-ascii" }).filter((text) => !/[\0\r\n]/.test(text));
    fc.assert(
      fc.property(value, value, value, (agent, id, key) => {
        const headers = { "Proto-Agent": agent, "Request-Id": id, "Idempotency-Key": key };
        try {
          readHeaders(request(headers), operation("create_cart"), vocabulary);
        } catch (error) {
          expect(asProtocolError(error).status).toBe(400);
        }
      }),
      propertyOptions("REST", { quick: 100, full: 5_000 }),
    );
  });
});
