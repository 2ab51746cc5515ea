/** Plans of what stands in for code that the mock does not have, and the profile that it publishes. */

import { readFileSync } from "node:fs";
import type { JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import { planStandIns } from "../../src/mock/plan-stand-ins.js";
import { servedProfile } from "../../src/starter/served-profile.js";
import { interpret } from "../../src/interpret.js";
import type { Interpretation } from "../../src/interpretation.js";
import { memoryRelease, ownProfile } from "../support/bundle.js";
import {
  checkoutReleases,
  published,
  publishedReleases,
  type Release,
} from "../support/published.js";
import { GIFT, giftSchema, SUBSCRIPTION, vendorRelease } from "../support/vendor-service.js";

const CHECKOUT = "dev.proto.shopping.checkout";

function read(
  { profile, schemas }: Release,
  capabilities?: readonly string[],
): Promise<Interpretation> {
  return interpret({
    profile,
    schemas,
    ...(capabilities === undefined ? {} : { capabilities }),
  });
}

/** The gift of `giftSchema`, which says `gift` of the checkout, with more in that. */
function withGift(more: JsonObject): JsonObject {
  const schema = giftSchema();
  const $defs = schema["$defs"] as JsonObject;
  const { allOf } = $defs[CHECKOUT] as { readonly allOf: readonly JsonObject[] };
  const [base = {}, own = {}] = allOf;
  return { ...schema, $defs: { ...$defs, [CHECKOUT]: { allOf: [base, { ...own, ...more }] } } };
}

describe("a profile that the business implements", () => {
  it("is the repository's, and a part of it", async () => {
    const own = memoryRelease("own", ownProfile());
    expect(planStandIns(await read(own))).toMatchObject({ examples: {}, added: {}, texts: [] });
    expect(planStandIns(await read(own, [CHECKOUT])).texts).toEqual([]);
  });

  it.skipIf(published === undefined)("may be of another release, under another name", async () => {
    for (const each of checkoutReleases) {
      const { added, examples } = planStandIns(await read(each));
      expect(added).toEqual({});
      expect(Object.keys(examples).filter((id) => id !== "get_product")).toEqual([]);
    }
  });

  it.skipIf(published === undefined)(
    "says which headers of webhooks have a placeholder",
    async () => {
      const said = await Promise.all(
        publishedReleases.map(async (each) => {
          const { webhookHeaders, texts } = planStandIns(await read(each));
          return [webhookHeaders, texts.filter((text) => text.includes("Request-Signature"))];
        }),
      );
      const text = "webhooks have a placeholder in Request-Signature, which proves nothing";
      const first = [["Request-Signature"], [text]];
      expect(said).toEqual([first, first, [[], []]]);
    },
  );
});

describe("stand-ins for what the business does not implement", () => {
  it("are examples of a root's operations", async () => {
    const input = await read(vendorRelease());
    const { examples, texts } = planStandIns(input);
    const all = input.model.services.flatMap(({ operations }) => operations);
    const own = all.filter(({ capability }) => capability === SUBSCRIPTION).map(({ id }) => id);
    expect(own.length).toBeGreaterThan(0);
    expect(Object.keys(examples)).toEqual(expect.arrayContaining(own));
    expect(texts[0]).toContain(own[0]);
  });

  it("are the members of an extension that requires nothing", async () => {
    const { added, texts } = planStandIns(await read(vendorRelease(), [CHECKOUT, GIFT]));
    expect(added["create_checkout"]).toEqual([{ capability: GIFT, path: ["gift"] }]);
    expect(texts.join()).toMatch(new RegExp(`not implemented: ${GIFT}; .*: gift(?:,|$)`, "m"));
  });

  it.each([
    ["of the checkout", { required: ["gift"] }, ["gift"]],
    [
      "of what the checkout has",
      {
        properties: {
          line_items: {
            type: "array",
            items: { type: "object", required: ["wrap"], properties: { wrap: { const: "red" } } },
          },
        },
      },
      ["line_items", "*", "wrap"],
    ],
  ])("have an example for a member %s that is required", async (_, more, path) => {
    const input = await read(vendorRelease({ gift: withGift(more) }), [CHECKOUT, GIFT]);
    const { added } = planStandIns(input);
    const found = added["get_checkout"]?.find((each) => each.path.join() === path.join());
    expect(found).toMatchObject({ capability: GIFT, path });
    expect(found?.example).toBeDefined();
  });

  it("end with schemas that lead back to themselves below arrays and unions", async () => {
    const node = {
      type: "array",
      items: { anyOf: [{ $ref: "#/$defs/node" }, { type: "string" }] },
    };
    const more = { properties: { gift: { $ref: "#/$defs/node" } } };
    const gift = withGift(more);
    const schema = { ...gift, $defs: { ...(gift["$defs"] as JsonObject), node } };
    const input = await read(vendorRelease({ gift: schema }), [CHECKOUT, GIFT]);
    expect(planStandIns(input).added["get_checkout"]).toHaveLength(1);
  });

  it("are none where nothing satisfies an answer's schema", async () => {
    const more = {
      required: ["gift"],
      properties: { gift: { type: "string", pattern: "^(?!x)x$" } },
    };
    const input = await read(vendorRelease({ gift: withGift(more) }), [CHECKOUT, GIFT]);
    expect(() => planStandIns(input)).toThrow("MOCK_UNKNOWN_CAPABILITY: mock does not implement");
  });

  it("are none for a profile without an operation", async () => {
    const input = await read(memoryRelease("order", ownProfile()), ["dev.proto.shopping.order"]);
    expect(() => planStandIns(input)).toThrow("MOCK_NO_OPERATION");
  });
});

describe("the profile that a mock publishes", () => {
  it("has what is active of it, and no more", async () => {
    const own = memoryRelease("own", ownProfile());
    const { proto, ...rest } = servedProfile(await read(own, [CHECKOUT])) as {
      readonly proto: JsonObject;
    };
    expect(Object.keys(proto["capabilities"] as object)).toEqual([CHECKOUT]);
    const { proto: before, ...others } = JSON.parse(readFileSync(own.profile, "utf8")) as {
      readonly proto: JsonObject;
    };
    expect(rest).toEqual(others);
    expect({ ...proto, capabilities: 0 }).toEqual({ ...before, capabilities: 0 });
  });

  it("has no root that it does not serve, and no extension of one (§2.1)", async () => {
    const { proto, ...rest } = ownProfile() as { readonly proto: JsonObject };
    const host = "https://acme.com";
    const entry = (name: string, more: JsonObject = {}): JsonObject[] => [
      {
        ...{ version: "2026-11-27", spec: `${host}/${name}.html`, schema: `${host}/${name}.json` },
        ...more,
      },
    ];
    const unserved = {
      "com.acme.linking": entry("linking"),
      "com.acme.linking_more": entry("more", { extends: "com.acme.linking" }),
    };
    const capabilities = { ...(proto["capabilities"] as JsonObject), ...unserved };
    const schema = (name: string): JsonObject => ({
      ...{ $schema: "https://json-schema.org/draft/2020-12/schema", $id: `${host}/${name}.json` },
      type: "object",
      properties: { url: { type: "string" } },
    });
    const more = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `${host}/more.json`,
      $defs: { "com.acme.linking": { allOf: [{ $ref: "linking.json" }, { type: "object" }] } },
    };
    const input = await read(
      memoryRelease(
        "unserved",
        { ...rest, proto: { ...proto, capabilities } },
        { [`${host}/linking.json`]: schema("linking"), [`${host}/more.json`]: more },
      ),
    );
    const served = servedProfile(input)["proto"] as JsonObject;
    expect(served["capabilities"]).toEqual(proto["capabilities"]);
    expect(planStandIns(input).texts).toEqual([
      "not served, so not in the profile: com.acme.linking, com.acme.linking_more",
    ]);
  });

  it("has a vendor's root that examples stand in for, and an extension that is echoed", async () => {
    const { proto } = servedProfile(await read(vendorRelease())) as { readonly proto: JsonObject };
    expect(proto["capabilities"]).toHaveProperty([SUBSCRIPTION]);
    expect(proto["capabilities"]).toHaveProperty([GIFT]);
  });

  it.skipIf(published === undefined)(
    "has no transport and no capability of a published release that it does not serve",
    async () => {
      for (const each of publishedReleases) {
        const { ucp } = servedProfile(await read(each)) as { readonly ucp: JsonObject };
        expect(JSON.stringify(ucp["services"])).not.toMatch(/a2a|embedded/);
        expect(JSON.stringify(ucp["services"])).toMatch(/"mcp"/);
        expect(JSON.stringify(ucp["capabilities"])).not.toContain("identity_linking");
        expect(JSON.stringify(ucp["capabilities"])).toContain("dev.ucp.shopping.checkout");
      }
    },
  );

  it("has no odd entry of another's, so that no answer has a payment handler of one", async () => {
    const input = await read(memoryRelease("own", ownProfile()), [CHECKOUT]);
    const { profile } = input.sources;
    const root = structuredClone(profile.document.root) as Record<string, Record<string, unknown>>;
    const sound = { id: "a", version: "2026-11-27", spec: "https://example.com/pay" };
    root["proto"] = {
      ...root["proto"],
      payment_handlers: {
        "com.example.pay": [sound, { ...sound, id: "b", spec: "https://elsewhere.example/pay" }],
        card: [sound],
      },
    };
    const document = { ...profile.document, root: root as JsonObject };
    const served = servedProfile({
      ...input,
      sources: { ...input.sources, profile: { ...profile, document } },
    });
    expect((served["proto"] as JsonObject)["payment_handlers"]).toEqual({
      "com.example.pay": [sound],
    });
  });
});
