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
    hint: "correct the reference, or add what it names",
  },
  SERVICE_UNKNOWN_VERB: {
    exit: 3,
    summary: "An operation's name says nothing of what it does, so that its views are not known.",
  },
  SERVICE_DUPLICATE_ROUTE: {
    exit: 3,
    summary: "Two operations have one path and method.",
    hint: "give one of them another path or method; the names of path parameters tell no paths apart",
  },
  SERVICE_DUPLICATE_OPERATION: {
    exit: 3,
    summary: "Two operations have one name.",
    hint: "rename one of the two",
  },
  SERVICE_INLINE_FIELDS: {
    exit: 0,
    summary: "A service document enumerates fields inline (§2.1.1).",
    hint: "put the schema in a file of its own and refer to it",
  },
  SERVICE_NOT_JSON: {
    exit: 0,
    summary: "A body of a service document is not JSON, or has no schema: nothing is made of it.",
    hint: "all bodies are JSON (§4.2): give it a schema below content/application~1json",
  },
  SERVICE_ENDPOINT_UNUSED: {
    exit: 0,
    summary: "Two bindings of one service and transport have different endpoints: one is called.",
    hint: "give both one endpoint, or make a service of its own of what is elsewhere",
  },
});
