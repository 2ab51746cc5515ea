import { joinPointer } from "@proto-gen/runtime/json";
import { isObject } from "../../json-schema/keywords.js";
import { operationsOf, readAnnotation } from "../../json-schema/visibility.js";
import type { LocatedSchema } from "../../load/check-document.js";
import { locateSource } from "../../load/document.js";
import { checkEachSchema } from "../check-schemas.js";
import type { Observation, OwnLintRule } from "../rule.js";

export const readOnlyIgnored: OwnLintRule = {
  id: "read-only-ignored",
  severity: "warning",
  summary: "readOnly or writeOnly has no effect: the member stays in requests, or in responses.",
  hint: "omit the member by a visibility annotation",
  explanation: {
    text: "In JSON Schema, readOnly and writeOnly are annotations, which refuse nothing, and the protocol says which members a request or a response has by visibility annotations. A member that is only marked readOnly is in the type of every request, and validators accept it there.",
    source: "§2.4, JSON Schema 2020-12 Validation §9.4",
    wrong: {
      file: "checkout.json",
      at: "/properties/total",
      json: { type: "integer", readOnly: true },
    },
    right: {
      file: "checkout.json",
      at: "/properties/total",
      json: { type: "integer", readOnly: true, proto_request: "omit" },
    },
  },
  check(context) {
    const { requestAnnotation, responseAnnotation } = context.loaded.sources.profile.vocabulary;
    return checkEachSchema(context, context.own, (schema) => [
      ...ignored(schema, {
        keyword: "readOnly",
        annotation: requestAnnotation,
        bodies: "requests",
      }),
      ...ignored(schema, {
        ...{ keyword: "writeOnly", annotation: responseAnnotation, bodies: "responses" },
      }),
    ]);
  },
};

interface Mark {
  readonly keyword: "readOnly" | "writeOnly";
  /** The keyword by which the release omits members from these bodies. */
  readonly annotation: string;
  readonly bodies: "requests" | "responses";
}

function ignored(
  { document, pointer, schema }: LocatedSchema,
  { keyword, annotation, bodies }: Mark,
): Observation[] {
  if (!isObject(schema) || schema[keyword] !== true || isOmitted(schema[annotation])) return [];
  return [
    {
      message: `${keyword} has no effect: ${bodies} have the member`,
      place: locateSource(document, joinPointer(pointer, keyword), "key"),
      hint: `write "${annotation}": "omit" beside it`,
    },
  ];
}

/** True for an annotation that omits the member from every body that it names. */
function isOmitted(annotation: Parameters<typeof operationsOf>[0]): boolean {
  if (annotation === undefined) return false;
  const operations = operationsOf(annotation);
  const named = operations.length === 0 ? [undefined] : operations;
  return named.every((each) => readAnnotation(annotation, each)?.visibility === "omit");
}
