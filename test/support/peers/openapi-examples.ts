/**
 * Every example of an OpenAPI document against its schema, with ajv and its formats. In: the
 * document. Out: how many there are, what ajv says of those it refuses, and which of
 * `components.examples` stand beside no schema.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isObject } from "../../../src/json-schema/keywords.js";
import { openapiObjects, valueAt } from "./openapi-objects.js";

export interface ExampleReport {
  readonly count: number;
  /** `<pointer of the example>: <ajv's message>` each. */
  readonly refused: readonly string[];
  /** Names in `components.examples` that nothing refers to. */
  readonly unused: readonly string[];
}

interface Example {
  readonly pointer: string;
  readonly value: Json;
  /** Where its schema stands. */
  readonly schema: string;
}

const COMPONENTS = "#/components/examples/";

export function checkExamples(document: object): ExampleReport {
  const root = document as JsonObject;
  const used = new Set<string>();
  const examples = [...openapiObjects(root)].flatMap(({ kind, value, pointer }) =>
    kind === "schema" ? ofSchema(value, pointer) : ofHolder(root, value, pointer, used),
  );
  const predicate = compiler(root);
  const refused = examples.flatMap((example) => {
    const message = predicate(example.schema)(example.value);
    return message === undefined ? [] : [`${example.pointer}: ${message}`];
  });
  const named = Object.keys((valueAt(root, "/components/examples") ?? {}) as JsonObject);
  return { count: examples.length, refused, unused: named.filter((name) => !used.has(name)) };
}

function ofSchema(schema: JsonObject, pointer: string): Example[] {
  const { example, examples } = schema;
  const list = Array.isArray(examples) ? (examples as Json[]) : [];
  return [
    ...list.map((value, index) => ({
      pointer: `${pointer}/examples/${index}`,
      value,
      schema: pointer,
    })),
    ...(example === undefined
      ? []
      : [{ pointer: `${pointer}/example`, value: example, schema: pointer }]),
  ];
}

/** Of a media type, parameter or header: examples are named, and may be references. */
function ofHolder(
  root: JsonObject,
  holder: JsonObject,
  pointer: string,
  used: Set<string>,
): Example[] {
  if (holder["schema"] === undefined) return [];
  const schema = `${pointer}/schema`;
  const { example, examples = {} } = holder as { example?: Json; examples?: JsonObject };
  const found: Example[] = [];
  if (example !== undefined) found.push({ pointer: `${pointer}/example`, value: example, schema });
  for (const [name, entry] of Object.entries(examples)) {
    const at = `${pointer}/examples/${escapePointerToken(name)}`;
    const value = valueOf(root, entry, at, used);
    if (value !== undefined) found.push({ pointer: at, value, schema });
  }
  return found;
}

/** None where the value stands in another file (`externalValue`). */
function valueOf(root: JsonObject, entry: Json, at: string, used: Set<string>): Json | undefined {
  if (!isObject(entry)) throw new Error(`${at} is no example`);
  const reference = entry["$ref"];
  if (typeof reference !== "string") return entry["value"];
  const target = reference.startsWith("#") ? valueAt(root, reference.slice(1)) : undefined;
  if (target === undefined) throw new Error(`${at} refers to nothing: ${reference}`);
  if (reference.startsWith(COMPONENTS)) used.add(reference.slice(COMPONENTS.length));
  return valueOf(root, target, at, used);
}

/** For the pointer of a schema, what ajv says of a value; nothing where it accepts. */
function compiler(root: JsonObject): (schema: string) => (value: Json) => string | undefined {
  const uri = "https://openapi.test/document";
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, logger: false });
  formats.default(ajv);
  ajv.addSchema(root, uri, undefined, false);
  return (schema) => {
    const fragment = schema.split("/").map(encodeURIComponent).join("/");
    const $ref = `${uri}#${fragment}`;
    const validate = ajv.getSchema($ref) ?? ajv.compile({ $ref });
    return (value) => (validate(value) ? undefined : ajv.errorsText(validate.errors));
  };
}
