/** In: services. Out: the security schemes that their documents declare and that something asks for. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import type { ServiceModel } from "../../model/services/operation.js";

export function usedSchemes(services: readonly ServiceModel[]): JsonObject | undefined {
  const schemes = services.flatMap((service) => {
    const wanted = wantedBy(service);
    return Object.entries(declaredBy(service)).filter(([name]) => wanted.has(name));
  });
  return schemes.length === 0 ? undefined : Object.fromEntries(schemes);
}

function declaredBy({ rest }: ServiceModel): JsonObject {
  const schemes = objectAt(objectAt(rest?.document, "components"), "securitySchemes");
  return schemes ?? {};
}

function wantedBy({ rest, operations, webhooks }: ServiceModel): Set<string> {
  const general = rest?.document["security"];
  const requirements = [
    ...(Array.isArray(general) ? (general as readonly Json[]) : []),
    ...[...operations, ...webhooks].flatMap((each) => each.rest?.security ?? []),
  ];
  return new Set(requirements.flatMap((each) => Object.keys(each as JsonObject)));
}

function objectAt(value: JsonObject | undefined, name: string): JsonObject | undefined {
  const member = value?.[name];
  return isObject(member) ? member : undefined;
}
