/** In: a method of the embedded transport's document. Out: its parameters and its answer, with types. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { RESPONSE } from "../../compose/view.js";
import type {
  SourceArgument,
  SourceMethod,
  SourceResult,
} from "../../load/services/service-document.js";
import { identifier } from "../../text/identifier.js";
import { shortHash } from "../../text/path-segment.js";
import { pascalCase } from "../../text/words.js";
import { isDefinition } from "../home.js";
import type { Definition, Node } from "../node.js";
import { placed, type Workbench } from "./candidates.js";
import type { EmbeddedMethod } from "./operation.js";
import { argumentsNode } from "./tool-types.js";
import type { TypeRole } from "./type-roles.js";

/** Where the types of embedded messages are. */
export const EMBEDDED_MODULE = "embedded";

interface Defined {
  readonly schema: Definition;
  /** It has no name of its own. */
  readonly inline: boolean;
}

/** Resources are as the business gives them, whoever sends the message. */
export function bindEmbedded(bench: Workbench, source: SourceMethod): EmbeddedMethod {
  const { roles, service, composition } = bench;
  const { id, document, pointer, result } = source;
  const origin = { document, pointer };
  const name = pascalCase(id);
  const roleOf = (suffix: string): TypeRole => ({
    ...origin,
    module: EMBEDDED_MODULE,
    // Names of methods that differ in their dots alone are told apart by these.
    candidates: [
      `${name}${suffix}`,
      `${pascalCase(service.name)}${name}${suffix}`,
      `${name}${suffix}X${shortHash(`${service.name} ${id}`)}`,
    ].map(identifier),
    capability: undefined,
  });
  const definedAt = (part: SourceArgument | SourceResult): Defined => {
    const [place] = placed(part) as [SchemaAddress];
    const { shape, address } = composition.serviceSchema(place, RESPONSE);
    const isOwn = address.document === part.document && !isDefinition(address.pointer);
    return { schema: roles.define(place, RESPONSE), inline: isOwn && shape === undefined };
  };
  const synthesised = (suffix: string, node: () => Node): Definition =>
    roles.synthesise(`embedded:${service.name}/${id}/${suffix}`, roleOf(suffix), node);
  const members = source.arguments.map((argument) => ({ ...argument, ...definedAt(argument) }));
  const answer = result && definedAt(result);
  return {
    id,
    service: service.name,
    text: source,
    params: synthesised("Params", () => argumentsNode(origin, members)),
    result:
      answer?.inline === true ? synthesised("Result", () => answer.schema.node) : answer?.schema,
  };
}
