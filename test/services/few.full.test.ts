/** Profiles with little in them: what there is of a bundle is valid and compiles (§2.1.1, §8). */

import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { bundleOf, memoryRelease, ownProfile, reducedRelease } from "../support/bundle.js";
import { compileErrors } from "../support/emitted.js";
import { openapiErrors } from "../support/peers/openapi-meta-schema.js";
import { validateOpenRpc } from "../support/peers/openrpc.js";
import { lintOpenapi } from "../support/peers/redocly.js";
import type { Release } from "../support/published.js";
import { vendorOpenapi, vendorRelease } from "../support/vendor-service.js";

const SERVICE = "dev.proto.shopping";

/** The repository's profile with other services. */
function withServices(change: (services: JsonObject) => JsonObject): Release {
  const profile = ownProfile();
  const proto = profile["proto"] as JsonObject;
  const services = change(proto["services"] as JsonObject);
  return memoryRelease("few", { ...profile, proto: { ...proto, services } });
}

const entry = { version: "2026-11-27", spec: "https://proto.dev/specification/shopping" };

describe("a service", () => {
  it("of orders only has a webhook and no operation, and compiles (§4.7)", async () => {
    const release = reducedRelease("order", { capability: (name) => name === "order" });
    const bundle = await bundleOf(release, "services-few-order");
    const openapi = bundle.json("openapi.json");
    expect(openapi).toMatchObject({ paths: {}, webhooks: { order_event: {} } });
    expect(openapiErrors(openapi)).toEqual([]);
    const { errors } = await lintOpenapi(path.join(bundle.directory, "openapi.json"));
    expect(errors).toEqual([]);
    expect(compileErrors(bundle.directory, bundle.files)).toEqual([]);
  });

  it.each<[string, Json]>([
    ["a2a", [{ ...entry, transport: "a2a", endpoint: "https://business.example.com/card" }]],
    [
      "embedded",
      {
        ...entry,
        embedded: {
          schema: "https://proto.dev/schemas/2026-11-27/services/shopping/embedded.openrpc.json",
        },
      },
    ],
  ])("over %s only has no document of another transport (§2.1.1)", async (transport, service) => {
    const bundle = await bundleOf(
      withServices(() => ({ [SERVICE]: service })),
      `services-few-${transport}`,
    );
    for (const file of ["openapi.json", "openapi.d.ts", "openrpc.json", "mcp-tools.json"])
      expect(bundle.text(file)).toBeUndefined();
    expect(bundle.text("services/dev/proto/shopping.ts")).toContain("operations: [],");
    expect(bundle.text("services/dev/proto/shopping.ts")).not.toContain("Operation,");
  });

  it("without an endpoint has the servers of its documents (§2.1.1)", async () => {
    const release = withServices(({ [SERVICE]: bindings }) => ({
      [SERVICE]: (bindings as readonly JsonObject[]).map(({ endpoint: _, ...rest }) => rest),
    }));
    const bundle = await bundleOf(release, "services-few-endpoint");
    expect(bundle.json("openapi.json")["servers"]).toMatchObject([
      { url: "https://{host}/{prefix}" },
    ]);
    expect(bundle.json("openrpc.json")["servers"]).toMatchObject([{ name: "business" }]);
    expect(validateOpenRpc(bundle.json("openrpc.json"))).toBe(true);
  });

  it("may be missing (§2.1): what is called is the release's, and nothing is served", async () => {
    const bundle = await bundleOf(
      withServices(() => ({})),
      "services-few-none",
    );
    const paths = bundle.files.map((file) => file.path);
    expect(paths).toContain("client.ts");
    expect(paths).not.toContain("server.ts");
  });

  it("has one module for the types of its document, of components and of operations (§7)", async () => {
    const json = (schema: Json): JsonObject => ({ "application/json": { schema } });
    const loop = { $ref: "#/components/schemas/loop" };
    const wanted = { $ref: "subscription.json" };
    const release = vendorRelease({
      openapi: {
        ...vendorOpenapi(),
        paths: {
          "/subscriptions": {
            post: {
              operationId: "create_subscription",
              requestBody: {
                content: json({ type: "object", properties: { wanted, loop } }),
              },
              responses: { 200: { description: "It.", content: json(wanted) } },
            },
          },
        },
        components: { schemas: { loop: { type: "object", properties: { next: loop, wanted } } } },
      },
    });
    const bundle = await bundleOf(release, "services-few-module");
    const modules = bundle.files
      .map((file) => file.path)
      .filter((file) => /\/rest\.ts$/.test(file));
    expect(modules).toEqual(["schemas/acme.com/rest.ts"]);
    const text = bundle.text("schemas/acme.com/rest.ts");
    for (const name of ["CreateSubscriptionRequest", "LoopCreateRequest"])
      expect(text).toContain(`export interface ${name} {`);
    expect(text).toContain("next?: LoopCreateRequest;");
  });
});
