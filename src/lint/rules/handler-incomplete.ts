import type { JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { locateSource, type Document } from "../../load/document.js";
import { didYouMean } from "../../text/nearest.js";
import type { Observation, OwnLintRule } from "../rule.js";

export const handlerIncomplete: OwnLintRule = {
  id: "handler-incomplete",
  severity: "error",
  summary: "A payment handler's schema lacks one of its three configurations (§2.1.3).",
  hint: "add the definition; one without members is an object that has none",
  explanation: {
    text: "A payment handler is configured in three places: in a business's profile, in a platform's profile, and in checkout responses. Its schema has a definition for each: business_config, platform_config and response_config. Without the definition, anything is accepted as that configuration, and nobody learns what belongs there.",
    source: "§2.1.3",
    wrong: {
      file: "payment_handler.json",
      at: "/$defs",
      json: {
        business_config: { type: "object", required: ["merchant"] },
        platform_config: { type: "object" },
      },
    },
    right: {
      file: "payment_handler.json",
      at: "/$defs",
      json: {
        business_config: { type: "object", required: ["merchant"] },
        platform_config: { type: "object" },
        response_config: { type: "object", required: ["merchant"] },
      },
    },
  },
  check: ({ own }) => own.flatMap(checkHandler),
};

const CONFIGS = ["business_config", "platform_config", "response_config"] as const;

function checkHandler(document: Document): Observation[] {
  const { root } = document;
  const defs = isObject(root) ? root["$defs"] : undefined;
  if (!isObject(root) || !isObject(defs) || describesPayload(root, Object.keys(defs))) return [];
  const missing = CONFIGS.filter((name) => !Object.hasOwn(defs, name));
  if (missing.length === CONFIGS.length) return [];
  const others = Object.keys(defs).filter((name) => !CONFIGS.some((config) => config === name));
  return missing.map((name) => ({
    message: `the payment handler's schema has no ${name}`,
    place: locateSource(document, "/$defs", "key"),
    hint: didYouMean(name, others),
  }));
}

/**
 * True for the schema of a capability or of a type, which may name the configuration in its profile likewise. A payment handler's
 * has definitions alone, and none for another capability.
 */
function describesPayload(root: JsonObject, defs: readonly string[]): boolean {
  const isSchema = ["type", "properties", "allOf", "$ref"].some((name) =>
    Object.hasOwn(root, name),
  );
  return isSchema || defs.some((name) => name.includes(".") && name !== root["name"]);
}
