/**
 * Rules of unions. A union whose branches are told apart by one member's literal is a switch, and
 * reports the branch that its tag chose; any other is tried branch by branch.
 */

import type { Json } from "@proto-gen/runtime/json";
import { hasType } from "../../model/json-type.js";
import { findDiscriminator, type Discriminator } from "../../model/discriminator.js";
import {
  code,
  hardline,
  indent,
  jsonLiteral,
  soleReference,
  type Doc,
  type Identifier,
  type JsonType,
  type Node,
} from "../v1.js";
import { isSimple } from "../../model/node.js";
import type { CheckedValue } from "./checked-value.js";
import { membersName, type CheckContext } from "./context.js";
import { readMember } from "./read-member.js";
import { memberPointer, printPointer } from "./pointer.js";
import { call, guard, printStatements, raw, when, type Statement } from "./statement.js";
import { hintOf, valuesConstant } from "./enum.js";
import { delegate, issuesOf, reportType } from "./report.js";
import { valueStatements } from "./value.js";
import { joinCapitalised, localStem } from "../../text/words.js";

export function unionStatements(node: Node, checked: CheckedValue): Statement[] {
  return (["anyOf", "oneOf"] as const).flatMap((keyword) =>
    node[keyword].flatMap((branches) => {
      const tag = findDiscriminator(branches);
      return tag === undefined
        ? untagged(keyword, branches, checked)
        : tagged(tag, branches, checked);
    }),
  );
}

export function branchCheck(branch: Node, hint: string, context: CheckContext): Identifier {
  const reference = soleReference(branch);
  return reference === undefined ? context.helper(branch, hint) : context.check(reference);
}

/** Suffixes for the checks of branches: their types where these differ, else their order. */
export function branchHints(branches: readonly Node[]): readonly string[] {
  const types = branches.map((branch) => {
    const [only, ...others] = branch.types?.value ?? [];
    return only === undefined || others.length > 0 ? "" : joinCapitalised([only]);
  });
  return types.map((type, index) =>
    type !== "" && types.indexOf(type) === types.lastIndexOf(type)
      ? type
      : (ORDINALS[index] ?? `Branch${index + 1}`),
  );
}

const ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];

function untagged(
  keyword: "anyOf" | "oneOf",
  all: readonly Node[],
  checked: CheckedValue,
): Statement[] {
  const { value, at, context } = checked;
  const branches = consideredBranches(keyword, all);
  const [only, ...others] = branches;
  if (only !== undefined && others.length === 0) return valueStatements(only, checked);
  const hints = branchHints(branches);
  const checks = branches.map((branch, index) => branchCheck(branch, hints[index]!, context));
  const list = context.list(checks, hintOf(value, "Branches", context));
  const failed = call(
    context.runtime("unionFailed"),
    issuesOf(branches[0]?.origin, context),
    printPointer(at),
    context.runtime(`${keyword}Rule`),
    value,
    list,
  );
  if (keyword === "anyOf")
    return [guard(...checks.map((check) => code`${check}(${value})`), failed)];
  return [guard(["!", call(context.runtime("matchesOne"), value, list)], failed)];
}

/** The branches that are tried where no tag tells them apart. */
export function consideredBranches(
  keyword: "anyOf" | "oneOf",
  branches: readonly Node[],
): readonly Node[] {
  return keyword === "anyOf" ? withoutCovered(branches) : branches;
}

/** An open enum is a string: a branch that allows whole types makes those within them say nothing. */
function withoutCovered(branches: readonly Node[]): Node[] {
  // There are few sets of types: the first branch that allows one stands for all that do.
  const whole = new Map<string, readonly [at: number, branch: Node]>();
  branches.forEach((branch, at) => {
    const key = wholeTypes(branch)?.toSorted().join();
    if (key !== undefined && !whole.has(key)) whole.set(key, [at, branch]);
  });
  return branches.filter(
    (branch, index) =>
      ![...whole.values()].some(
        ([at, other]) =>
          at !== index && covers(other, branch) && (at < index || !covers(branch, other)),
      ),
  );
}

/** The types whose every value a branch allows. */
function wholeTypes(branch: Node): readonly JsonType[] | undefined {
  return branch.references.length > 0 || !isSimple(branch) ? undefined : branch.types?.value;
}

function covers(outer: Node, inner: Node): boolean {
  const types = wholeTypes(outer);
  if (types === undefined) return false;
  if (inner.values !== undefined)
    return inner.values.value.every((value) => types.some((type) => hasType(value, type)));
  return inner.types?.value.every((type) => types.includes(type)) === true;
}

function tagged(
  { name, values }: Discriminator,
  branches: readonly Node[],
  checked: CheckedValue,
): Statement[] {
  const { value, at, context, object: known } = checked;
  const object = known ?? context.variable(membersName(value));
  const place = memberPointer(at, name);
  const literals = values.flat();
  const all = valuesConstant(literals, hintOf(value, "Tags", context), context);
  const cases = branches.map((branch, index) => {
    const own = values[index] ?? [];
    const check = branchCheck(branch, joinCapitalised([localStem(String(own[0]))]), context);
    return switchCase(own, [guard(delegate(check, checked, branch.origin)), raw(code`break;`)]);
  });
  const read = readMember(object, name, context);
  const unknown = call(
    context.runtime("enumFailed"),
    issuesOf(branches[0]?.origin, context),
    printPointer(place),
    read,
    all,
  );
  const otherwise = indent([
    hardline,
    code`default:`,
    indent([hardline, printStatements([guard(unknown)])]),
  ]);
  const choice: Doc = [code`switch (${read}) {`, cases, otherwise, hardline, "}"];
  if (known !== undefined) return [raw(choice)];
  const expected = reportType(checked, ["object"], branches[0]?.origin);
  return [
    raw(code`const ${object} = ${context.runtime("members")}(${value});`),
    ...when([code`${object} === undefined`], [guard(expected)], [raw(choice)]),
  ];
}

function switchCase(values: readonly Json[], body: readonly Statement[]): Doc {
  const labels = values.map((each): Doc => [hardline, code`case `, jsonLiteral(each), ":"]);
  return indent([labels, indent([hardline, printStatements(body)])]);
}
