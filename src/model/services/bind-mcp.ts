/** Binds a method of an OpenRPC document to the types of its tool (§4.5). */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { SourceArgument, SourceMethod } from "../../load/services/service-document.js";
import { pascalCase } from "../../text/words.js";
import type { View } from "../../compose/view.js";
import { TOOLS_MODULE } from "../module-path.js";
import type { Definition, Node } from "../node.js";
import { isNamedByAuthor } from "../candidate-names.js";
import { schemaAddresses, type ServiceContext } from "./payload-schemas.js";
import { ID, type McpBinding, type OperationViews } from "./operation.js";
import {
  argumentsNode,
  collectDeclarations,
  nodeWithout,
  outputNode,
  type SynthesisedMember,
} from "./tool-nodes.js";
import type { TypePlacement } from "./service-definitions.js";
import { identifier, type Identifier } from "../../text/identifier.js";

/** The argument with the call's metadata, such as the caller's identity. */
export const META = "meta";
const IDEMPOTENCY_KEY = "idempotency-key";

/** The operation's types, as far as they do not depend on the transport. */
export interface OperationTypes {
  readonly views: OperationViews;
  readonly response: Definition | undefined;
  readonly outcome: Definition;
  /** The arguments that name the resource. */
  readonly identifiers: readonly string[];
}

export function bindMcp(
  context: ServiceContext,
  source: SourceMethod,
  types: OperationTypes,
): McpBinding {
  const tool = new ToolTypes(context, source);
  const members = source.arguments.map((each) => tool.bindArgument(each, types.views.request));
  const resultKey = source.result?.name ?? "result";
  const payload = members.find(({ isPayload }) => isPayload)?.name;
  const others = members.filter(
    (each) => each.name !== META && !types.identifiers.includes(each.name) && !takesKey(each),
  );
  return {
    text: source,
    tool: source.id,
    arguments: members.map(({ inline: _, isPayload: __, ...argument }) => argument),
    payload,
    members: payload === undefined ? others.map(({ name }) => name) : [],
    resultKey,
    resultDescription: source.result?.description,
    input: tool.synthesiseArguments(members),
    output: tool.synthesiseOutput(resultKey, types),
    idempotencyKey: {
      required: members.some(requiresKey),
      in: members.filter(takesKey).map(({ name }) => name),
    },
    errors: source.errors,
  };
}

interface BoundArgument extends Omit<SourceArgument, "schema">, SynthesisedMember {
  /** True for the argument that holds the request's payload. */
  readonly isPayload: boolean;
}

/** The types of one tool that no document holds. */
class ToolTypes {
  readonly #context: ServiceContext;
  readonly #source: SourceMethod;
  readonly #name: Identifier;
  readonly #origin: SchemaAddress;

  constructor(context: ServiceContext, source: SourceMethod) {
    this.#context = context;
    this.#source = source;
    this.#name = pascalCase(source.id);
    this.#origin = { document: source.document, pointer: source.pointer };
  }

  bindArgument(argument: SourceArgument, view: View): BoundArgument {
    const { composition, definitions } = this.#context;
    const [place] = schemaAddresses(argument) as [SchemaAddress];
    const { shape, address } = composition.composeServiceSchema(place, view);
    const schema = definitions.define(place, view);
    const isPayload = shape !== undefined;
    const isInline = address.document === argument.document && !isNamedByAuthor(address.pointer);
    return {
      ...argument,
      schema: isPayload ? this.#withoutId(schema) : schema,
      inline: isInline && !isPayload,
      isPayload,
    };
  }

  synthesiseArguments(members: readonly BoundArgument[]): Definition {
    return this.#synthesise("arguments", [identifier(`${this.#name}Arguments`)], () =>
      argumentsNode(this.#origin, members),
    );
  }

  synthesiseOutput(resultKey: string, { response, outcome }: OperationTypes): Definition {
    const resource: SynthesisedMember | undefined = response && {
      name: resultKey,
      required: true,
      description: undefined,
      schema: response,
      inline: false,
    };
    const { toolResult: shape } = this.#context.composition.sources.profile.facts;
    const names = [`${pascalCase(resultKey)}Result`, `${this.#name}Result`].map(identifier);
    // Tools with the same output share its type.
    return this.#context.definitions.synthesise(
      `tool:${this.#context.service.name}/result/${resultKey} ${response?.key} ${outcome.key}`,
      this.#placement(names),
      () => outputNode(this.#origin, { resource, outcome, shape }),
    );
  }

  /** §4.5: where the tool has an `id` argument, the payload has no `id`. */
  #withoutId(payload: Definition): Definition {
    if (!this.#source.arguments.some(({ name }) => name === ID)) return payload;
    return this.#synthesise("payload", [identifier(`${this.#name}Payload`)], () =>
      nodeWithout(payload, ID, this.#origin),
    );
  }

  #synthesise(part: string, names: readonly Identifier[], node: () => Node): Definition {
    const key = `tool:${this.#context.service.name}/${this.#source.id}/${part}`;
    return this.#context.definitions.synthesise(key, this.#placement(names), node);
  }

  #placement(names: readonly Identifier[]): TypePlacement {
    const service = pascalCase(this.#context.service.name);
    return {
      ...this.#origin,
      module: TOOLS_MODULE,
      candidates: [...names, identifier(`${service}${names.at(-1)}`)],
      capability: undefined,
    };
  }
}

/** True where the argument has the idempotency key: in `meta` (§4.5), or as an argument of its own. */
function takesKey({ name, schema }: SynthesisedMember): boolean {
  return name === META
    ? collectDeclarations(schema.node, IDEMPOTENCY_KEY).length > 0
    : name.replaceAll("_", "-") === IDEMPOTENCY_KEY;
}

function requiresKey(member: SynthesisedMember): boolean {
  if (!takesKey(member)) return false;
  if (member.name !== META) return member.required;
  return collectDeclarations(member.schema.node, IDEMPOTENCY_KEY).some(({ required }) => required);
}
