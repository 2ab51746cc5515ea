/**
 * A vendor beside the protocol: an extension of checkout, a root of its own, and a service with its own
 * operations in its own OpenAPI and OpenRPC documents, which say what the protocol's do not.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { memoryRelease, ownProfile } from "./bundle.js";
import type { Release } from "./published.js";

export const VENDOR = "com.acme.store";
export const SUBSCRIPTION = `${VENDOR}.subscription`;
export const GIFT = `${VENDOR}.gift`;
const VERSION = "2026-11-27";
const HOST = "https://acme.com";
const PROTO = `https://proto.dev/schemas/${VERSION}`;
export const VENDOR_REST = "https://api.acme.com/store";
export const VENDOR_MCP = "https://mcp.acme.com/store";

const JSON_TYPE = "application/json";
const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** Checkout with a gift, as the protocol's own extensions are written. */
export function giftSchema(): JsonObject {
  return {
    $schema: DIALECT,
    $id: `${HOST}/gift.json`,
    $defs: {
      "dev.proto.shopping.checkout": {
        allOf: [
          { $ref: `${PROTO}/shopping/checkout.json` },
          {
            type: "object",
            properties: {
              gift: {
                $ref: "#/$defs/gift",
                proto_request: { create: "optional", update: "optional", complete: "omit" },
              },
            },
          },
        ],
      },
      gift: {
        type: "object",
        required: ["note"],
        properties: {
          note: { type: "string", maxLength: 200 },
          wrapped_at: { type: "string", format: "date-time", proto_request: "omit" },
        },
      },
    },
  };
}

export function subscriptionSchema(): JsonObject {
  return {
    $schema: DIALECT,
    $id: `${HOST}/subscription.json`,
    title: "Subscription",
    description: "What comes again.",
    type: "object",
    required: ["proto", "id", "every_days", "items"],
    properties: {
      proto: { $ref: `${PROTO}/proto.json#/$defs/response_checkout`, proto_request: "omit" },
      id: { type: "string", proto_request: { create: "omit", update: "optional" } },
      every_days: { type: "integer", minimum: 1 },
      items: { type: "array", minItems: 1, items: { type: "string" } },
      next_at: { type: "string", format: "date-time", proto_request: "omit" },
      rank: { type: "integer", readOnly: true },
    },
  };
}

const own = { $ref: "subscription.json" };
const envelope = { $ref: `${PROTO}/shopping/types/error_envelope.json` };
const problem = { $ref: `${PROTO}/shopping/types/error_body.json` };

export function vendorOpenapi(): JsonObject {
  const body = (schema: Json): JsonObject => ({ [JSON_TYPE]: { schema } });
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: DIALECT,
    info: { title: "Acme store", version: "7", license: { name: "MIT", identifier: "MIT" } },
    externalDocs: { url: "https://acme.com/docs" },
    "x-team": "store",
    security: [{ store_key: [] }],
    tags: [
      { name: "subscription", description: "What comes again." },
      { name: "unused", description: "Nothing has it." },
      { name: "checkout", description: "Another one's." },
    ],
    paths: {
      "/subscriptions": {
        summary: "All of them.",
        parameters: [
          { name: "Request-Id", in: "header", required: true, schema: { type: "string" } },
          { name: "X-Region", in: "header", schema: { type: "string" }, description: "Of paths." },
        ],
        post: {
          operationId: "create_subscription",
          summary: "Create subscription",
          description: "Begin it.",
          externalDocs: { url: "https://acme.com/docs/create" },
          "x-cost": 3,
          tags: ["subscription"],
          parameters: [
            {
              name: "X-Region",
              in: "header",
              required: true,
              deprecated: true,
              schema: { enum: ["eu", "us"] },
              description: "Of the operation.",
            },
          ],
          requestBody: { $ref: "#/components/requestBodies/subscription" },
          responses: {
            "2XX": {
              description: "It began.",
              headers: {
                Location: { $ref: "#/components/headers/location" },
                "X-Left": { schema: { type: "integer", minimum: 0 }, description: "Calls left." },
              },
              content: body({ anyOf: [own, envelope] }),
            },
            default: { $ref: "#/components/responses/problem" },
          },
        },
      },
      "/subscriptions/{id}": {
        parameters: [{ $ref: "#/components/parameters/id" }],
        get: {
          operationId: "get_subscription",
          summary: "Get subscription",
          deprecated: true,
          tags: ["subscription"],
          security: [{}],
          parameters: [
            { name: "expand", in: "query", schema: { type: "boolean", default: false } },
            { name: "session", in: "cookie", schema: { type: "string" } },
          ],
          responses: {
            200: { description: "It.", content: body(own) },
            404: { $ref: "#/components/responses/problem" },
          },
        },
        delete: {
          operationId: "delete_subscription",
          summary: "Delete subscription",
          tags: ["subscription"],
          security: [{ store_key: [], store_token: ["write"] }],
          responses: {
            200: { description: "It ended.", content: body(own) },
            204: { description: "There was none." },
            "4XX": { $ref: "#/components/responses/problem" },
          },
        },
      },
    },
    components: {
      parameters: {
        id: {
          name: "id",
          in: "path",
          required: true,
          description: "Of the subscription.",
          schema: { type: "string", minLength: 3 },
        },
      },
      headers: {
        location: {
          description: "Where it is.",
          required: true,
          schema: { type: "string", format: "uri" },
        },
      },
      requestBodies: {
        subscription: { required: true, description: "What is wanted.", content: body(own) },
      },
      responses: {
        problem: { description: "It did not work.", content: body(problem) },
      },
      securitySchemes: {
        store_key: { type: "apiKey", in: "header", name: "X-Store-Key" },
        store_token: {
          type: "oauth2",
          flows: {
            clientCredentials: { tokenUrl: "https://acme.com/token", scopes: { write: "Change." } },
          },
        },
        unused: { type: "http", scheme: "basic" },
      },
    },
  };
}

