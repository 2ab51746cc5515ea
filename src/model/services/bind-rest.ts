/** In: an operation of an OpenAPI document, and its views. Out: how it is called over REST, with types. */

import { alternativesOf } from "../../compose/service-schemas.js";
import type {
  SourceParameter,
  SourceResponse,
  SourceRestOperation,
} from "../../load/services/service-document.js";
import { pascalCase } from "../../text/words.js";
import type { Definition } from "../node.js";
import { placed, type Workbench } from "./candidates.js";
import type { OperationViews, Parameter, RestBinding, RestResponse } from "./operation.js";
import { identifier, type Identifier } from "../../text/identifier.js";

/** @param resource what the operation is about; the response that has it is the successful one */
export function bindRest(
  bench: Workbench,
  source: SourceRestOperation,
  views: OperationViews,
  resource: Definition | undefined,
): RestBinding {
  const name = pascalCase(source.id);
  const { roles, composition } = bench;

  function parameter(source: SourceParameter, view: keyof OperationViews): Parameter {
    const [place] = placed(source);
    return {
      ...source,
      schema: place && roles.define(place, views[view]),
    };
  }

  function response(source: SourceResponse): RestResponse {
    const { schema: _, headers, ...rest } = source;
    const alternatives = placed(source).flatMap((place) =>
      alternativesOf(composition.sources, place),
    );
    return {
      ...rest,
      headers: headers.map((header) => parameter(header, "response")),
      alternatives: [
        ...new Set(
          alternatives.map((address) =>
            roles.define(address, views.response, [responseName(name, rest.status)]),
          ),
        ),
      ],
    };
  }

  const responses = source.responses.map(response);
  return {
    text: source,
    method: source.method,
    path: source.path ?? "",
    parameters: source.parameters.map((each) => parameter(each, "request")),
    body: source.body && {
      required: source.body.required,
      description: source.body.description,
      schema: roles.define(
        { document: source.body.document, pointer: source.body.schema },
        views.request,
        [identifier(`${name}Request`)],
      ),
      mediaType: source.body.mediaType,
      document: source.body.document,
      pointer: source.body.pointer,
    },
    responses,
    success: successOf(responses, resource),
    security: source.security,
  };
}

function responseName(operation: Identifier, status: string): Identifier {
  return identifier(
    status.startsWith("2") ? `${operation}Response` : `${operation}${pascalCase(status)}`,
  );
}

/** `2XX` stands for its first. */
function successOf(responses: readonly RestResponse[], resource: Definition | undefined): number {
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  const bearing = successes.find(
    ({ alternatives }) => resource !== undefined && alternatives.includes(resource),
  );
  const status = (bearing ?? successes[0])?.status ?? "200";
  return Number(status.replace(/X/gi, "0"));
}
