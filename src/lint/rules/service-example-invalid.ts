/**
 * Examples of service documents that their schemas refuse: those of bodies, parameters and headers (OpenAPI 3.1 §4.8.14,
 * §4.8.12). In: the operations of the release. Out: a finding for each example and its first issue.
 *
 * Each is judged as its operation sees the schema, in the request or in the response.
 */

import { joinPointer } from "@proto-gen/runtime/json";
import { RESPONSE, type View } from "../../compose/view.js";
import { isObject } from "../../json-schema/keywords.js";
import type { Document } from "../../load/document.js";
import { fragmentPointer, valueAt } from "../../load/services/service-object.js";
import type { SourceRestOperation } from "../../load/services/service-document.js";
import type { LintContext } from "../context.js";
import { capped } from "../each-schema.js";
import { invalidAt, type Given } from "../invalid-values.js";
import { lintRule, type Observation } from "../rule.js";

export const serviceExampleInvalid = lintRule("service-example-invalid", async (context) => {
  const found: Observation[] = [];
  for (const { source } of context.loaded.services) {
    const { rest } = source;
    for (const document of rest?.documents ?? []) {
      if (!context.isSound(document)) continue;
      const own = await invalidIn(document, rest?.operations ?? [], context);
      found.push(...capped(own, document, context.more));
    }
  }
  return found;
});

async function invalidIn(
  document: Document,
  operations: readonly SourceRestOperation[],
  { workshop }: LintContext,
): Promise<Observation[]> {
  const found = new Map<string, Observation>();
  const schemas = operations.flatMap(schemasOf).filter((each) => each.document === document.uri);
  for (const { pointer, view } of schemas) {
    const values = examplesBeside(document, pointer);
    const own = await invalidAt({ document, pointer }, values, "an example", workshop, view);
    // A component is of many operations, and said once.
    for (const each of own) {
      const at = each.place?.pointer ?? "";
      if (!found.has(at)) found.set(at, each);
    }
  }
  return [...found.values()];
}

interface ViewedSchema {
  readonly document: string;
  readonly pointer: string;
  readonly view: View;
}

/** Places of schemas that may have examples beside them. */
function schemasOf(operation: SourceRestOperation): ViewedSchema[] {
  const { verb, webhook, body, parameters, responses } = operation;
  const ofVerb = verb === undefined ? {} : { operation: verb };
  const response: View = verb === undefined ? RESPONSE : { direction: "response", ...ofVerb };
  // What a webhook brings is what the business would answer.
  const request: View = webhook === undefined ? { direction: "request", ...ofVerb } : response;
  const sent = [...parameters, ...(body === undefined ? [] : [body])];
  const given = [...responses, ...responses.flatMap(({ headers }) => headers)];
  return [
    ...sent.map((part) => ({ ...part, view: request })),
    ...given.map((part) => ({ ...part, view: response })),
  ].flatMap(({ document, schema, view }) =>
    schema === undefined ? [] : { document, pointer: schema, view },
  );
}

/** `example`, and `examples` by name, each of which may stand below `components`. */
function examplesBeside(document: Document, schema: string): Given[] {
  const holder = schema.replace(/\/schema$/, "");
  const beside = valueAt(document.root, holder);
  if (!isObject(beside)) return [];
  const { example, examples } = beside;
  const single = example === undefined ? [] : [{ value: example, pointer: `${holder}/example` }];
  const named = isObject(examples) ? Object.keys(examples) : [];
  return [
    ...single,
    ...named.flatMap((name) => valueIn(document, joinPointer(holder, "examples", name))),
  ];
}

/** What is written elsewhere, `externalValue`, is not read. */
function valueIn(document: Document, at: string): Given[] {
  let pointer = at;
  const seen = new Set<string>();
  for (;;) {
    const example = valueAt(document.root, pointer);
    if (!isObject(example) || seen.has(pointer)) return [];
    seen.add(pointer);
    const { $ref: reference, value } = example;
    if (typeof reference !== "string")
      return value === undefined ? [] : [{ value, pointer: `${pointer}/value` }];
    if (!reference.startsWith("#/")) return [];
    pointer = fragmentPointer(reference);
  }
}
