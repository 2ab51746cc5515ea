/**
 * The OpenAPI 3.1 document of the active set: every operation over REST with exactly the request and the responses
 * that it has with these capabilities, and examples of both.
 */

import { equalJson, type Json, type JsonObject } from "@proto-gen/runtime/json";
import type { Model } from "../../model/model.js";
import type { Operation, RestBinding, ServiceModel, Webhook } from "../v1.js";
import { optional } from "../schema/components.js";
import { documentInfo } from "../schema/document-info.js";
import { OperationPrinter } from "./operation-printer.js";
import { collectSecurity, type Security } from "./security.js";

export function openapiDocument(model: Model): JsonObject | undefined {
  const services = model.services.filter(({ rest }) => rest !== undefined);
  const [first] = services;
  if (first === undefined) return undefined;
  const context: DocumentContext = {
    first,
    printer: new OperationPrinter(model),
    security: collectSecurity(services),
  };
  const { printer, security } = context;
  const { paths, webhooks } = printCalls(services, context);
  const tags = usedTags(services);
  return {
    openapi: "3.1.0",
    info: documentInfo(first.rest, first.name, model),
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    ...optional("externalDocs", first.rest?.document["externalDocs"]),
    ...servers(first),
    security: security.ofService(first),
    ...(tags.length === 0 ? {} : { tags }),
    paths: Object.fromEntries(paths),
    ...(webhooks.size === 0 ? {} : { webhooks: Object.fromEntries(webhooks) }),
    components: {
      ...printer.components(),
      ...optional("securitySchemes", security.schemes),
    },
  };
}

interface DocumentContext {
  /** The service whose servers and security stand at the top of the document. */
  readonly first: ServiceModel;
  readonly printer: OperationPrinter;
  readonly security: Security;
}

interface PrintedCalls {
  readonly paths: ReadonlyMap<string, JsonObject>;
  readonly webhooks: ReadonlyMap<string, JsonObject>;
}

function printCalls(services: readonly ServiceModel[], context: DocumentContext): PrintedCalls {
  const paths = new Map<string, JsonObject>();
  const webhooks = new Map<string, JsonObject>();
  for (const service of services) {
    for (const operation of service.operations) {
      const { rest } = operation;
      if (rest === undefined) continue;
      const item = {
        ...printCall(operation, rest, { service, ...context }),
        ...ownServers(service, context),
      };
      paths.set(rest.path, { ...paths.get(rest.path), [rest.method]: item });
    }
    for (const webhook of service.webhooks) {
      const { name, rest } = webhook;
      const item = printCall(webhook, rest, { service, ...context });
      webhooks.set(name, { ...webhooks.get(name), [rest.method]: item });
    }
  }
  return { paths, webhooks };
}

function printCall(
  call: Operation | Webhook,
  rest: RestBinding,
  { service, first, printer, security }: DocumentContext & { readonly service: ServiceModel },
): JsonObject {
  const general = security.ofService(service);
  const differs = !equalJson(general, security.ofService(first));
  const own = security.ofOperation(service, rest) ?? (differs ? general : undefined);
  return { ...printer.operation(call, rest), ...optional("security", own as Json | undefined) };
}

/** An operation names its servers where they are not those at the top of the document. */
function ownServers(service: ServiceModel, { first }: DocumentContext): JsonObject {
  return service.rest?.endpoint === first.rest?.endpoint ? {} : servers(service);
}

/** The endpoint that the business publishes; its paths are appended to it (§2.1.1). */
function servers({ rest }: ServiceModel): JsonObject {
  return rest?.endpoint === undefined
    ? optional("servers", rest?.document["servers"])
    : { servers: [{ url: rest.endpoint, description: "The endpoint in the business's profile." }] };
}

/** The tags that operations still have, each described by the first document that declares it. */
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
