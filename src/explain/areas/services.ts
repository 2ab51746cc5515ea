/** Codes of service documents: OpenAPI and OpenRPC, as a profile's services name them. */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { SERVICE_CODES } from "../../errors/codes/services.js";
import type { Explanation } from "../../findings/explanation.js";

const REST = "schemas/rest.json";
const CREATE = "/paths/~1checkouts/post";
const ANSWER = { 200: { $ref: "#/components/responses/checkout" } };

export const SERVICES = {
  SERVICE_INVALID: {
    text: "The schema of a service is an OpenAPI 3.1 document over REST and an OpenRPC 1 document over MCP. This one is of another version, or a part of it is not what that standard says: an operation without operationId, a parameter in the body, a $ref that leads nowhere or back to itself. Where these standards allow a Reference Object, for a path, a parameter, a body, an answer or a method, it may lead into another document, whose own references count from there. OpenAPI 3.0 has another dialect of JSON Schema and is not read.",
    source: "§2.1.1, OpenAPI 3.1, OpenRPC 1",
    wrong: { file: REST, at: "/openapi", json: "3.0.3" },
    right: { file: REST, at: "/openapi", json: "3.1.0" },
  },
  SERVICE_SCHEMA_UNRESOLVED: {
    text: "A service document refers to the schemas of what is sent and answered. No source holds this one, or the document has nothing at that place. References count from the URL of the service document.",
    source: "§2.1.1",
    wrong: {
      file: REST,
      at: "/components/responses/checkout/content/application~1json/schema",
      json: { $ref: "chekout.json" },
    },
    right: {
      file: REST,
      at: "/components/responses/checkout/content/application~1json/schema",
      json: { $ref: "checkout.json" },
    },
  },
  SERVICE_UNKNOWN_VERB: {
    text: "What an operation does decides which view of a schema its payload has: a checkout to be created lacks the id that one to be updated may have. It is read from the first or last word of the operation's name, and neither is a verb that is known: create, get, update, complete, cancel, delete, search, lookup, and words like these.",
    wrong: { file: REST, at: `${CREATE}/operationId`, json: "checkout" },
    right: { file: REST, at: `${CREATE}/operationId`, json: "create_checkout" },
  },
  SERVICE_DUPLICATE_ROUTE: {
    text: "A request is told apart by its method and path, and a parameter in a path may be anything, whatever it is called. Two operations that share both could not be told apart by any server.",
    source: "OpenAPI 3.1, Paths Object",
    wrong: {
      file: REST,
      at: "/paths",
      json: {
        "/checkouts/{id}": { get: { operationId: "get_checkout", responses: ANSWER } },
        "/checkouts/{checkout}": { get: { operationId: "read_checkout", responses: ANSWER } },
      },
    },
    right: {
      file: REST,
      at: "/paths",
      json: {
        "/checkouts/{id}": { get: { operationId: "get_checkout", responses: ANSWER } },
        "/checkouts/{checkout}/receipt": {
          get: { operationId: "read_checkout", responses: ANSWER },
        },
      },
    },
  },
  SERVICE_DUPLICATE_OPERATION: {
    text: "An operation's name becomes a handler of the server, a method of the client and a tool over MCP, so that there is one of each name, over all services. What an operation is called over REST it may be called over MCP too: then it is one operation with two transports.",
    source: "OpenAPI 3.1, Operation Object",
    wrong: {
      file: REST,
      at: "/paths",
      json: {
        "/checkouts/{id}": {
          get: { operationId: "get_checkout", responses: ANSWER },
          put: { operationId: "get_checkout", responses: ANSWER },
        },
      },
    },
    right: {
      file: REST,
      at: "/paths",
      json: {
        "/checkouts/{id}": {
          get: { operationId: "get_checkout", responses: ANSWER },
          put: { operationId: "update_checkout", responses: ANSWER },
        },
      },
    },
  },
  SERVICE_INLINE_FIELDS: {
    text: "A transport is thin: it says which base schemas it carries, and lists no members itself. What is listed inline is part of no capability, so that no extension can add to it and no visibility annotation holds for it. It is generated as it stands; the warning comes once a document.",
    source: "§2.1.1",
    wrong: {
      file: REST,
      at: `${CREATE}/requestBody/content/application~1json/schema`,
      json: { type: "object", properties: { id: { type: "string" } } },
    },
    right: {
      file: REST,
      at: `${CREATE}/requestBody/content/application~1json/schema`,
      json: { $ref: "checkout.json" },
    },
  },
  SERVICE_NOT_JSON: {
    text: "Requests and answers of the protocol are JSON. This body has another media type, or none with a schema, so that nothing is known of it: it is left out of the generated server and client. Everything else of the operation is there.",
    source: "§4.2",
    wrong: {
      file: REST,
      at: `${CREATE}/requestBody/content`,
      json: { "application/octet-stream": {} },
    },
    right: {
      file: REST,
      at: `${CREATE}/requestBody/content`,
      json: { "application/json": { schema: { $ref: "checkout.json" } } },
    },
  },
  SERVICE_ENDPOINT_UNUSED: {
    text: "A service may be split over several documents of one transport. Its operations are one set then, and a client calls all of them at one endpoint, which is that of the first binding. Here another binding of the same transport and version has a different endpoint, so that its operations would be called where they are not.",
    source: "§2.1.1",
    wrong: {
      file: "profile.json",
      at: "/proto/services/com.example.shop",
      json: [binding("https://shop.example.com/v1"), binding("https://other.example.com/v1")],
    },
    right: {
      file: "profile.json",
      at: "/proto/services/com.example.shop",
      json: [binding("https://shop.example.com/v1"), binding("https://shop.example.com/v1")],
    },
  },
} satisfies Record<keyof typeof SERVICE_CODES, Explanation>;

function binding(endpoint: string): JsonObject {
  const schema = "https://example.com/schemas/rest.json";
  return { version: "2026-01-01", transport: "rest", schema, endpoint };
}
