/** Binds a method of the embedded transport's document to the types of its parameters and its answer. */

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
import { isNamedByAuthor } from "../candidate-names.js";
import { EMBEDDED_MODULE } from "../module-path.js";
import type { Definition, Node } from "../node.js";
import { schemaAddresses, type ServiceContext } from "./payload-schemas.js";
import type { EmbeddedMethod } from "./operation.js";
import { argumentsNode } from "./tool-nodes.js";
import type { TypePlacement } from "./service-definitions.js";

interface BoundSchema {
  readonly schema: Definition;
  /** True where it has no name of its own. */
  readonly inline: boolean;
}

/** Resources have the view of a response, in messages of the host too. */
export function bindEmbedded(context: ServiceContext, source: SourceMethod): EmbeddedMethod {
  const { definitions, service, composition } = context;
  const { id, document, pointer, result } = source;
  const origin = { document, pointer };
  const name = pascalCase(id);
  const placementOf = (suffix: string): TypePlacement => ({
    ...origin,
    module: EMBEDDED_MODULE,
    // The last two distinguish methods whose names differ only in their dots.
    candidates: [
      `${name}${suffix}`,
      `${pascalCase(service.name)}${name}${suffix}`,
      `${name}${suffix}X${shortHash(`${service.name} ${id}`)}`,
    ].map(identifier),
    capability: undefined,
  });
  const bind = (part: SourceArgument | SourceResult): BoundSchema => {
    const [place] = schemaAddresses(part) as [SchemaAddress];
    const { shape, address } = composition.composeServiceSchema(place, RESPONSE);
    const isOwn = address.document === part.document && !isNamedByAuthor(address.pointer);
    return { schema: definitions.define(place, RESPONSE), inline: isOwn && shape === undefined };
  };
  const synthesised = (suffix: string, node: () => Node): Definition =>
    definitions.synthesise(`embedded:${service.name}/${id}/${suffix}`, placementOf(suffix), node);
  const members = source.arguments.map((argument) => ({ ...argument, ...bind(argument) }));
  const answer = result && bind(result);
  return {
    id,
    service: service.name,
    text: source,
    params: synthesised("Params", () => argumentsNode(origin, members)),
    result:
      answer?.inline === true ? synthesised("Result", () => answer.schema.node) : answer?.schema,
  };
}
