/**
 * The error envelope of a release whose service documents name none: what §7 says of it, and no more. In:
 * the protocol's vocabulary. Out: a schema.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { Vocabulary } from "../../vocabulary.js";

export const DEFAULT_OUTCOME = "proto-gen:error-envelope";

export function defaultOutcome({ name }: Vocabulary): JsonObject {
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
