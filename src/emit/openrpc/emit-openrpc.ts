/** Emit OpenRPC: the operations over MCP as methods, composed for the active set (§4.5). */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { Model } from "../../model/model.js";
import type { McpBinding, Operation, ServiceModel } from "../../model/services/operation.js";
import type { Emission, Emitter } from "../emitter.js";
import { optional, SchemaComponents } from "../schema/components.js";
import { documentInfo } from "../schema/document-info.js";
import { jsonText } from "../../text/json-text.js";

export const openrpc: Emitter = { name: "openrpc", needs: [], emit: emitOpenrpc };

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
      operation.mcp === undefined ? [] : [methodOf(operation, operation.mcp, schemas)],
    ),
  );
  return {
    openrpc: "1.3.2",
    info: documentInfo(first.mcp, first.name, model),
    servers: services.flatMap(({ name, mcp }) =>
      mcp?.endpoint === undefined ? [] : [{ name, url: mcp.endpoint }],
    ),
    methods,
    components: { schemas: schemas.finish() },
  };
}

function methodOf(
  { summary, description, tags, deprecated, response, outcome }: Operation,
  mcp: McpBinding,
  schemas: SchemaComponents,
): JsonObject {
  return {
    name: mcp.tool,
    ...optional("summary", summary),
    ...optional("description", description),
    ...(tags.length === 0 ? {} : { tags: tags.map((name) => ({ name })) }),
    ...(deprecated ? { deprecated } : {}),
    // §4.5: the params become a tool's arguments, which have names.
    paramStructure: "by-name",
    params: mcp.arguments.map(({ name, required, description: text, schema }) => ({
      name,
      ...optional("description", text),
      required,
      schema: schemas.schemaOf(schema),
    })),
    result: {
      name: mcp.resultKey,
      schema: schemas.anyOf(response === undefined ? [outcome] : [response, outcome]),
    },
    ...(mcp.errors.length === 0 ? {} : { errors: mcp.errors }),
  };
}
