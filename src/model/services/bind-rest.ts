/** Binds an operation of an OpenAPI document to its types: how it is called over REST. */

import { collectAlternatives } from "../../compose/service-schemas.js";
import type {
  SourceParameter,
  SourceResponse,
  SourceRestOperation,
} from "../../load/services/service-document.js";
import { pascalCase } from "../../text/words.js";
import type { View } from "../../compose/view.js";
import type { Definition } from "../node.js";
import { schemaAddresses, type ServiceContext } from "./payload-schemas.js";
import type { OperationViews, Parameter, RestBinding, RestResponse } from "./operation.js";
import { identifier, type Identifier } from "../../text/identifier.js";

export function bindRest(
  context: ServiceContext,
  source: SourceRestOperation,
  { views, resource }: PayloadTypes,
): RestBinding {
  const { body } = source;
  const responses = source.responses.map((each) => bindResponse(context, each, { source, views }));
  return {
    text: source,
    method: source.method,
    path: source.path ?? "",
    parameters: source.parameters.map((each) => bindParameter(context, each, views.request)),
    body: body && {
      required: body.required,
      description: body.description,
      schema: context.definitions.define(
        { document: body.document, pointer: body.schema },
        views.request,
        [identifier(`${pascalCase(source.id)}Request`)],
      ),
      mediaType: body.mediaType,
      document: body.document,
      pointer: body.pointer,
    },
    responses,
    success: successStatus(responses, resource),
    security: source.security,
  };
}

export interface PayloadTypes {
  readonly views: OperationViews;
  /** The operation's resource: the response that has it is the successful one. */
  readonly resource: Definition | undefined;
}

function bindParameter(
  { definitions }: ServiceContext,
  source: SourceParameter,
  view: View,
): Parameter {
  const [place] = schemaAddresses(source);
  return { ...source, schema: place && definitions.define(place, view) };
}

function bindResponse(
  context: ServiceContext,
  response: SourceResponse,
  { source, views }: { readonly source: SourceRestOperation; readonly views: OperationViews },
): RestResponse {
  const { schema: _, headers, ...rest } = response;
  const name = responseName(pascalCase(source.id), rest.status);
  const bound = headers.map((header) => bindParameter(context, header, views.response));
  const alternatives = schemaAddresses(response)
    .flatMap((place) => collectAlternatives(context.composition.sources, place))
    .map((address) => context.definitions.define(address, views.response, [name]));
  return {
    ...rest,
    headers: bound,
    alternatives: [...new Set(alternatives)],
  };
}

function responseName(operation: Identifier, status: string): Identifier {
  return identifier(
    status.startsWith("2") ? `${operation}Response` : `${operation}${pascalCase(status)}`,
  );
}

/** The status of a successful operation; `2XX` stands for 200. */
function successStatus(
  responses: readonly RestResponse[],
  resource: Definition | undefined,
): number {
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  const bearing = successes.find(
    ({ alternatives }) => resource !== undefined && alternatives.includes(resource),
  );
  const status = (bearing ?? successes[0])?.status ?? "200";
  return Number(status.replace(/X/gi, "0"));
}
