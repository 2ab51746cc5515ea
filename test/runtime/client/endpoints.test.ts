/** A business that is known by its endpoint alone: nothing is discovered, and nothing is skipped that a profile is needed for. */

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { EndpointOptions } from "../../../src/runtime/client/definition.js";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { clientSignatures } from "@proto-gen/runtime/signature";
import { createClient } from "../../../generated/client.js";
import { agreement } from "../../../generated/negotiation.js";
import { openSmallBusiness, type OpenBusiness } from "../../support/open-business.js";
import { json, ORDERED, PLATFORM, sample, scripted } from "../../support/sample-client.js";

const CAMERA = { currency: "USD", line_items: [{ item: { id: "camera" }, quantity: 1 }] };
const REST = "https://catalog.example/api";

function made(options: object): Promise<unknown> {
  const { fetch } = scripted(() => json(sample));
  return createClient({ profile: PLATFORM, fetch, ...options } as unknown as EndpointOptions);
}

describe("a client of an endpoint", () => {
  it("calls it, and discovers nothing", async () => {
    const { fetch, calls, discoveries } = scripted(() => json(sample));
    const onDrift = vi.fn();
    const shop = await createClient({
      endpoints: { rest: REST },
      profile: PLATFORM,
      fetch,
      onDrift,
    });
    await shop.getCheckout({ id: "c" });
    expect(calls.map(({ url }) => url)).toEqual([`${REST}/checkout-sessions/c`]);
    expect([discoveries, onDrift.mock.calls]).toEqual([[], []]);
    expect(shop.$business.endpoints).toEqual({ "dev.proto.shopping": REST });
    expect(shop.$business.agreement.capabilities).toEqual(agreement.capabilities);
    expect(shop.$business.drift).toEqual([]);
  });

  it("checks requests and answers", async () => {
    const { fetch } = scripted(() => json({ ...sample, totals: 7 }));
    const shop = await createClient({ endpoints: { rest: REST }, profile: PLATFORM, fetch });
    await expect(shop.getCheckout({ id: "c" })).rejects.toMatchObject({ code: "ANSWER_INVALID" });
    await expect(shop.createCheckout({ currency: 7 } as never)).rejects.toMatchObject({
      code: "REQUEST_INVALID",
    });
  });

  it("does not use what the platform's own profile lacks", async () => {
    const platform = { proto: { version: "2026-11-27", capabilities: {} } };
    const { fetch, calls } = scripted(() => json(sample));
    const shop = await createClient({
      endpoints: { rest: REST },
      profile: PLATFORM,
      fetch,
      platform,
    });
    await expect(shop.createCheckout(ORDERED)).rejects.toMatchObject({
      code: "OPERATION_UNAVAILABLE",
    });
    expect(calls).toEqual([]);
  });

  it.each(["url", "profile"] as const)("has no $business.%s, and says so", async (member) => {
    const shop = await createClient({ endpoints: { rest: REST }, profile: PLATFORM });
    expect(() => shop.$business[member]).toThrow(
      `OPTIONS_INVALID: $business.${member}: a client created with endpoints has no profile`,
    );
    expect(JSON.stringify(shop.$business)).toContain(REST);
  });
});

describe("is refused when it is made:", () => {
  it.each<[string, object, string]>([
    ["a business beside it", { business: "https://a.example" }, "endpoints: give either"],
    [
      "signatures",
      { signatures: clientSignatures({}) },
      "signatures: answers are verified with keys",
    ],
    ["none for the transport", { endpoints: { mcp: REST } }, "endpoints: expected one for rest"],
    ["none for the transport", { transport: mcp }, "endpoints: expected one for mcp"],
    ["no endpoint", { endpoints: {} }, "endpoints: expected one for rest"],
    ["null", { endpoints: null }, "endpoints: expected one for rest"],
    ["a text", { endpoints: REST }, "endpoints: expected one for rest"],
    [
      "an inherited one",
      { endpoints: Object.create({ rest: REST }) as object },
      "endpoints: expected",
    ],
    ["neither", { endpoints: undefined }, "business: expected an https URL"],
  ])("%s", async (_what, options, content) => {
    await expect(made({ endpoints: { rest: REST }, ...options })).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
      content: expect.stringContaining(content) as string,
    });
  });

  it.each([
    "http://catalog.example/api",
    "https://localhost/api",
    "https://127.0.0.1/api",
    "https://[::1]/api",
    "https://2130706433/api",
    "https://user:secret@catalog.example/api",
    "https://catalog.example/api?key=1",
    "https://catalog.example/api#part",
    "https:catalog.example",
    "ftp://catalog.example",
    "catalog.example",
    "",
    7,
  ])("%s", async (rest) => {
    const refused = made({ endpoints: { rest } });
    await expect(refused).rejects.toMatchObject({
      code: "OPTIONS_INVALID",
      content: expect.stringMatching(/^endpoints\.rest: expected an https URL/) as string,
    });
    await expect(refused).rejects.not.toThrow("secret");
  });
});

describe.each(["rest", "mcp"] as const)("against a server, over %s", (transport) => {
  let business: OpenBusiness;
  beforeAll(async () => {
    business = await openSmallBusiness();
  });
  afterAll(() => business.close());

  it("creates a checkout and reads it", async () => {
    const { profile } = business.clientOptions;
    const common = { profile, development: true } as const;
    const shop =
      transport === "mcp"
        ? await createClient({ ...common, endpoints: { mcp: business.mcp }, transport: mcp })
        : await createClient({ ...common, endpoints: { rest: business.rest } });
    const created = (await shop.createCheckout(CAMERA)) as { readonly id: string };
    expect(await shop.getCheckout({ id: created.id })).toMatchObject({ id: created.id });
    await shop.$close();
  });
});
