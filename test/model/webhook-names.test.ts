/** The body of a webhook has the webhook's name in `index`, unless something else has it. */

import type { JsonObject } from "@proto-gen/runtime/json";
import { describe, expect, it } from "vitest";
import type { Model } from "../../src/model/model.js";
import { modelRelease } from "../support/compose-release.js";
import { vendorOpenapi, vendorRelease } from "../support/vendor-service.js";

/** The vendor's service with webhooks of subscriptions; a body has further members where they are given. */
function withWebhooks(names: Readonly<Record<string, JsonObject>>): Promise<Model> {
  const webhooks = Object.entries(names).map(([name, properties], index) => {
    const schema = { allOf: [{ $ref: "subscription.json" }, { type: "object", properties }] };
    const content = { "application/json": { schema } };
    const post = {
      operationId: `event_${index}`,
      requestBody: { required: true, content },
      responses: { "200": { description: "It has arrived." } },
    };
    return [name, { post }] as const;
  });
  const openapi = { ...vendorOpenapi(), webhooks: Object.fromEntries(webhooks) as JsonObject };
  return modelRelease(vendorRelease({ openapi }));
}

/** The types of `index` by their names there. */
function exportsOf({ modules }: Model): ReadonlyMap<string, string> {
  const index = modules.find(({ path }) => path === "index");
  return new Map([
    ...(index?.types ?? []).map(({ name }) => [name, `index ${name}`] as const),
    ...(index?.reexports ?? []).map(
      ({ name, type }) => [name, `${type.module} ${type.name}`] as const,
    ),
  ]);
}

const one = { at: { type: "string" } };
const other = { of: { type: "integer" } };

describe("a webhook's name", () => {
  it("is a second name of its body", async () => {
    const exported = exportsOf(await withWebhooks({ subscription_renewal: one }));
    expect(exported.get("SubscriptionRenewal")).toMatch(/ Event0Request$/);
    expect(exported.get("Event0Request")).toBe(exported.get("SubscriptionRenewal"));
  });

  it("takes no name of a root or of another payload", async () => {
    const before = exportsOf(await modelRelease(vendorRelease()));
    const model = await withWebhooks({ checkout: one, orderEvent: other, Subscription: {} });
    const after = exportsOf(model);
    for (const [name, type] of before) expect(after.get(name), name).toBe(type);
    expect([...after.keys()].filter((name) => /.Checkout$|.OrderEvent$/.test(name))).not.toEqual(
      [],
    );
  });

  it("may be written in two ways: each body has a name of its own", async () => {
    const exported = exportsOf(await withWebhooks({ renewed_now: one, renewedNow: other }));
    const named = [...exported].filter(([name]) => name.includes("RenewedNow"));
    expect(named).toHaveLength(2);
    expect(new Set(named.map(([, type]) => type)).size).toBe(2);
  });
});
