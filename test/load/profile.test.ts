/** Reading a profile (§2.1, DESIGN §3, §4): either registry shape, one internal form. */

import { describe, expect, it } from "vitest";
import { ProtoGenError, type Diagnostic } from "../../src/errors.js";
import { readDocument } from "../../src/load/document.js";
import type { Profile } from "../../src/load/profile.js";
import { readProfile } from "../../src/load/side.js";

const VERSION = "2026-01-01";
const CHECKOUT = "com.example.shop.checkout";
const GIFT = "com.example.shop.gift";
const CART = "com.example.shop.cart";

function read(profile: object): Profile {
  return readProfile(
    readDocument("profile.json", "profile.json", new TextEncoder().encode(JSON.stringify(profile))),
  );
}

function readMember(member: object): Profile {
  return read({ proto: { version: VERSION, ...member } });
}

function refusal(profile: object): Diagnostic | undefined {
  try {
    read(profile);
    return undefined;
  } catch (error) {
    return error instanceof ProtoGenError ? error.diagnostics[0] : undefined;
  }
}

function withoutPointers<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) => (key === "pointer" ? undefined : each)),
  ) as Value;
}

describe("the registry of capabilities (§2.1)", () => {
  const gift = {
    version: VERSION,
    spec: "https://example.com/gift",
    schema: "https://example.com/schemas/gift.json",
    extends: [CHECKOUT, CART],
    config: { wraps: true },
  };

  it("has each version of a capability once", () => {
    const versions = (...each: string[]): object => ({
      proto: { version: VERSION, capabilities: { [GIFT]: each.map((version) => ({ version })) } },
    });
    expect(refusal(versions(VERSION, "2026-02-02"))).toBeUndefined();
    expect(refusal(versions(VERSION, "2026-02-02", VERSION))).toMatchObject({
      code: "PROFILE_INVALID",
      message: `${GIFT} ${VERSION} is declared twice`,
      place: { pointer: `/proto/capabilities/${GIFT}/2` },
    });
  });

  it("is the same from an array and from an object of arrays", () => {
    const array = readMember({
      capabilities: [
        { name: CHECKOUT, version: VERSION },
        { name: GIFT, ...gift },
      ],
    });
    const keyed = readMember({
      capabilities: { [CHECKOUT]: [{ version: VERSION }], [GIFT]: [gift] },
    });
    expect(withoutPointers(array.registry.capabilities)).toEqual([
      { name: CHECKOUT, version: VERSION, extends: [] },
      { name: GIFT, ...gift },
    ]);
    expect(withoutPointers(keyed.registry.capabilities)).toEqual(
      withoutPointers(array.registry.capabilities),
    );
  });

  it("remembers its shape, since a response is to have it too (DESIGN §12)", () => {
    expect(readMember({ capabilities: [] }).registry.shape).toBe("array");
    expect(readMember({ capabilities: {} }).registry.shape).toBe("keyed");
  });

  it("remembers where each declaration stands", () => {
    const array = readMember({ capabilities: [{ name: CHECKOUT, version: VERSION }] });
    const keyed = readMember({
      capabilities: { [CHECKOUT]: [{ version: "draft" }, { version: VERSION }] },
    });
    expect(array.registry.capabilities.map(({ pointer }) => pointer)).toEqual(["/capabilities/0"]);
    expect(keyed.registry.capabilities.map(({ pointer }) => pointer)).toEqual([
      `/capabilities/${CHECKOUT}/0`,
      `/capabilities/${CHECKOUT}/1`,
    ]);
  });

  it("takes one parent or several", () => {
    const parents = (value: unknown): readonly string[] | undefined =>
      readMember({ capabilities: [{ name: GIFT, version: VERSION, extends: value }] }).registry
        .capabilities[0]?.extends;
    expect(parents(CHECKOUT)).toEqual([CHECKOUT]);
    expect(parents([CHECKOUT, CART])).toEqual([CHECKOUT, CART]);
    expect(parents(undefined)).toEqual([]);
  });

  it("may hold several versions of one capability", () => {
    const { registry } = readMember({
      capabilities: { [CHECKOUT]: [{ version: "2025-06-01" }, { version: "draft" }] },
    });
    expect(registry.capabilities.map(({ version }) => version)).toEqual(["2025-06-01", "draft"]);
  });

  it.each<[string, unknown, string]>([
    [
      "a name that is no reverse domain",
      [{ name: "checkout", version: VERSION }],
      "/proto/capabilities/0/name",
    ],
    ["an array entry without a name", [{ version: VERSION }], "/proto/capabilities/0/name"],
    [
      "a version that is no date",
      [{ name: CHECKOUT, version: "1.0" }],
      "/proto/capabilities/0/version",
    ],
    [
      "a parent that is a number",
      [{ name: GIFT, version: VERSION, extends: 1 }],
      "/proto/capabilities/0/extends",
    ],
    [
      "a parent that is null",
      { [GIFT]: [{ version: VERSION, extends: [null] }] },
      `/proto/capabilities/${GIFT}/0/extends/0`,
    ],
    [
      "a config that is a list",
      [{ name: GIFT, version: VERSION, config: [] }],
      "/proto/capabilities/0/config",
    ],
    ["a text in place of the registry", "all", "/proto/capabilities"],
  ])("refuses %s, and points at it", (_, capabilities, pointer) => {
    const found = refusal({ proto: { version: VERSION, capabilities } });
    expect(found).toMatchObject({
      code: "PROFILE_INVALID",
      place: { file: "profile.json", pointer, line: 1 },
    });
  });
});

