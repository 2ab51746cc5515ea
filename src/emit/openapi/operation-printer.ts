/**
 * Prints operations as OpenAPI. Parameters, headers, responses and examples that operations share become components,
 * under the names that they have in the service document.
 */

import { equalJson, joinPointer, type JsonObject } from "@proto-gen/runtime/json";
import {
  createInstance,
  type Definition,
  type Operation,
  type Parameter,
  type RestBinding,
  type RestResponse,
  type Webhook,
} from "../v1.js";
import type { Model } from "../../model/model.js";
import { optional, SchemaComponents } from "../schema/components.js";

type Section = "parameters" | "headers" | "responses" | "examples";

/** OpenAPI 3.1 §4.8.7. */
const COMPONENT_NAME = /^[A-Za-z0-9._-]+$/;

const SECTIONS: readonly Section[] = ["parameters", "headers", "responses", "examples"];

export class OperationPrinter {
  readonly #schemas: SchemaComponents;
  readonly #model: Model;
  readonly #components = new Map<Section, Map<string, JsonObject>>();
  /** References to examples by the name of their type; undefined where a type has no example. */
  readonly #examples = new Map<string, JsonObject | undefined>();

  constructor(model: Model) {
    this.#model = model;
    this.#schemas = new SchemaComponents(model);
  }

  operation(
    { id, summary, description }: Operation | Webhook,
    { text, parameters, body, responses }: RestBinding,
  ): JsonObject {
    return {
      operationId: id,
      ...optional("summary", text.summary ?? summary),
      ...optional("description", text.description ?? description),
      ...(text.tags.length === 0 ? {} : { tags: text.tags }),
      ...(text.deprecated ? { deprecated: true } : {}),
      ...(parameters.length === 0
        ? {}
        : { parameters: parameters.map((each) => this.#parameter(each)) }),
      ...(body === undefined
        ? {}
        : {
            requestBody: {
              ...optional("description", body.description),
              required: body.required,
              content: this.#content(body.mediaType, [body.schema], { sent: true }),
            },
          }),
      responses: Object.fromEntries(
        responses.map((response) => [response.status, this.#response(response)]),
      ),
      ...text.more,
    };
  }

  /** The members of `components`, empty ones left out. */
  components(): JsonObject {
    const sections = SECTIONS.flatMap((section) => {
      const entries = this.#components.get(section);
      return entries === undefined ? [] : [[section, sortByName(entries)] as const];
    });
    return { schemas: this.#schemas.finish(), ...Object.fromEntries(sections) };
  }

  #parameter(parameter: Parameter): JsonObject {
    const { name, in: place, required } = parameter;
    const printed = { name, in: place, required, ...this.#parameterMembers(parameter) };
    return this.#component("parameters", parameter.component, printed);
  }

  #header(header: Parameter): JsonObject {
    const printed = { required: header.required, ...this.#parameterMembers(header) };
    return this.#component("headers", header.component, printed);
  }

  #parameterMembers({
    description,
    deprecated,
    writing,
    mediaType,
    schema,
  }: Parameter): JsonObject {
    const printed = { schema: schema === undefined ? {} : this.#schemas.schemaOf(schema) };
    return {
      ...optional("description", description),
      ...(deprecated ? { deprecated } : {}),
      ...writing,
      ...(mediaType === undefined ? printed : { content: { [mediaType]: printed } }),
    };
  }

  #response({
    description,
    headers,
    alternatives,
    mediaType,
    component,
  }: RestResponse): JsonObject {
    const named = headers.map((header) => [header.name, this.#header(header)]);
    return this.#component("responses", component, {
      description,
      ...(named.length === 0 ? {} : { headers: Object.fromEntries(named) }),
      ...(mediaType === undefined ? {} : { content: this.#content(mediaType, alternatives) }),
    });
  }

  #content(
    mediaType: string,
    definitions: readonly Definition[],
    { sent = false }: { readonly sent?: boolean } = {},
  ): JsonObject {
    const examples = definitions.flatMap((definition) => this.#example(definition, !sent));
    return {
      [mediaType]: {
        schema: this.#schemas.anyOf(definitions),
        ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }),
      },
    };
  }

  /** An example of a named type is one component, however often the type is used. */
  #example(definition: Definition, readOnly: boolean): [string, JsonObject][] {
    if (!this.#model.hasType(definition)) return [];
    const name = this.#schemas.nameOf(definition);
    if (!this.#examples.has(name)) {
      const { node } = this.#model.typeOf(definition).definition;
      const value = createInstance(node, { readOnly });
      this.#examples.set(
        name,
        value === undefined ? undefined : this.#component("examples", name, { value }),
      );
    }
    const reference = this.#examples.get(name);
    return reference === undefined ? [] : [[name, reference]];
  }

  /** A reference to a component; the part itself where it has no valid name, or another part has that name. */
  #component(section: Section, name: string | undefined, part: JsonObject): JsonObject {
    if (name === undefined || !COMPONENT_NAME.test(name)) return part;
    const entries = this.#components.get(section) ?? new Map<string, JsonObject>();
    this.#components.set(section, entries);
    const known = entries.get(name);
    if (known !== undefined && !equalJson(known, part)) return part;
    entries.set(name, part);
    return { $ref: `#${joinPointer("/components", section, name)}` };
  }
}

function sortByName(entries: ReadonlyMap<string, JsonObject>): JsonObject {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
}
