/** Discovery and drift (§2.1, §4.1, §9): what the live profile makes of the generated code. */

import type { Service } from "@proto-gen/runtime/codegen/v1";
import { endpointDrift } from "../../../src/runtime/client/drift.js";
import { describe, expect, it, vi } from "vitest";
import type { ClientOptions, Drift } from "@proto-gen/runtime/client";
import { agreement } from "../../../generated/negotiation.js";
import {
  BUSINESS,
  connect,
  ENDPOINT,
  json,
  ORDERED,
  profile,
  sample,
  scripted,
} from "../../support/sample-client.js";

const SHOPPING = "dev.proto.shopping";

interface Registries {
  version: string;
  services: Record<string, object[]>;
  capabilities: Record<string, { version: string }[]>;
}

function live(change: (proto: Registries) => void): object {
  const copy = structuredClone(profile) as unknown as { proto: Registries };
  change(copy.proto);
  return copy;
}

async function driftOf(profileNow: object): Promise<readonly Drift[]> {
  const { fetch } = scripted(() => json(sample), profileNow);
  const onDrift = vi.fn<(drift: readonly Drift[]) => void>();
  const client = await connect({ fetch, onDrift });
  expect(onDrift.mock.calls).toEqual(
    client.$business.drift.length === 0 ? [] : [[client.$business.drift]],
  );
  return client.$business.drift;
}

describe("drift", () => {
  it("is none where the profile is the one that the code was generated for", async () => {
    expect(await driftOf(profile)).toEqual([]);
  });

  it("is a capability that is gone, with all that extended it", async () => {
    const gone = live(({ capabilities }) => delete capabilities[`${SHOPPING}.checkout`]);
    const drift = await driftOf(gone);
    expect(drift).toContainEqual({
      kind: "capability_gone",
      name: `${SHOPPING}.checkout`,
      reason: "not-offered",
      detail: "the business does not declare it",
    });
    expect(drift).toContainEqual(
      expect.objectContaining({ name: `${SHOPPING}.discount`, reason: "orphaned" }),
    );
    const { fetch, calls } = scripted(() => json(sample), gone);
    const client = await connect({ fetch });
    await expect(client.createCheckout(ORDERED)).rejects.toMatchObject({
      code: "OPERATION_UNAVAILABLE",
    });
    expect(calls).toEqual([]);
  });

  it("is another version, and a capability that nobody knew", async () => {
    const changed = live(({ capabilities }) => {
      capabilities[`${SHOPPING}.discount`] = [{ version: "2027-01-01" }];
      capabilities["com.example.gift"] = [{ version: "2026-11-27" }];
    });
    expect(await driftOf(changed)).toEqual([
      {
        kind: "capability_version",
        name: `${SHOPPING}.discount`,
        built: "2026-11-27",
        live: ["2027-01-01"],
      },
      { kind: "capability_unknown", name: "com.example.gift", versions: ["2026-11-27"] },
    ]);
  });

  it("is an endpoint that moved, where calls then go", async () => {
    const moved = "https://elsewhere.example/v2/";
    const changed = live(({ services }) =>
      Object.assign(services[SHOPPING]?.[0] as object, { endpoint: moved }),
    );
    expect(await driftOf(changed)).toEqual([
      { kind: "endpoint", service: SHOPPING, transport: "rest", built: ENDPOINT, live: moved },
    ]);
    const { fetch, calls } = scripted(() => json(sample), changed);
    const client = await connect({ fetch });
    await client.getCheckout({ id: "c" });
    expect(calls[0]?.url).toBe("https://elsewhere.example/v2/checkout-sessions/c");
    expect(client.$business.endpoints).toEqual({ [SHOPPING]: moved });
  });

  it("holds answers against the live set, not the built one (§9.6)", async () => {
    const plain = live(({ capabilities }) => delete capabilities[`${SHOPPING}.ap2_mandate`]);
    const { fetch } = scripted(() => json(sample), plain);
    const client = await connect({ fetch });
    // What only the mandate's extension requires.
    const completed = { id: "c", payment: { instruments: [] } };
    expect(await client.completeCheckout(completed as never)).toMatchObject({ id: sample.id });
    expect(client.$business.agreement.capabilities).toHaveLength(agreement.capabilities.length - 1);
    const wrong = { ...sample, discounts: "none", currency: "USD" };
    const answering = async (profileNow: object) => {
      const { fetch: answered } = scripted(() => json(wrong), profileNow);
      return (await connect({ fetch: answered })).getCheckout({ id: "c" });
    };
    await expect(answering(profile)).rejects.toMatchObject({ code: "ANSWER_INVALID" });
    // Without the extension the member is none that the parties have agreed on.
    const bare = live(({ capabilities }) => delete capabilities[`${SHOPPING}.discount`]);
    expect(await answering(bare)).toMatchObject({ id: sample.id });
  });

  it("buys from a business of a later version that still has the operations and the capabilities", async () => {
    const { fetch } = scripted(
      () => json(sample),
      live((each) => (each.version = "2027-01-01")),
    );
    const client = await connect({ fetch });
    expect(await client.getCheckout({ id: sample.id })).toMatchObject({ id: sample.id });
    expect(client.$business.agreement).toEqual({ ...agreement, version: "2027-01-01" });
  });

  it("ends createClient where the one who is told of it throws", async () => {
    const { fetch } = scripted(
      () => json(sample),
      live((proto) => (proto.capabilities = {})),
    );
    const onDrift = (): never => {
      throw new Error("not with me");
    };
    await expect(connect({ fetch, onDrift })).rejects.toThrow("not with me");
  });
});

