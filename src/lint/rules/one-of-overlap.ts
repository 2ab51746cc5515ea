/**
 * An overlap is proved by a value, which the message shows. Values are generated from each branch and checked against
 * the others. Where a tag distinguishes the branches, nothing has to be tried.
 */

import { joinPointer, type Json } from "@proto-gen/runtime/json";
import { cutText } from "@proto-gen/runtime/json";
import { ProtoGenError } from "../../errors.js";
import { isObject } from "../../json-schema/keywords.js";
import { addressKey } from "../../json-schema/schema-address.js";
import { locateSource } from "../../load/document.js";
import {
  createCommonInstance,
  createInstance,
  type InstanceOptions,
} from "../../model/instance/create-instance.js";
import type { Definition, Node } from "../../model/node.js";
import { findDiscriminator } from "../../model/discriminator.js";
import { checkEachSchema } from "../check-schemas.js";
import type { LintContext } from "../context.js";
import type { Observation, OwnLintRule } from "../rule.js";
import type { LocatedSchema } from "../../load/check-document.js";
import type { SchemaCompiler } from "../schema-compiler.js";

export const oneOfOverlap: OwnLintRule = {
  id: "one-of-overlap",
  severity: "warning",
  summary: "A value is accepted by two branches of a oneOf, which therefore refuses it.",
  hint: "give each branch a required member with its own const, or use anyOf",
  explanation: {
    text: "oneOf accepts values that exactly one branch accepts. The value in the message was generated from one branch, and another accepts it too, so the oneOf refuses it although each branch seems to allow it. A tag distinguishes branches: a required member whose const differs from branch to branch. anyOf accepts whatever any of them accepts.",
    source: "JSON Schema 2020-12 Core §10.2.1.3",
    wrong: {
      file: "checkout.json",
      at: "/properties/destination/oneOf",
      json: [
        { type: "object", required: ["street"], properties: { street: { type: "string" } } },
        { type: "object", required: ["store"], properties: { store: { type: "string" } } },
      ],
    },
    right: {
      file: "checkout.json",
      at: "/properties/destination/oneOf",
      json: [
        {
          type: "object",
          required: ["type", "street"],
          properties: { type: { const: "address" }, street: { type: "string" } },
        },
        {
          type: "object",
          required: ["type", "store"],
          properties: { type: { const: "store" }, store: { type: "string" } },
        },
      ],
    },
  },
  check: (context) =>
    checkEachSchema(context, context.own.filter(context.isSound), (schema) =>
      isEntry(context, schema) ? [] : checkOneOf(schema, context.compiler),
    ),
};

/** Each branch has to be compiled, so that the branches of a hostile schema are limited. */
const MAX_BRANCHES = 64;

interface Overlap {
  readonly first: number;
  readonly second: number;
  readonly value: Json;
}

/** No payload is held against the choice of shapes that an extension contributes to: each branch belongs to its shape. */
function isEntry(context: LintContext, { document, pointer }: LocatedSchema): boolean {
  const entry = pointer.replace(/(?:\/allOf\/\d+)+$/, "");
  return context.entries().has(addressKey({ document: document.uri, pointer: entry }));
}

async function checkOneOf(schema: LocatedSchema, compiler: SchemaCompiler): Promise<Observation[]> {
  const branches = resolveBranches(schema, compiler);
  if (branches.length < 2 || findDiscriminator(branches.map(({ node }) => node)) !== undefined)
    return [];
  const overlap = await findOverlap(branches, compiler);
  if (overlap === undefined) return [];
  const { document, pointer } = schema;
  const { first, second, value } = overlap;
  const at = joinPointer(pointer, "oneOf");
  return [
    {
      message: `branches ${first} and ${second} of this oneOf both accept ${shorten(value)}, so it is refused`,
      place: locateSource(document, at, "key"),
      related: [first, second].map((index) => ({
        message: `branch ${index}`,
        place: locateSource(document, `${at}/${index}`),
      })),
    },
  ];
}

/** None where a branch cannot be lowered: that is an error of its own. */
function resolveBranches(
  { document, pointer, schema }: LocatedSchema,
  compiler: SchemaCompiler,
): readonly Definition[] {
  const branches = isObject(schema) ? schema["oneOf"] : undefined;
  const count = Array.isArray(branches) ? Math.min(branches.length, MAX_BRANCHES) : 0;
  if (count < 2) return [];
  try {
    const all = Array.from({ length: count }, (_, index) =>
      compiler.resolve({ document, pointer: joinPointer(pointer, "oneOf", index) }),
    );
    return all.every(({ node }) => node !== undefined) ? all : [];
  } catch (error) {
    if (error instanceof ProtoGenError) return [];
    throw error;
  }
}

/** The simplest values come first, so that the message shows the overlap and little else. */
const INSTANCE_OPTIONS: readonly InstanceOptions[] = [
  { optional: "none" },
  { optional: "none", seed: 1 },
  { optional: "some" },
  { optional: "all" },
  { optional: "all", seed: 1 },
];

async function findOverlap(
  branches: readonly Definition[],
  compiler: SchemaCompiler,
): Promise<Overlap | undefined> {
  const validators = await Promise.all(branches.map((branch) => compiler.compile(branch)));
  for (const value of generateValues(branches.map(({ node }) => node))) {
    const accepting = validators.flatMap((validate, index) =>
      validate(value, 1).length === 0 ? [index] : [],
    );
    const [first, second] = accepting;
    if (first !== undefined && second !== undefined) return { first, second, value };
  }
  return undefined;
}

/** Values of single branches, then of pairs: branches can overlap although no value of one alone shows it. */
function* generateValues(branches: readonly Node[]): Generator<Json, void> {
  for (const options of INSTANCE_OPTIONS)
    for (const branch of branches) {
      const value = createInstance(branch, options);
      if (value !== undefined) yield value;
    }
  for (const [index, left] of branches.slice(0, MAX_PAIRED).entries())
    for (const right of branches.slice(index + 1, MAX_PAIRED)) {
      const value = createCommonInstance([left, right], { optional: "none" });
      if (value !== undefined) yield value;
    }
}

/** The number of pairs grows with the square of the branches. */
const MAX_PAIRED = 16;
const MAX_TEXT = 200;

function shorten(value: Json): string {
  return cutText(JSON.stringify(value), MAX_TEXT, "...");
}
