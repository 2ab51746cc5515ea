/** A platform's view of a business's profile (§1.9, §4.1, §5.4, §9.6): believed where it may be, and for as long as it says. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Drift } from "@proto-gen/runtime/client";
import {
  clientSignatures,
  createSigner,
  generateSigningKey,
  signResponse,
} from "@proto-gen/runtime/signature";
import { connect, json, ORDERED, profile, sample, type Sent } from "../support/sample-client.js";

const SHOPPING = "dev.proto.shopping";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Published {
  proto: {
    services: Record<string, { endpoint: string }[]>;
    capabilities: Record<string, { version: string; spec?: string; schema?: string }[]>;
  };
  signing_keys: object[];
}

/** A business whose profile changes while a client lives. */
function createBusiness(cacheControl?: string) {
  const business = {
    profile: structuredClone(profile) as unknown as Published,
    headers: (cacheControl === undefined ? {} : { "Cache-Control": cacheControl }) as Record<
      string,
      string
    >,
    isDown: false,
    discoveries: 0,
    calls: [] as Sent[],
    answer: (): Response | Promise<Response> => json(sample, 201),
    async fetch(url: string, init: RequestInit): Promise<Response> {
      init.signal?.throwIfAborted();
      const request = new Request(url, init);
      if (url.endsWith("/.well-known/proto")) {
        business.discoveries++;
        if (business.isDown) throw new TypeError("fetch failed");
        return json(business.profile, 200, business.headers);
      }
      const { method, headers } = request;
      business.calls.push({ url, method, headers, body: await request.text() });
      return business.answer();
    },
  };
  return business;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

function wait(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}

describe("a live profile is read again (§9.6)", () => {
  it.each([
    ["max-age=600", 600_000],
    ["no-store", 5_000],
    ["max-age=1", 5_000],
    [undefined, MINUTE],
    ["max-age=31536000", HOUR],
  ])("with Cache-Control %s after %d ms, and no sooner", async (cacheControl, lifetime) => {
    const business = createBusiness(cacheControl);
    const client = await connect({ fetch: business.fetch });
    wait(lifetime - 1);
    await client.createCheckout(ORDERED);
    expect(business.discoveries).toBe(1);
    wait(1);
    await Promise.all([client.createCheckout(ORDERED), client.createCheckout(ORDERED)]);
    expect(business.discoveries).toBe(2);
    await client.createCheckout(ORDERED);
    expect(business.discoveries).toBe(2);
  });

  it("within the bounds that the platform sets", async () => {
    const business = createBusiness("max-age=5");
    const limits = { profileFloorMs: 1_000, profileCeilingMs: 3_000 };
    const client = await connect({ fetch: business.fetch, limits });
    wait(2_999);
    await client.createCheckout(ORDERED);
    expect(business.discoveries).toBe(1);
    wait(1);
    await client.createCheckout(ORDERED);
    expect(business.discoveries).toBe(2);
  });

  it("so that calls go to the endpoint that it has then, and to no operation that it no longer has", async () => {
    const business = createBusiness();
    const onDrift = vi.fn<(drift: readonly Drift[]) => void>();
    const client = await connect({ fetch: business.fetch, onDrift });
    const moved = "https://new.business.example.com/proto/v2";
    for (const entry of business.profile.proto.services[SHOPPING] ?? []) entry.endpoint = moved;
    wait(MINUTE);
    await client.createCheckout(ORDERED);
    expect(business.calls.at(-1)?.url).toBe(`${moved}/checkout-sessions`);
    expect(client.$business.endpoints).toEqual({ [SHOPPING]: moved });
    delete business.profile.proto.capabilities[`${SHOPPING}.checkout`];
    wait(MINUTE);
    await expect(client.createCheckout(ORDERED)).rejects.toMatchObject({
      code: "OPERATION_UNAVAILABLE",
    });
    expect(onDrift.mock.calls.map(([drift]) => drift.map(({ kind }) => kind))).toEqual([
      ["endpoint", "endpoint"],
      expect.arrayContaining(["capability_gone", "endpoint"]),
    ]);
    expect(client.$business.drift).toEqual(onDrift.mock.calls[1]?.[0]);
  });

  it("while its host is down, what was read before holds for ten minutes more", async () => {
    const business = createBusiness();
    const client = await connect({ fetch: business.fetch });
    business.isDown = true;
    wait(MINUTE);
    await client.createCheckout(ORDERED);
    await client.createCheckout(ORDERED);
    expect(business.discoveries).toBe(2);
    wait(10_000);
    await client.createCheckout(ORDERED);
    expect(business.discoveries).toBe(3);
    wait(10 * MINUTE);
    await expect(client.createCheckout(ORDERED)).rejects.toMatchObject({
      code: "NETWORK",
      call: { operation: "create_checkout" },
    });
    business.isDown = false;
    await client.createCheckout(ORDERED);
  });

  it("but not for a caller who has ended the call", async () => {
    const business = createBusiness();
    const client = await connect({ fetch: business.fetch });
    wait(MINUTE);
    const controller = new AbortController();
    const call = client.createCheckout(ORDERED, { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
    expect(business.calls).toEqual([]);
  });
});

describe("a key that a business takes back (§5.4)", () => {
  it("verifies nothing once the profile has expired", async () => {
    const business = createBusiness("max-age=300");
    const { privateKey, publicKey } = await generateSigningKey();
    const signer = await createSigner(privateKey);
    business.profile.signing_keys = [publicKey];
    business.answer = async () => {
      const body = new TextEncoder().encode(JSON.stringify(sample));
      const headers = ["Content-Type", "application/json"];
      const fields = await signResponse({ status: 201, headers, body }, signer);
      return new Response(body, {
        status: 201,
        headers: { "Content-Type": "application/json", ...Object.fromEntries(fields) },
      });
    };
    const signatures = clientSignatures({ require: "complete" });
    const client = await connect({ fetch: business.fetch, signatures });
    await client.createCheckout(ORDERED);
    business.profile.signing_keys = [];
    wait(300_000);
    await expect(client.createCheckout(ORDERED)).rejects.toMatchObject({
      code: "ANSWER_INVALID",
      cause: { code: "key_not_found" },
    });
  });
});

describe("a capability declared at a host of others (§1.9)", () => {
  it.each([
    ["schema", "https://proto.dev.example.com/schemas/shopping/checkout.json"],
    ["spec", "https://evil.example/specification/checkout"],
    ["schema", "http://proto.dev/schemas/shopping/checkout.json"],
    ["schema", "https://proto.dev@evil.example/checkout.json"],
  ])("is not active: its %s is %s", async (member, url) => {
    const business = createBusiness();
    for (const entry of business.profile.proto.capabilities[`${SHOPPING}.checkout`] ?? [])
      Object.assign(entry, { [member]: url });
    const client = await connect({ fetch: business.fetch });
    expect(client.$business.drift).toContainEqual({
      kind: "capability_gone",
      name: `${SHOPPING}.checkout`,
      reason: "not-offered",
      detail: `the host of its ${member} has no authority for its name`,
    });
    await expect(client.createCheckout(ORDERED)).rejects.toMatchObject({
      code: "OPERATION_UNAVAILABLE",
    });
    expect(business.calls).toEqual([]);
  });

  it("is another one's, whose name says so: it is active", async () => {
    const client = await connect({ fetch: createBusiness().fetch });
    expect(client.$business.drift).toEqual([]);
    await expect(client.createCheckout(ORDERED)).resolves.toMatchObject({ id: expect.any(String) });
  });
});