it("reads the array form of capabilities and the object form of services (§2.1.1)", async () => {
  const proto = {
    version: "2026-11-27",
    services: {
      [SHOPPING]: {
        version: "2026-11-27",
        rest: { schema: "https://proto.dev/rest.json", endpoint: ENDPOINT },
        mcp: {
          schema: "https://proto.dev/mcp.json",
          endpoint: "https://business.example.com/proto/mcp",
        },
      },
    },
    capabilities: agreement.capabilities.map(({ name, version, extends: parents }) => ({
      name,
      version,
      ...(parents.length === 0 ? {} : { extends: parents }),
    })),
  };
  expect(await driftOf({ proto })).toEqual([]);
});

describe("discovery", () => {
  it.each<[string, object, string]>([
    [
      "an earlier version of the protocol",
      live((each) => (each.version = "2025-01-01")),
      "VERSION_MISMATCH",
    ],
    [
      "a later version of the protocol that offers nothing of this one",
      live((each) => Object.assign(each, { version: "2027-01-01", capabilities: {} })),
      "VERSION_MISMATCH",
    ],
    ["no endpoint", live((each) => (each.services = {})), "TRANSPORT_UNAVAILABLE"],
    [
      "an endpoint of another version",
      live((each) =>
        Object.assign(each.services[SHOPPING]?.[0] as object, { version: "2027-01-01" }),
      ),
      "TRANSPORT_UNAVAILABLE",
    ],
    ["another protocol", { ucp: profile["proto"] }, "DISCOVERY_FAILED"],
    ["an array", [profile], "DISCOVERY_FAILED"],
    ["a registry of another shape", { proto: { version: 1 } }, "DISCOVERY_FAILED"],
    ...[
      "http://shop.example",
      "https://127.1/",
      "https://[::1]",
      "https://u:p@a.example",
      "/x",
      "https://a.example/?q",
    ].map((endpoint): [string, object, string] => [
      `the endpoint ${endpoint}`,
      live((each) => Object.assign(each.services[SHOPPING]?.[0] as object, { endpoint })),
      "DISCOVERY_FAILED",
    ]),
  ])("refuses %s", async (_, profileNow, code) => {
    const { fetch, calls } = scripted(() => json(sample), profileNow);
    await expect(connect({ fetch, retries: 0 })).rejects.toMatchObject({
      name: "ClientError",
      code,
    });
    expect(calls).toEqual([]);
  });

  it.each<[string, () => Response, object, Partial<ClientOptions>?]>([
    ["a page", () => new Response("<html>"), { code: "DISCOVERY_FAILED" }],
    ["nothing", () => json({}, 404), { code: "DISCOVERY_FAILED", cause: { code: "not_found" } }],
    ["a redirect", () => new Response(null, { status: 302 }), { code: "DISCOVERY_FAILED" }],
    ["a failure", () => json({}, 503), { code: "temporarily_unavailable" }],
    [
      "too much",
      () => json(profile),
      { code: "DISCOVERY_FAILED" },
      { limits: { profileBytes: 99 } },
    ],
    [
      "a network that is down",
      () => {
        throw new TypeError("down");
      },
      { code: "NETWORK" },
    ],
  ])("fails if the business answers with %s", async (_, answer, expected, options) => {
    const fetch = (): Promise<Response> => Promise.resolve().then(answer);
    await expect(connect({ fetch, retries: 0, ...options })).rejects.toMatchObject(expected);
  });

  it.each<[string, Partial<ClientOptions>]>([
    ["http", { business: "http://business.example.com" }],
    ["no URL", { business: "business.example.com" }],
    ["an object that would be written as one", { business: new URL(BUSINESS) as never }],
    ["another document of the host", { business: `${BUSINESS}/profile.json` }],
    ["a well-known place of a directory", { business: `${BUSINESS}/shop/.well-known/proto` }],
    ["the place of another protocol", { business: `${BUSINESS}/.well-known/ucp` }],
    ["a query", { business: `${BUSINESS}/.well-known/proto?shop=1` }],
    ["its own machine", { business: "https://localhost:8080" }],
    ["a profile over http", { profile: "http://agent.example/" }],
    ["a profile that no header can have", { profile: "https://agent.example/ä" }],
  ])("is refused for %s", async (_, options) => {
    await expect(connect(options)).rejects.toMatchObject({ code: "OPTIONS_INVALID" });
  });

  it("is refused for a business on this machine, with the option that allows it", async () => {
    const business = "http://127.0.0.1:8080";
    await expect(connect({ business })).rejects.toThrow(
      `found ${business}; for one on this machine, give development: true.`,
    );
    const odd = connect({ business: "ftp://127.0.0.1", development: true });
    await expect(odd).rejects.toThrow(/found ftp:\/\/127\.0\.0\.1\.$/);
  });
});

it("finds no other endpoint where code of a platform's profile knows none", () => {
  const live = { rest: "https://elsewhere.example/v2" };
  const endpoints = { rest: "https://shop.example/v1" };
  expect(endpointDrift({ name: "s", endpoints: {} } as unknown as Service, live)).toEqual([]);
  expect(endpointDrift({ name: "s", endpoints } as unknown as Service, live)).toMatchObject([
    { kind: "endpoint", built: endpoints.rest, live: live.rest },
  ]);
});

it("is where §4.1 says; of one's own machine in development", async () => {
  const { fetch, discoveries } = scripted(() => json(sample), profile);
  await connect({ fetch, business: `${BUSINESS}/` });
  await connect({ fetch, business: `${BUSINESS}/.well-known/proto` });
  await connect({ fetch, business: "http://127.0.0.1:8080", development: true });
  expect(discoveries.map(({ url }) => url)).toEqual([
    `${BUSINESS}/.well-known/proto`,
    `${BUSINESS}/.well-known/proto`,
    "http://127.0.0.1:8080/.well-known/proto",
  ]);
});
