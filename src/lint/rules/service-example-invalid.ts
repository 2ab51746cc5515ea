import { joinPointer } from "@proto-gen/runtime/json";
import { RESPONSE, type View } from "../../compose/view.js";
import { isObject } from "../../json-schema/keywords.js";
import type { Document } from "../../load/document.js";
import { fragmentPointer } from "../../json-schema/fragment.js";
import { valueAt } from "../../text/value-at.js";
import type { SourceRestOperation } from "../../load/services/service-document.js";
import type { LintContext } from "../context.js";
import { limitByDocument } from "../check-schemas.js";
import { checkValues, type PointedValue } from "../check-values.js";
import type { Observation, OwnLintRule } from "../rule.js";

const EXAMPLE = {
  file: "services/shop/rest.openapi.json",
  at: "/paths/~1checkouts/post/requestBody/content/application~1json/examples/euros/value",
};

/** Examples of bodies, parameters and headers, each in the view of its operation (OpenAPI 3.1 §4.8.12, §4.8.14). */
export const serviceExampleInvalid: OwnLintRule = {
  id: "service-example-invalid",
  severity: "error",
  summary: "An example of a service document is not valid against its schema.",
  hint: "fix the example, or the rule that it violates",
  explanation: {
    text: "Examples of requests, responses, parameters and headers are what people send first. This one violates its schema, in the view of its operation: an example of a request need not have members that the request omits. The check is the same as in generated code. Examples in other files, by externalValue, are not read.",
    source: "OpenAPI 3.1 §4.8.14",
    wrong: { ...EXAMPLE, json: { currency: "euro" } },
    right: { ...EXAMPLE, json: { currency: "EUR" } },
  },
  async check(context) {
    const observations: Observation[] = [];
    for (const { source } of context.loaded.services) {
      const operations = source.rest?.operations ?? [];
      for (const document of (source.rest?.documents ?? []).filter(context.isSound)) {
        const found = await checkExamples(document, operations, context);
        observations.push(...limitByDocument(found, document, context.truncatedFiles));
      }
    }
    return observations;
  },
};

async function checkExamples(
  document: Document,
  operations: readonly SourceRestOperation[],
  { compiler }: LintContext,
): Promise<Observation[]> {
  const observations = new Map<string, Observation>();
  const schemas = operations
    .flatMap(viewedSchemas)
    .filter((each) => each.document === document.uri);
  for (const { pointer, view } of schemas) {
    const values = examplesBeside(document, pointer);
    const found = await checkValues(
      { position: { document, pointer }, values, subject: "an example", view },
      compiler,
    );
    // Several operations may use one component, whose example is reported once.
    for (const each of found) {
      const at = each.place?.pointer ?? "";
      if (!observations.has(at)) observations.set(at, each);
    }
  }
  return [...observations.values()];
}

interface ViewedSchema {
  readonly document: string;
  readonly pointer: string;
  readonly view: View;
}

/** The schemas of an operation that may have examples beside them. */
function viewedSchemas(operation: SourceRestOperation): ViewedSchema[] {
  const { verb, webhook, body, parameters, responses } = operation;
  const ofVerb = verb === undefined ? {} : { operation: verb };
  const response: View = verb === undefined ? RESPONSE : { direction: "response", ...ofVerb };
  // A webhook's request carries what the business would respond.
  const request: View = webhook === undefined ? { direction: "request", ...ofVerb } : response;
  const sent = [...parameters, ...(body === undefined ? [] : [body])];
  const received = [...responses, ...responses.flatMap(({ headers }) => headers)];
  return [
    ...sent.map((part) => ({ ...part, view: request })),
    ...received.map((part) => ({ ...part, view: response })),
  ].flatMap(({ document, schema, view }) =>
    schema === undefined ? [] : { document, pointer: schema, view },
  );
}

/** `example`, and each of `examples`, which may be a reference into `components`. */
function examplesBeside(document: Document, schema: string): PointedValue[] {
  const holder = schema.replace(/\/schema$/, "");
  const beside = valueAt(document.root, holder);
  if (!isObject(beside)) return [];
  const { example, examples } = beside;
  const single = example === undefined ? [] : [{ value: example, pointer: `${holder}/example` }];
  const named = isObject(examples) ? Object.keys(examples) : [];
  return [
    ...single,
    ...named.flatMap((name) => resolveExample(document, joinPointer(holder, "examples", name))),
  ];
}

/** Follows references within the document. An `externalValue` is not read. */
function resolveExample(document: Document, at: string): PointedValue[] {
  let pointer = at;
  const seen = new Set<string>();
  for (;;) {
    const example = valueAt(document.root, pointer);
    if (!isObject(example) || seen.has(pointer)) return [];
    seen.add(pointer);
    const { $ref: reference, value } = example;
    if (typeof reference !== "string")
      return value === undefined ? [] : [{ value, pointer: `${pointer}/value` }];
    const target = reference.startsWith("#/") ? fragmentPointer(reference.slice(1)) : undefined;
    if (target === undefined) return [];
    pointer = target;
  }
}
