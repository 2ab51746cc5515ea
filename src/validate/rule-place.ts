/**
 * Finds the rule that a value breaks in the author's schema; undefined for a rule that no author wrote.
 *
 * A check carries no places: they would make it larger for everyone who runs it. So the rule is looked for among the
 * schemas that apply where the issue is; of a union, branches that fit the value's own members come first.
 */

import { equalJson, joinPointer, parsePointer, type Json } from "@proto-gen/runtime/json";
import type { Issue } from "@proto-gen/runtime/schema";
import type { Composition } from "../compose/compose.js";
import type { SourceLocation } from "../errors.js";
import { locateSource } from "../load/document.js";
import { valueAt } from "../text/value-at.js";
import { nodesAt } from "./applicable-nodes.js";
import { rulesOf, SIMPLE_KEYWORD_LIST } from "../keywords/simple-keywords.js";
import type { Definition, Node } from "../model/node.js";
import type { SchemaAddress } from "../json-schema/schema-address.js";

type Broken = Pick<Issue, "code" | "pointer" | "expected">;
type Documents = Pick<Composition, "schemas" | "sources">;

/** A schema, and the keyword in it; none where the schema itself is the rule. */
interface FoundRule {
  readonly origin: SchemaAddress;
  readonly keyword?: string | undefined;
  /** The value that an issue of the rule expects. */
  readonly expected?: unknown;
}

/** A payload, and the definition that it was checked against. */
interface CheckedValue {
  readonly definition: Definition;
  readonly value: unknown;
}

export function locateBrokenRule(
  issue: Broken,
  { definition: { node }, value }: CheckedValue,
  documents: Documents,
): SourceLocation | undefined {
  const tokens = parsePointer(issue.pointer);
  const name = tokens.at(-1);
  const isOfMember = name !== undefined && MEMBER_RULES[issue.code] !== undefined;
  const nodes = nodesAt(node, value, isOfMember ? tokens.slice(0, -1) : tokens);
  const rules = nodes.flatMap((each) =>
    isOfMember ? (MEMBER_RULES[issue.code]?.(each, name) ?? []) : brokenRules(each, issue.code),
  );
  const rule =
    rules.find(({ expected }) => says(expected, issue.expected)) ?? rules[0] ?? undefined;
  return rule && placeOfRule(rule, isOfMember ? name : undefined, documents);
}

/** Rules of an object that are reported at one of its members. */
const MEMBER_RULES: Readonly<Record<string, (node: Node, name: string) => FoundRule[]>> = {
  required: ({ properties }, name) => found(properties.get(name)?.required, "required"),
  dependentRequired: ({ dependentRequired }, name) =>
    dependentRequired
      .filter(({ required }) => required.value.includes(name))
      .map((each) => ({
        origin: each.required.origin,
        keyword: "dependentRequired",
        expected: each.name,
      })),
  additionalProperties: ({ additionalProperties }) => found(additionalProperties?.never),
  unevaluatedProperties: ({ unevaluatedProperties }) => found(unevaluatedProperties?.never),
  unevaluatedItems: ({ unevaluatedItems }) => found(unevaluatedItems?.never),
  propertyNames: ({ propertyNames }) => propertyNames.map(({ origin }) => ({ origin })),
};

/** Rules of a value that are reported at it. */
function brokenRules(node: Node, code: Issue["code"]): FoundRule[] {
  const simple = SIMPLE_KEYWORD_LIST.find(({ name }) => name === code);
  if (simple !== undefined)
    return rulesOf(node, simple.name).map((rule) => ({
      origin: rule.origin,
      keyword: simple.name,
      expected: rule.value,
    }));
  const { types, values } = node;
  switch (code) {
    case "type":
      return types === undefined
        ? []
        : [{ origin: types.origin, keyword: "type", expected: types.value.join(" or ") }];
    case "enum":
      return values === undefined
        ? []
        : [{ origin: values.origin, keyword: "enum", expected: values.value }];
    case "contains":
      return node.contains.map(({ origin }) => ({ origin, keyword: "contains" }));
    case "anyOf":
    case "oneOf":
      return node[code].flatMap(([first]) => found(first && unionOrigin(first, node), code));
    case "not":
      return node.not.map(({ origin }) => ({ origin }));
    default:
      return found(node.never);
  }
}

function found(origin: SchemaAddress | undefined, keyword?: string): FoundRule[] {
  return origin === undefined ? [] : [{ origin, keyword }];
}

/** A union has no origin of its own, but its first branch stands in it, unless that is only a reference. */
function unionOrigin({ origin }: Node, node: Node): SchemaAddress {
  const end = /\/(?:anyOf|oneOf)\/\d+$/.exec(origin.pointer);
  return end === null ? node.origin : { ...origin, pointer: origin.pointer.slice(0, end.index) };
}

function says(rule: unknown, issue: unknown): boolean {
  if (rule === undefined) return issue === undefined;
  if (Array.isArray(rule)) return equalJson(rule as Json, issue as Json);
  return rule === issue || String(rule) === String(issue);
}

function placeOfRule(
  { origin, keyword }: FoundRule,
  member: string | undefined,
  { schemas, sources }: Documents,
): SourceLocation | undefined {
  const source = schemas.source(origin.document);
  const document = sources.documents.get(source?.document ?? "");
  if (document === undefined) return undefined;
  const schema = origin.pointer;
  const { requestAnnotation, responseAnnotation } = sources.profile.vocabulary;
  const isRequest = source?.view.direction === "request";
  const annotation = isRequest ? requestAnnotation : responseAnnotation;
  const words = keyword === undefined ? [] : keyword === "enum" ? ["enum", "const"] : [keyword];
  const written = words.map((each) => `${schema}/${each}`);
  // A member that a view makes required is required by its annotation, not by a list.
  const annotated =
    member === undefined ? [] : [joinPointer(schema, "properties", member, annotation)];
  const candidates = lists(document.root, `${schema}/required`, member)
    ? [...written, ...annotated]
    : [...annotated, ...written];
  const pointer = candidates.find((each) => valueAt(document.root, each) !== undefined) ?? schema;
  return locateSource(document, pointer, "key");
}

function lists(root: Json, pointer: string, name: string | undefined): boolean {
  const names = valueAt(root, pointer);
  return Array.isArray(names) && name !== undefined && names.includes(name);
}