describe("services (§2.1.1)", () => {
  const SERVICE = "com.example.shop";
  const spec = "https://example.com/shop";
  const rest = { schema: "https://example.com/rest.json", endpoint: "https://shop.test/v1" };
  const mcp = { schema: "https://example.com/mcp.json", endpoint: "https://shop.test/mcp" };

  it.each<[string, unknown]>([
    ["an object of transports", { [SERVICE]: { version: VERSION, spec, rest, mcp } }],
    [
      "an array of one entry a transport",
      {
        [SERVICE]: [
          { version: VERSION, spec, transport: "rest", ...rest },
          { version: VERSION, spec, transport: "mcp", ...mcp },
        ],
      },
    ],
    [
      "an array of named entries",
      [
        { name: SERVICE, version: VERSION, spec, transport: "rest", ...rest },
        { name: SERVICE, version: VERSION, spec, transport: "mcp", ...mcp },
      ],
    ],
    ["an array of objects of transports", [{ name: SERVICE, version: VERSION, spec, mcp, rest }]],
  ])("are the same from %s", (_, services) => {
    expect(withoutPointers(readMember({ services }).services)).toEqual([
      {
        name: SERVICE,
        bindings: [
          { transport: "rest", version: VERSION, ...rest },
          { transport: "mcp", version: VERSION, ...mcp },
        ],
      },
    ]);
  });

  it("may have neither schema nor endpoint, as an agent card has (§2.1.1)", () => {
    const a2a = { endpoint: "https://shop.test/card.json" };
    expect(
      withoutPointers(readMember({ services: { [SERVICE]: { version: VERSION, a2a } } }).services),
    ).toEqual([{ name: SERVICE, bindings: [{ transport: "a2a", version: VERSION, ...a2a }] }]);
  });
});

describe("payment handlers (§2.1.3)", () => {
  const schema = "https://example.com/pay.json";

  it("are the same from the array form and from the registry", () => {
    const array = {
      proto: { version: VERSION, capabilities: [] },
      payment: { handlers: [{ id: "pay", name: "com.example.pay", config_schema: schema }] },
    };
    const keyed = {
      proto: {
        version: VERSION,
        capabilities: [],
        payment_handlers: { "com.example.pay": [{ id: "pay", schema }] },
      },
    };
    const expected = [{ name: "com.example.pay", id: "pay", schema: { uri: schema } }];
    expect(withoutPointers(read(array).paymentHandlers)).toEqual(expected);
    expect(withoutPointers(read(keyed).paymentHandlers)).toEqual(expected);
  });

  it("need an id each", () => {
    const found = refusal({
      proto: { version: VERSION, capabilities: [], payment_handlers: { "com.example.pay": [{}] } },
    });
    expect(found).toMatchObject({
      code: "PROFILE_INVALID",
      place: { pointer: "/proto/payment_handlers/com.example.pay/0/id" },
    });
  });

  it("point into the array form of `payment` where that is wrong", () => {
    const found = refusal({
      proto: { version: VERSION, capabilities: [] },
      payment: { handlers: [{ id: "pay" }] },
    });
    expect(found).toMatchObject({
      code: "PROFILE_INVALID",
      place: { pointer: "/payment/handlers/0/name" },
    });
  });
});

describe("the protocol's name (DESIGN §3)", () => {
  it("is the member with version and registries, and everything follows from it", () => {
    const { vocabulary } = read({
      info: { version: "1" },
      acme: { version: VERSION, services: {} },
      payment: { handlers: [] },
    });
    expect(vocabulary).toEqual({
      name: "acme",
      agentHeader: "Acme-Agent",
      discoveryPath: "/.well-known/acme",
      metaKey: "acme-agent",
      requestAnnotation: "acme_request",
      responseAnnotation: "acme_response",
      sharedRequestAnnotation: "acme_shared_request",
    });
  });

  it("stands in the pointers of errors", () => {
    const found = refusal({
      acme: { version: VERSION, capabilities: [{ name: "x", version: VERSION }] },
    });
    expect(found?.place?.pointer).toBe("/acme/capabilities/0/name");
  });
});
