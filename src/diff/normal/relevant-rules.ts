/** A node without rules for types that its values cannot have: `minLength` of an integer refuses nothing. */

import { isMultiple } from "@proto-gen/runtime/codegen/v1";
import { satisfies } from "../../model/instance/satisfies.js";
import { typeOf } from "../../model/json-type.js";
import { kindOfRule } from "../../model/rule-kinds.js";
import { NO_RULES, rulesIn, type JsonType, type Node, type NodeRules } from "../../model/node.js";
import { SIMPLE_KEYWORDS } from "../../keywords/simple-keywords.js";
import type { SimpleKeywordName, SubjectType } from "../../keywords/simple-keyword.js";

/** The type whose values a rule is about; undefined for a rule about any value. */
function subjectOfRule(name: keyof NodeRules): SubjectType | undefined {
  const kind = kindOfRule(name);
  if (kind === "simple") return SIMPLE_KEYWORDS[name as SimpleKeywordName].appliesTo;
  return kind === "array" || kind === "object" ? kind : undefined;
}

/** True where all rules but `types` and `values` are about one type each, so that types can be told apart. */
export function isPlain(node: Node): boolean {
  return rulesIn(node).every(
    (name) => name === "types" || name === "values" || subjectOfRule(name) !== undefined,
  );
}

const relevant = new WeakMap<Node, Node>();

/** The same node for the same node, so that what is remembered of one is found again. */
export function withRelevantRules(node: Node): Node {
  const found = relevant.get(node) ?? dropIdleRules(node);
  relevant.set(node, found);
  return found;
}

function dropIdleRules(node: Node): Node {
  const types = node.types?.value;
  if (types === undefined || node.conflicts.length > 0) return node;
  const whole = wholeNumbers(node, types);
  const own = whole.types?.value ?? types;
  const isRelevant = (name: keyof NodeRules): boolean => {
    const subject = subjectOfRule(name);
    return subject === undefined || own.some((type) => subjectOf(type) === subject);
  };
  const idle = rulesIn(whole).filter((name) => !isRelevant(name));
  if (idle.length === 0) return whole;
  const absent = Object.fromEntries(idle.map((name) => [name, NO_RULES[name]]));
  return Object.freeze({ ...whole, ...(absent as Partial<Node>) });
}

/** A number in whole steps is an integer, of which steps that divide 1 refuse nothing. */
function wholeNumbers(node: Node, types: readonly JsonType[]): Node {
  const { multipleOf } = node;
  if (multipleOf.length === 0) return node;
  const isWhole = !types.includes("number") || multipleOf.some(({ value }) => isMultiple(value, 1));
  if (!isWhole) return node;
  const steps = multipleOf.filter(({ value }) => !isMultiple(1, value));
  if (steps.length === multipleOf.length && !types.includes("number")) return node;
  const integers = types.map((type) => (type === "number" ? "integer" : type));
  return Object.freeze({
    ...node,
    types: { origin: node.types?.origin ?? node.origin, value: [...new Set(integers)] },
    multipleOf: steps,
  });
}

function subjectOf(type: JsonType): string {
  return type === "integer" ? "number" : type;
}

const byType = new WeakMap<Node, readonly Node[]>();

/** A plain node as a union, with a branch for each type. */
export function branchesByType(node: Node): readonly Node[] {
  const known = byType.get(node);
  if (known !== undefined) return known;
  const types = typesIn(node) ?? [];
  const branches =
    isPlain(node) && types.length > 1 ? types.map((type) => restrictTypes(node, [type])) : [node];
  byType.set(node, branches);
  return branches;
}

/** The types that a plain node names, by `type` or by its values. */
export function typesIn(node: Node): readonly JsonType[] | undefined {
  const { types, values } = node;
  if (values === undefined) return types?.value;
  const allowed = values.value.filter((each) => satisfies(node, each, { assertFormats: false }));
  return [...new Set(allowed.map(typeOf))];
}

const restricted = new WeakMap<Node, Map<string, Node>>();

/** The values of a plain node that have one of some types. */
export function restrictTypes(node: Node, types: readonly JsonType[]): Node {
  const key = types.join();
  const known = restricted.get(node) ?? new Map<string, Node>();
  restricted.set(node, known);
  const found = known.get(key) ?? withTypes(node, types);
  known.set(key, found);
  return found;
}

function withTypes(node: Node, types: readonly JsonType[]): Node {
  const { values } = node;
  const { origin } = node.types ?? values ?? node;
  const typed: Node = { ...node, types: { value: types, origin } };
  return withRelevantRules(
    Object.freeze(
      values === undefined
        ? typed
        : {
            ...typed,
            values: {
              ...values,
              value: values.value.filter((each) =>
                satisfies(typed, each, { assertFormats: false }),
              ),
            },
          },
    ),
  );
}
