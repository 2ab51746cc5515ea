/** What a capability brings is in every document of the bundle with it, and in none without it (§6, §9.3). */

import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Validator } from "@proto-gen/runtime/schema";
import { createInstance } from "../../src/model/instance/create-instance.js";
import { bundleOf, reducedRelease, toolsOf, WHOLE_TOOLS, type Bundle } from "../support/bundle.js";
import { importEmitted } from "../support/emitted.js";
import { ownRelease } from "../support/published.js";

/** The types that only the extension uses (§2.6); events, expectations and the order's own are the order's (§2.9). */
const OWN_TYPES =
  /\b(Fulfillment(Method|Group|Option|AvailableMethod|Destination|CreateRequest|UpdateRequest)\w*|ShippingDestination\w*|RetailLocation\w*|BusinessFulfillmentConfig)\b/;

/** Whether the checkout has the member: of the extension, in each of its views (§2.6, §4.2). */
const VIEWS: Readonly<Record<string, boolean>> = {
  Checkout: true,
  CheckoutCreateRequest: true,
  CheckoutUpdateRequest: true,
  CheckoutCompleteRequest: false,
};

describe.each([
  ["with fulfillment", true],
  ["without fulfillment", false],
])("a profile %s", (name, active) => {
  let bundle: Bundle;
  const expected = Object.fromEntries(
    Object.entries(VIEWS).map(([view, has]) => [view, has && active]),
  );

  beforeAll(async () => {
    const release = active
      ? ownRelease
      : reducedRelease(name, { capability: (each) => each !== "fulfillment" });
    bundle = await bundleOf(release, `services-${name.replaceAll(" ", "-")}`, WHOLE_TOOLS);
  }, 60_000);

  it("has the member in the checkout's views in the types (§2.6)", () => {
    const types = bundle.model.subsetChecks
      .flatMap(({ views }) => views.map(({ type }) => type))
      .filter((type) => type.name in VIEWS);
    expect(
      Object.fromEntries(
        types.map((type) => [type.name, type.definition.node.properties.has("fulfillment")]),
      ),
    ).toEqual(expected);
    const members = bundle.files
      .filter(({ path }) => path.endsWith(".ts") && path !== "openapi.d.ts")
      .flatMap(
        ({ path, content }) => content.match(/^ {2}fulfillment\??:.*/gm)?.map(() => path) ?? [],
      );
    expect(members.includes("index.ts")).toBe(active);
    expect(members).toContain("capabilities/dev/proto/shopping/order.ts");
  });

  it("has the member in the checkout's views in the validators (§2.6)", async () => {
    const index = await importEmitted(bundle.directory, "index.ts");
    const surface = bundle.model.subsetChecks.flatMap(({ views }) => views);
    const found = Object.keys(VIEWS).map((view) => {
      const validator = index[view] as Validator<unknown>;
      const node = surface.find(({ type }) => type.name === view)?.type.definition.node;
      const value = (node && createInstance(node, { optional: "none" })) as JsonObject;
      expect(validator.is(value)).toBe(true);
      // Objects are open: a member that nobody knows may be anything.
      return [view, !validator.is({ ...value, fulfillment: "wrong" })];
    });
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it.each(["openapi.json", "openrpc.json"])("has the member in the views in %s (§8)", (file) => {
    const { schemas } = bundle.json(file)["components"] as { schemas: Record<string, JsonObject> };
    const found = Object.keys(VIEWS)
      // openrpc.json has the payloads of tools in their place, without `id`.
      .map((view) => [view, schemas[view] ?? schemas[payloadOf(view)]] as const)
      .map(([view, schema]) => [view, "fulfillment" in (schema?.["properties"] as JsonObject)]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it("has the member in the arguments and results of the tools (§4.5)", () => {
    const takes = (tool: string): boolean =>
      "fulfillment" in propertiesOf(toolsOf(bundle).get(tool)?.["inputSchema"], "checkout");
    const [given] = (toolsOf(bundle).get("get_checkout")?.["outputSchema"] as { anyOf: Json[] })
      .anyOf;
    expect({
      Checkout: "fulfillment" in propertiesOf(given, "checkout"),
      CheckoutCreateRequest: takes("create_checkout"),
      CheckoutUpdateRequest: takes("update_checkout"),
      CheckoutCompleteRequest: takes("complete_checkout"),
    }).toEqual(expected);
  });

  it("has its types everywhere or nowhere (§6)", () => {
    const naming = bundle.files.filter(({ content }) => OWN_TYPES.test(content));
    const names = naming.map(({ path }) => path);
    if (active)
      expect(names).toEqual(
        expect.arrayContaining(["openapi.json", "openrpc.json", "openapi.d.ts", "index.ts"]),
      );
    else expect(names).toEqual([]);
    const files = bundle.files.map(({ path }) => path);
    expect(files.includes("schemas/shopping/types/fulfillment-method.ts")).toBe(active);
    expect(files.includes("capabilities/dev/proto/shopping/fulfillment.ts")).toBe(active);
  });

  it("is named in the maps of negotiation.ts or not at all (§8)", async () => {
    const { agreement, fields } = await negotiationOf(bundle);
    const capability = "dev.proto.shopping.fulfillment";
    expect(agreement.capabilities.some((each) => each.name === capability)).toBe(active);
    expect(fields[capability]).toEqual(
      active
        ? {
            Checkout: ["fulfillment"],
            CheckoutCreateRequest: ["fulfillment"],
            CheckoutUpdateRequest: ["fulfillment"],
          }
        : undefined,
    );
  });
});

describe("the maps of negotiation.ts", () => {
  let bundle: Bundle;
  let maps: Negotiation;

  beforeAll(async () => {
    bundle = await bundleOf(ownRelease, "services-maps");
    maps = await negotiationOf(bundle);
  }, 60_000);

  it("give every operation to one capability (§8)", () => {
    const all = bundle.model.services.flatMap(({ operations }) => operations.map(({ id }) => id));
    expect(Object.values(maps.operations).flat().sort()).toEqual([...all].sort());
    const { operations } = maps;
    expect(Object.keys(operations).map((name) => name.replace("dev.proto.shopping.", ""))).toEqual([
      ...["cart", "catalog.lookup", "catalog.search", "checkout"],
    ]);
    expect(operations["dev.proto.shopping.cart"]).toEqual([
      ...["create_cart", "get_cart", "update_cart", "cancel_cart"],
    ]);
  });

  it.each<[string, Readonly<Record<string, readonly string[]>>]>([
    [
      "discount",
      {
        Checkout: ["discounts"],
        CheckoutCreateRequest: ["discounts"],
        CheckoutUpdateRequest: ["discounts"],
      },
    ],
    [
      "buyer_consent",
      {
        Checkout: ["buyer.consent"],
        CheckoutCreateRequest: ["buyer.consent"],
        CheckoutUpdateRequest: ["buyer.consent"],
      },
    ],
    ["ap2_mandate", { Checkout: ["ap2"], CheckoutCompleteRequest: ["ap2"] }],
  ])("give %s what it adds, in the views that have it (§2.6)", (name, fields) => {
    expect(maps.fields[`dev.proto.shopping.${name}`]).toEqual(fields);
  });

  it("give every member of every root to one capability (§8)", () => {
    const types = bundle.model.subsetChecks.flatMap(({ views }) => views.map(({ type }) => type));
    expect(types.length).toBeGreaterThan(8);
    for (const { name, definition } of types) {
      const given = Object.values(maps.fields).flatMap((byType) => byType[name] ?? []);
      const own = given.filter((path) => !path.includes("."));
      expect([name, [...own].sort()]).toEqual([
        name,
        [...definition.node.properties.keys()].sort(),
      ]);
      expect(new Set(given).size).toBe(given.length);
    }
  });

  it("give roots what §2.4 and §2.7 list (§8)", () => {
    const { fields } = maps;
    expect([...(fields["dev.proto.shopping.checkout"]?.["Checkout"] ?? [])].sort()).toEqual(
      [
        ...["proto", "id", "line_items", "buyer", "status", "currency", "totals", "messages"],
        ...["links", "expires_at", "continue_url", "payment", "order"],
      ].sort(),
    );
    expect(fields["dev.proto.shopping.checkout"]?.["CheckoutCompleteRequest"]).toEqual([
      ...["payment", "risk_signals"],
    ]);
    expect([...(fields["dev.proto.shopping.cart"]?.["Cart"] ?? [])].sort()).toEqual(
      [
        ...["proto", "id", "line_items", "context", "buyer", "currency", "totals", "messages"],
        ...["links", "continue_url", "expires_at"],
      ].sort(),
    );
  });
});

interface Negotiation {
  readonly agreement: { readonly capabilities: readonly { readonly name: string }[] };
  readonly operations: Readonly<Record<string, readonly string[]>>;
  readonly fields: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

async function negotiationOf({ directory }: Bundle): Promise<Negotiation> {
  return (await importEmitted(directory, "negotiation.ts")) as unknown as Negotiation;
}

/** `UpdateCheckoutPayload` of `CheckoutUpdateRequest`. */
function payloadOf(view: string): string {
  return view.replace(/^(\w+?)(Update|Complete)Request$/, "$2$1Payload");
}

/** Of a member of an object's schema. */
function propertiesOf(schema: Json | undefined, member: string): JsonObject {
  const { properties } = schema as { readonly properties: Readonly<Record<string, JsonObject>> };
  return properties[member]?.["properties"] as JsonObject;
}
