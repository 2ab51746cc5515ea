/** In: a method of an OpenRPC document, and what the operation gives. Out: the tool, with types (§4.5). */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { SourceMethod } from "../../load/services/service-document.js";
import { pascalCase } from "../../text/words.js";
import type { Definition } from "../node.js";
import { isDefinition } from "../home.js";
import { placed, type Workbench } from "./candidates.js";
import type { McpBinding, OperationViews } from "./operation.js";
import {
  argumentsNode,
  memberOf,
  nodeWithout,
  outputNode,
  type BuiltMember,
} from "./tool-types.js";
import type { TypeRole } from "./type-roles.js";
import { identifier, type Identifier } from "../../text/identifier.js";

/** The argument that names an existing resource. */
const ID = "id";
/** The argument that says who calls. */
export const META = "meta";
const IDEMPOTENCY_KEY = "idempotency-key";
/** Where the types of tools are. */
export const TOOLS_MODULE = "mcp-tools";

export interface ToolContext {
  readonly views: OperationViews;
  readonly response: Definition | undefined;
  readonly outcome: Definition;
}

export function bindMcp(bench: Workbench, source: SourceMethod, context: ToolContext): McpBinding {
  const { roles, service } = bench;
  const { document } = source;
  const tool = pascalCase(source.id);
  const roleOf = (...names: [Identifier, ...Identifier[]]): TypeRole => ({
    document,
    pointer: source.pointer,
    module: TOOLS_MODULE,
    candidates: [...names, identifier(`${pascalCase(service.name)}${names.at(-1)}`)],
    capability: undefined,
  });
  const origin = { document, pointer: source.pointer };
  const keyOf = (part: string): string => `tool:${service.name}/${source.id}/${part}`;
  const hasId = source.arguments.some(({ name }) => name === ID);

  const members = source.arguments.map((argument) => {
    const [place] = placed(argument) as [SchemaAddress];
    const { shape, address } = bench.composition.serviceSchema(place, context.views.request);
    const schema = roles.define(place, context.views.request);
    const isPayload = shape !== undefined;
    const payload =
      isPayload && hasId
        ? roles.synthesise(keyOf("payload"), roleOf(identifier(`${tool}Payload`)), () =>
            nodeWithout(schema, ID, origin),
          )
        : schema;
    const inline =
      address.document === argument.document && !isDefinition(address.pointer) && !isPayload;
    return { ...argument, schema: payload, inline, isPayload };
  });
  const resultKey = source.result?.name ?? "result";
  const { response, outcome } = context;
  const resource: BuiltMember | undefined = response && {
    name: resultKey,
    required: true,
    description: undefined,
    schema: response,
    inline: false,
  };
  return {
    text: source,
    tool: source.id,
    arguments: members.map(({ inline: _, isPayload: __, ...argument }) => argument),
    payload: members.find(({ isPayload }) => isPayload)?.name,
    resultKey,
    resultDescription: source.result?.description,
    input: roles.synthesise(keyOf("arguments"), roleOf(identifier(`${tool}Arguments`)), () =>
      argumentsNode(origin, members),
    ),
    // Tools that give the same share its type.
    output: roles.synthesise(
      `tool:${service.name}/result/${resultKey} ${response?.key} ${outcome.key}`,
      roleOf(identifier(`${pascalCase(resultKey)}Result`), identifier(`${tool}Result`)),
      () => outputNode(origin, resource, outcome),
    ),
    idempotencyKey: {
      required: members.some(needsKey),
      in: members.filter(takesKey).map(({ name }) => name),
    },
    errors: source.errors,
  };
}

/** In `meta` (§4.5), or as an argument of its own. */
function takesKey({ name, schema }: BuiltMember): boolean {
  return name === META
    ? memberOf(schema.node, IDEMPOTENCY_KEY).length > 0
    : name.replaceAll("_", "-") === IDEMPOTENCY_KEY;
}

function needsKey(member: BuiltMember): boolean {
  if (!takesKey(member)) return false;
  if (member.name !== META) return member.required;
  return memberOf(member.schema.node, IDEMPOTENCY_KEY).some(({ required }) => required);
}
