/**
 * The OpenAPI 3.1 document of the active set. In: the model. Out: every operation over REST with
 * exactly the request and the responses that it has there, and examples of both.
 */

import { equalJson, type Json, type JsonObject } from "@proto-gen/runtime/json";
import type { Model } from "../../model/model.js";
import type {
  Operation,
  RestBinding,
  ServiceModel,
  Webhook,
} from "../../model/services/operation.js";
import { optional } from "../schema/components.js";
import { documentInfo } from "../schema/document-info.js";
import { OpenapiParts } from "./openapi-parts.js";
import { securityOf, type Security } from "./security.js";

export function openapiDocument(model: Model): JsonObject | undefined {
  const services = model.services.filter(({ rest }) => rest !== undefined);
  const [first] = services;
  if (first === undefined) return undefined;
  const parts = new OpenapiParts(model);
  const security = securityOf(services);
  const paths = new Map<string, JsonObject>();
  const webhooks = new Map<string, JsonObject>();
  for (const service of services) {
    const apart = serviceApart(service, first, security);
    const called = (call: Operation | Webhook, rest: RestBinding): JsonObject => ({
      ...parts.operation(call, rest),
      ...optional("security", (security.own(service, rest) ?? apart["security"]) as Json),
    });
    for (const operation of service.operations) {
      const { rest } = operation;
      if (rest === undefined) continue;
      const { security: _, ...place } = apart;
      const item = { ...called(operation, rest), ...place };
      paths.set(rest.path, { ...paths.get(rest.path), [rest.method]: item });
    }
    for (const webhook of service.webhooks)
      webhooks.set(webhook.name, {
        ...webhooks.get(webhook.name),
        [webhook.rest.method]: called(webhook, webhook.rest),
      });
  }
  const tags = usedTags(services);
  return {
    openapi: "3.1.0",
    info: documentInfo(first.rest, first.name, model),
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    ...optional("externalDocs", first.rest?.document["externalDocs"]),
    ...servers(first),
    security: security.general(first),
    ...(tags.length === 0 ? {} : { tags }),
    paths: Object.fromEntries(paths),
    ...(webhooks.size === 0 ? {} : { webhooks: Object.fromEntries(webhooks) }),
    components: {
      ...parts.finish(),
      ...optional("securitySchemes", security.schemes),
    },
  };
}

/** What an operation of a service says itself, since the document says it of its first service. */
function serviceApart(service: ServiceModel, first: ServiceModel, security: Security): JsonObject {
  const isElsewhere = service.rest?.endpoint !== first.rest?.endpoint;
  const general = security.general(service);
  return {
    ...(isElsewhere ? servers(service) : {}),
    ...(equalJson(general, security.general(first)) ? {} : { security: general }),
  };
}

/** The endpoint that the business publishes; its paths are appended to it (§2.1.1). */
function servers({ rest }: ServiceModel): JsonObject {
  return rest?.endpoint === undefined
    ? optional("servers", rest?.document["servers"])
    : { servers: [{ url: rest.endpoint, description: "The endpoint in the business's profile." }] };
}

/** The tags that something still has, as the first document that has them describes them. */
function usedTags(services: readonly ServiceModel[]): Json[] {
  const tags = new Map<string, Json>();
  for (const { rest, operations, webhooks } of services) {
    const used = new Set(
      [...operations, ...webhooks].flatMap((each) => each.rest?.text.tags ?? []),
    );
    const declared = rest?.document["tags"];
    for (const tag of Array.isArray(declared) ? (declared as readonly JsonObject[]) : []) {
      const name = String(tag["name"]);
      if (used.has(name) && !tags.has(name)) tags.set(name, tag);
    }
  }
  return [...tags.values()];
}
