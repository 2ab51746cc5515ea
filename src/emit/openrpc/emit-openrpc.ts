/** Emit OpenRPC: the operations over MCP as methods, composed for the active set (§4.5). */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { Model } from "../../model/model.js";
import {
  jsonText,
  type Emission,
  type McpBinding,
  type Operation,
  type ServiceModel,
} from "../v1.js";
import type { BuiltInEmitter } from "../emitter.js";
import { optional, SchemaComponents } from "../schema/components.js";
import { documentInfo } from "../schema/document-info.js";

export const openrpc: BuiltInEmitter = { name: "openrpc", needs: [], emit: emitOpenrpc };

function emitOpenrpc(model: Model): Emission[] {
  const services = model.services.filter(({ mcp }) => mcp !== undefined);
  const [first] = services;
  return first === undefined
    ? []
    : [{ path: "openrpc.json", content: jsonText(openrpcDocument(model, services, first)) }];
}

function openrpcDocument(
  model: Model,
  services: readonly ServiceModel[],
  first: ServiceModel,
): JsonObject {
  const schemas = new SchemaComponents(model);
  const methods = services.flatMap((service) =>
    service.operations.flatMap((operation) =>
      operation.mcp === undefined ? [] : [printMethod(operation, operation.mcp, schemas)],
    ),
  );
  return {
    openrpc: "1.3.2",
    info: documentInfo(first.mcp, first.name, model),
    ...serversOf(services, first),
    methods,
    components: { schemas: schemas.finish() },
  };
}

/** The endpoints that the business publishes; without any, the servers of the document (§2.1.1). */
function serversOf(services: readonly ServiceModel[], first: ServiceModel): JsonObject {
  const servers = services.flatMap(({ name, mcp }) =>
    mcp?.endpoint === undefined ? [] : [{ name, url: mcp.endpoint }],
  );
  return servers.length === 0 ? optional("servers", first.mcp?.document["servers"]) : { servers };
}

function printMethod(operation: Operation, mcp: McpBinding, schemas: SchemaComponents): JsonObject {
  const { text } = mcp;
  const tags = text.tags.length === 0 ? operation.tags : text.tags;
  return {
    name: mcp.tool,
    ...optional("summary", text.summary ?? operation.summary),
    ...optional("description", text.description ?? operation.description),
    ...(tags.length === 0 ? {} : { tags: tags.map((name) => ({ name })) }),
    ...(text.deprecated ? { deprecated: true } : {}),
    // §4.5: the params become a tool's arguments, which have names.
    paramStructure: "by-name",
    params: mcp.arguments.map(({ name, required, description, deprecated, schema }) => ({
      name,
      ...optional("description", description),
      required,
      ...(deprecated ? { deprecated } : {}),
      schema: schemas.schemaOf(schema),
    })),
    result: {
      name: mcp.resultKey,
      ...optional("description", mcp.resultDescription),
      schema: schemas.anyOf(
        operation.response === undefined
          ? [operation.outcome]
          : [operation.response, operation.outcome],
      ),
    },
    ...(mcp.errors.length === 0 ? {} : { errors: mcp.errors }),
    ...text.more,
  };
}
