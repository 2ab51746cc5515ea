/**
 * The OpenAPI 3.1 document of the active set. In: the model. Out: every operation over REST with
 * exactly the request and the responses that it has there, and examples of both.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Model } from "../../model/model.js";
import type { RestBinding, ServiceModel } from "../../model/services/operation.js";
import { optional } from "../schema/components.js";
import { documentInfo } from "../schema/document-info.js";
import { OpenapiParts } from "./openapi-parts.js";
import { usedSchemes } from "./security.js";

export function openapiDocument(model: Model): JsonObject | undefined {
  const services = model.services.filter(({ rest }) => rest !== undefined);
  const [first] = services;
  if (first === undefined) return undefined;
  const parts = new OpenapiParts(model);
  const shared = new Set(services.map(({ rest }) => rest?.endpoint)).size === 1;
  const paths = new Map<string, JsonObject>();
  const webhooks = new Map<string, JsonObject>();
  for (const service of services) {
    for (const operation of service.operations) {
      if (operation.rest === undefined) continue;
      const item = paths.get(operation.rest.path) ?? (shared ? {} : servers(service));
      const called = parts.operation(operation, operation.rest);
      paths.set(operation.rest.path, { ...item, [operation.rest.method]: called });
    }
    for (const webhook of service.webhooks)
      webhooks.set(webhook.name, {
        ...webhooks.get(webhook.name),
        [webhook.rest.method]: parts.operation(webhook, webhook.rest),
      });
  }
  const tags = usedTags(services);
  return {
    openapi: "3.1.0",
    info: documentInfo(first.rest, first.name, model),
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    ...(shared ? servers(first) : {}),
    // Without a word of it, anyone may call; linters want that said (§5.1).
    security: first.rest?.document["security"] ?? [{}],
    ...(tags.length === 0 ? {} : { tags }),
    paths: Object.fromEntries(paths),
    ...(webhooks.size === 0 ? {} : { webhooks: Object.fromEntries(webhooks) }),
    components: {
      ...parts.finish(),
      ...optional("securitySchemes", usedSchemes(services)),
    },
  };
}

/** The endpoint that the business publishes; its paths are appended to it (§2.1.1). */
function servers({ rest }: ServiceModel): JsonObject {
  return rest?.endpoint === undefined
    ? optional("servers", rest?.document["servers"])
    : { servers: [{ url: rest.endpoint, description: "The endpoint in the business's profile." }] };
}

/** The tags that something still has, as the documents describe them. */
function usedTags(services: readonly ServiceModel[]): Json[] {
  return services.flatMap(({ rest, operations, webhooks }) => {
    const used = new Set([...operations, ...webhooks].filter(hasRest).flatMap(({ tags }) => tags));
    const declared = rest?.document["tags"];
    return Array.isArray(declared)
      ? (declared as readonly Json[]).filter((tag) => used.has(String((tag as JsonObject)["name"])))
      : [];
  });
}

function hasRest({ rest }: { readonly rest: RestBinding | undefined }): boolean {
  return rest !== undefined;
}