export function vendorOpenrpc(): JsonObject {
  return {
    openrpc: "1.3.2",
    info: { title: "Acme store tools", version: "7" },
    methods: [
      {
        name: "create_subscription",
        summary: "Begin a subscription",
        description: "Begin it, by a tool.",
        externalDocs: { url: "https://acme.com/docs/create" },
        "x-cost": 3,
        params: [
          { $ref: "#/components/contentDescriptors/meta" },
          { $ref: "#/components/contentDescriptors/subscription" },
        ],
        result: { name: "subscription", schema: { anyOf: [own, envelope] } },
      },
      {
        name: "update_subscription",
        summary: "Update subscription",
        description: "Change it; only a tool can.",
        deprecated: true,
        tags: [{ name: "subscription" }],
        params: [
          { $ref: "#/components/contentDescriptors/meta" },
          { name: "id", required: true, description: "Which.", schema: { type: "string" } },
          { $ref: "#/components/contentDescriptors/subscription" },
          { name: "dry_run", deprecated: true, schema: { type: "boolean" } },
        ],
        result: { name: "subscription", description: "As it is now.", schema: own },
        errors: [{ code: -32000, message: "It did not work." }],
      },
    ],
    components: {
      contentDescriptors: {
        meta: {
          name: "meta",
          required: true,
          schema: { $ref: `${PROTO}/shopping/types/meta.json` },
        },
        subscription: {
          name: "subscription",
          summary: "What is wanted.",
          required: true,
          schema: own,
        },
      },
    },
  };
}

export interface VendorOptions {
  readonly openapi?: JsonObject;
  readonly openrpc?: JsonObject;
  readonly gift?: JsonObject;
  readonly subscription?: JsonObject;
  /** Entries of the vendor's service in place of the usual two. */
  readonly bindings?: readonly JsonObject[];
  readonly documents?: Readonly<Record<string, Json>>;
}

/** The repository's profile with the vendor's extension, root and service. */
let plain: Release | undefined;

/** Without options always the same one, so that what is made of it is made once a worker. */
export function vendorRelease(options?: VendorOptions): Release {
  if (options !== undefined) return releaseOf(options);
  return (plain ??= releaseOf({}));
}

function releaseOf(options: VendorOptions): Release {
  const profile = ownProfile();
  const proto = profile["proto"] as JsonObject;
  const entry = (name: string, more: JsonObject = {}): JsonObject => ({
    version: VERSION,
    spec: `${HOST}/${name}.html`,
    schema: `${HOST}/${name}.json`,
    ...more,
  });
  return memoryRelease(
    "vendor",
    {
      ...profile,
      proto: {
        ...proto,
        services: {
          ...(proto["services"] as JsonObject),
          [VENDOR]: options.bindings ?? [
            vendorBinding("rest", "rest", VENDOR_REST),
            vendorBinding("mcp", "mcp", VENDOR_MCP),
          ],
        },
        capabilities: {
          ...(proto["capabilities"] as JsonObject),
          [SUBSCRIPTION]: [entry("subscription")],
          [GIFT]: [entry("gift", { extends: "dev.proto.shopping.checkout" })],
        },
      },
    },
    {
      [`${HOST}/gift.json`]: options.gift ?? giftSchema(),
      [`${HOST}/subscription.json`]: options.subscription ?? subscriptionSchema(),
      [`${HOST}/rest.json`]: options.openapi ?? vendorOpenapi(),
      [`${HOST}/mcp.json`]: options.openrpc ?? vendorOpenrpc(),
      ...options.documents,
    },
  );
}

/** An entry of the service. @param file its document, without extension */
export function vendorBinding(
  transport: string,
  file: string,
  endpoint: string,
  version = VERSION,
): JsonObject {
  return {
    version,
    spec: `${HOST}/store.html`,
    transport,
    schema: `${HOST}/${file}.json`,
    endpoint,
  };
}
