/** Explanations of the codes of service documents: OpenAPI and OpenRPC. */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { SERVICE_CODES } from "../../errors/codes/services.js";
import type { Explanation } from "../../findings/explanation.js";

const REST = "schemas/rest.json";
const CREATE = "/paths/~1checkouts/post";
const BODY = { content: { "application/json": { schema: { $ref: "checkout.json" } } } };
const ANSWER = { 200: { $ref: "#/components/responses/checkout" } };

export const SERVICES = {
  SERVICE_INVALID: {
    text: "The schema of a service is an OpenAPI 3.1 document for REST and an OpenRPC 1 document for MCP. This one has another version, or a part that does not conform: an operation without operationId, a parameter in the body, a $ref that leads nowhere or to itself. Where these standards allow a Reference Object, for a path, a parameter, a body, a response or a method, it may lead into another document, against which further references are resolved. OpenAPI 3.0 uses another dialect of JSON Schema and is not supported.",
    source: "§2.1.1, OpenAPI 3.1, OpenRPC 1",
    wrong: { file: REST, at: "/openapi", json: "3.0.3" },
    right: { file: REST, at: "/openapi", json: "3.1.0" },
  },
  SERVICE_SCHEMA_UNRESOLVED: {
    text: "A service document refers to the schemas of its requests and responses. No source has this schema, or the document has nothing at that place. References are resolved against the URL of the service document.",
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
    text: "The verb of an operation determines which view of a schema its payload has: a checkout to be created lacks the id that one to be updated may have. It is read from the first or last word of the operation's name, and neither is a known verb: create, get, update, complete, cancel, delete, search, lookup, and similar words.",
    wrong: { file: REST, at: `${CREATE}/operationId`, json: "checkout" },
    right: { file: REST, at: `${CREATE}/operationId`, json: "create_checkout" },
  },
  SERVICE_DUPLICATE_ROUTE: {
    text: "A server distinguishes requests by method and path, and a path parameter matches any value, whatever its name. No server could distinguish two operations that share both.",
    source: "OpenAPI 3.1, Paths Object",
    wrong: {
      file: REST,
      at: "/paths",
      json: {
        "/checkouts/{id}": {
          parameters: [inPath("id")],
          get: { operationId: "get_checkout", responses: ANSWER },
        },
        "/checkouts/{checkout}": {
          parameters: [inPath("checkout")],
          get: { operationId: "read_checkout", responses: ANSWER },
        },
      },
    },
    right: {
      file: REST,
      at: "/paths",
      json: {
        "/checkouts/{id}": {
          parameters: [inPath("id")],
          get: { operationId: "get_checkout", responses: ANSWER },
        },
        "/checkouts/{checkout}/receipt": {
          parameters: [inPath("checkout")],
          get: { operationId: "read_checkout", responses: ANSWER },
        },
      },
    },
  },
  SERVICE_DUPLICATE_OPERATION: {
    text: "An operation's name becomes a handler of the server, a method of the client and a tool over MCP, so it must be unique across all services. An operation may have the same name over REST and over MCP: then it is one operation with two transports.",
    source: "OpenAPI 3.1, Operation Object",
    wrong: {
      file: REST,
      at: "/paths",
      json: {
        "/checkouts/{id}": {
          parameters: [inPath("id")],
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
          parameters: [inPath("id")],
          get: { operationId: "get_checkout", responses: ANSWER },
          put: { operationId: "update_checkout", responses: ANSWER },
        },
      },
    },
  },
  SERVICE_INLINE_FIELDS: {
    text: "A transport is thin: it names the base schemas that it carries, and defines no members itself. Inline members belong to no capability, so no extension can add to them and no visibility annotation applies. They are generated unchanged; the warning is reported once for each document.",
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
  SERVICE_BODY_NOT_JSON: {
    text: "Requests and responses of the protocol are JSON. This body has another media type, or one without a schema, so its form is unknown: the generated server and client leave it out. The rest of the operation is generated.",
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
  SERVICE_PATH_MISMATCH: {
    text: "A name in braces stands for a part of the path, and a parameter with in: path says what the part is. The two are one thing under one name. Clients fill in what the parameters say, and other tools refuse the document.",
    source: "OpenAPI 3.1, Path Templating",
    wrong: {
      file: REST,
      at: "/paths/~1checkouts~1{id}",
      json: { get: { operationId: "get_checkout", responses: ANSWER } },
    },
    right: {
      file: REST,
      at: "/paths/~1checkouts~1{id}",
      json: {
        get: { operationId: "get_checkout", parameters: [inPath("id")], responses: ANSWER },
      },
    },
  },
  SERVICE_NO_RESPONSE: {
    text: "OpenAPI 3.1 allows an operation without responses. Of this one nothing is known but that it can be called: the server's handler has nothing to return, and the client gives nothing to its caller. If the operation answers with a capability's resource, its response has to say so.",
    source: "OpenAPI 3.1, Operation Object",
    wrong: {
      file: REST,
      at: CREATE,
      json: { operationId: "create_checkout", requestBody: BODY },
    },
    right: {
      file: REST,
      at: CREATE,
      json: { operationId: "create_checkout", requestBody: BODY, responses: ANSWER },
    },
  },
  SERVICE_NO_CAPABILITY: {
    text: "A service document does not say which capability an operation belongs to: its types do. Neither its request nor its responses are, or refer to, the schema of a capability, so that no side can negotiate the operation, and nothing is generated for it. An operation of a capability that the profile does not declare is left out without a warning.",
    source: "§2.1.1, §9.3",
    wrong: {
      file: REST,
      at: "/paths/~1checkouts~1{id}/get",
      json: { operationId: "get_ping", responses: { 200: { description: "It is there." } } },
    },
    right: {
      file: REST,
      at: "/paths/~1checkouts~1{id}/get",
      json: { operationId: "get_checkout", responses: ANSWER },
    },
  },
  SERVICE_NO_PAYMENT: {
    text: "A business takes the payment from the request that completes a checkout. It is recognised by its members: it has `instruments`, which have a `handler_id`, or it has a `handler_id` itself. The request of this release has neither, so that `createCheckouts` would call its function `complete` without a payment. `--payment tender` says that the member `tender` is the payment, and `--payment none` that this release has none. What runs no server, such as `--only types,validators`, needs neither; nor do commands that only read a profile.",
    source: "§2.5",
    untested:
      "it is about the protocol's own checkout, and the release of these examples is a vendor's",
    right: {
      file: "package.json",
      text: '{\n  "scripts": { "generate": "proto-gen --profile ./profile.json --payment tender" }\n}\n',
    },
  },
  SERVICE_ENDPOINT_UNUSED: {
    text: "A service may be split over several documents for one transport. Its operations then form one set, and a client calls all of them at one endpoint, that of the first binding. Another binding of the same transport and version has a different endpoint here, so its operations would be called in the wrong place.",
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

function inPath(name: string): JsonObject {
  return { name, in: "path", required: true, schema: { type: "string" } };
}
