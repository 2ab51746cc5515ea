/** A small OpenAPI document without faults, for tests that break it. */

const JSON_TYPE = "application/json";

function json(schema: string, example: string): object {
  return {
    [JSON_TYPE]: {
      schema: { $ref: `#/components/schemas/${schema}` },
      examples: { usual: { $ref: `#/components/examples/${example}` } },
    },
  };
}

/** A new copy each time. */
export function sampleOpenapi() {
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Carts",
      version: "2026-11-27",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "https://business.test/proto/v1" }],
    security: [{}, { bearer: [] }, { mutual_tls: [] }],
    tags: [{ name: "cart", description: "Carts." }],
    paths: {
      "/carts/{id}": {
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            description: "Identifier of the cart.",
            schema: { type: "string" },
            example: "cart_1",
          },
        ],
        put: {
          operationId: "update_cart",
          summary: "Update cart",
          tags: ["cart"],
          requestBody: { required: true, content: json("CartUpdateRequest", "request") },
          responses: {
            "200": { description: "The cart.", content: json("CartUpdateResponse", "cart") },
            "400": { $ref: "#/components/responses/bad_request" },
          },
        },
      },
    },
    components: {
      schemas: {
        CartUpdateRequest: {
          type: "object",
          required: ["items"],
          properties: {
            id: { not: {}, description: "The path names the cart." },
            items: { type: "array", items: { $ref: "#/components/schemas/Item" }, minItems: 1 },
          },
        },
        CartUpdateResponse: {
          type: "object",
          required: ["id", "items"],
          properties: {
            id: { type: "string", examples: ["cart_1"] },
            items: { type: "array", items: { $ref: "#/components/schemas/Item" } },
            expires_at: { type: "string", format: "date-time" },
          },
        },
        Item: {
          type: "object",
          required: ["sku"],
          properties: {
            sku: { type: "string" },
            note: { type: ["string", "null"] },
            parts: { type: "array", items: { $ref: "#/components/schemas/Item" } },
          },
        },
        ErrorBody: {
          type: "object",
          required: ["code"],
          properties: { code: { enum: ["invalid", "unknown"] }, content: { type: "string" } },
        },
      },
      responses: {
        bad_request: { description: "Not valid.", content: json("ErrorBody", "error") },
      },
      examples: {
        request: { value: { items: [{ sku: "a", note: null }] } },
        cart: {
          value: { id: "cart_1", items: [{ sku: "a" }], expires_at: "2026-11-20T10:00:00Z" },
        },
        error: { value: { code: "invalid" } },
      },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        mutual_tls: { type: "mutualTLS" },
      },
    },
  };
}
