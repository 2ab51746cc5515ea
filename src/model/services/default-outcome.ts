/**
 * The error envelope of operations whose document names none: the envelope that another operation names, else a
 * schema that requires no more than §7 does.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { collectAlternatives, responseSchemas } from "../../compose/service-schemas.js";
import { isObject } from "../../json-schema/keywords.js";
import type { Sources } from "../../load/sources.js";
import type { Vocabulary } from "@proto-gen/runtime/codegen/generator";

export const DEFAULT_OUTCOME = "proto-gen:error-envelope";

export function buildDefaultOutcome({ name }: Vocabulary): JsonObject {
  const text = { type: "string" };
  const message = {
    type: "object",
    required: ["type", "content"],
    properties: { type: text, code: text, content: text, path: text, severity: text },
  };
  return {
    $id: DEFAULT_OUTCOME,
    description: "A business outcome without a resource, and where the buyer can go on (§7).",
    type: "object",
    required: [name, "messages"],
    properties: {
      [name]: {
        type: "object",
        required: ["version", "status"],
        properties: { version: text, status: { const: "error" } },
      },
      messages: { type: "array", items: message },
      continue_url: { type: "string", format: "uri" },
    },
  };
}

export function findDeclaredOutcome(sources: Sources): SchemaAddress | undefined {
  const { name } = sources.profile.vocabulary;
  return sources.services
    .flatMap(responseSchemas)
    .flatMap((place) => collectAlternatives(sources, place))
    .find(({ document, pointer }) => {
      const schema = sources.schemas.locate(document, pointer)?.schema;
      return isObject(schema) && isEnvelope(schema, name);
    });
}

/** True where it requires the envelope's members and no others: a resource may have messages, too, but requires more. */
function isEnvelope({ required }: JsonObject, name: string): boolean {
  const names = Array.isArray(required) ? [...(required as readonly unknown[])].sort() : [];
  return names.join() === ["messages", name].sort().join();
}
