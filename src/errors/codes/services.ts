/** Codes of service documents: OpenAPI and OpenRPC. */

import { defineCodes } from "../code.js";

export const SERVICE_CODES = defineCodes({
  SERVICE_INVALID: {
    exit: 3,
    summary:
      "A service document is not OpenAPI 3.1 or OpenRPC 1, or a part of it has the wrong shape.",
    hint: "see OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0) or OpenRPC (https://spec.open-rpc.org)",
  },
  SERVICE_SCHEMA_UNRESOLVED: {
    exit: 3,
    summary: "A service document names a schema that does not exist.",
    hint: "fix the reference, or add its target",
  },
  SERVICE_UNKNOWN_VERB: {
    exit: 3,
    summary: "An operation's name contains no known verb, so its views cannot be determined.",
  },
  SERVICE_DUPLICATE_ROUTE: {
    exit: 3,
    summary: "Two operations have the same path and method.",
    hint: "change the path or method of one of them; names of path parameters do not distinguish paths",
  },
  SERVICE_DUPLICATE_OPERATION: {
    exit: 3,
    summary: "Two operations have the same name.",
    hint: "rename one of the two",
  },
  SERVICE_INLINE_FIELDS: {
    exit: 0,
    summary: "A service document defines fields inline (§2.1.1).",
    hint: "move the schema to its own file and refer to it",
  },
  SERVICE_BODY_NOT_JSON: {
    exit: 0,
    summary: "A body in a service document is not JSON or has no schema, so it is left out.",
    hint: "all bodies are JSON (§4.2): give it a schema below content/application~1json",
  },
  SERVICE_PATH_MISMATCH: {
    exit: 0,
    summary: "The names in braces of a path are not those of its parameters.",
    hint: "give each name in braces a parameter with `in: path`",
  },
  SERVICE_NO_RESPONSE: {
    exit: 0,
    summary: "An operation has no responses, so nothing is known of what it answers.",
    hint: 'add "responses" with the schema of each response',
  },
  SERVICE_NO_CAPABILITY: {
    exit: 0,
    summary: "An operation is left out, because its types belong to no capability.",
    hint: "refer to the schema of a capability in its request or its response",
  },
  SERVICE_NO_PAYMENT: {
    exit: 3,
    summary: "No member of a request to complete a checkout is recognised as the payment.",
    hint: "name the member with --payment MEMBER; --payment none for a release without payments, or --only types,validators to generate no server",
  },
  SERVICE_ENDPOINT_UNUSED: {
    exit: 0,
    summary:
      "Two bindings of one service and transport have different endpoints; only one is called.",
    hint: "give both the same endpoint, or declare a separate service for the other one",
  },
});
