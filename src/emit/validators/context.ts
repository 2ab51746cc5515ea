/** The context of a check that is being printed: the names of its module, and the helpers it may call. */

import * as codegen from "@proto-gen/runtime/codegen/v1";
import type { Json } from "@proto-gen/runtime/json";
import {
  identifier,
  type Code,
  type Definition,
  type Doc,
  type Identifier,
  type ModuleScope,
  type Node,
} from "../v1.js";

export interface CheckContext {
  readonly scope: ModuleScope;
  /** True where `format` is asserted; false where it only annotates. */
  readonly assertFormats: boolean;
  /** The capability that members here are attributed to by their path; undefined in a shared type. */
  readonly owner: string | undefined;
  /** The capability whose schema a document is. */
  ownerOf(document: string): string | undefined;
  /** Local name of something that the runtime's `codegen` export has. */
  runtime(name: RuntimeName): Identifier;
  /** Local name of a definition's check. */
  check(definition: Definition): Identifier;
  /** Name of a check for an anonymous node, printed beside the type's own. */
  helper(node: Node, hint: string): Identifier;
  /** Name of the function that marks what a definition or node evaluates. */
  evaluator(target: Definition | Node, kind: "properties" | "items", hint: string): Identifier;
  /** A local variable of the function being printed. */
  variable(wish: Identifier): Identifier;
  /** The context of an inner block: its locals are free again in the blocks beside it. */
  nested(): CheckContext;
  /** The context of the same block, for a member: what is declared for its value is named after it. */
  at(member: string): CheckContext;
  /** The context of the same block, for a member that another capability introduced. */
  ownedBy(owner: string | undefined): CheckContext;
  /** The expression for what a platform has of a member whose visibility is open: undefined where nobody says. */
  visibility(name: string): Code;
  /** Values of which some are there only where certain capabilities are active: a constant of the check for that set. */
  activeValues(node: Node, allowed: readonly Json[], wish: Identifier): Identifier;
  /** A list of checks: a constant. */
  list(checks: readonly Identifier[], wish: Identifier): Identifier;
  /** A constant of the module. */
  hoist(key: string, wish: Identifier, constant: ConstantText): Identifier;
  /** The stem of names that are derived from the type being printed. */
  readonly subject: string;
  /** The suffix of that stem: the members on the way to the value being checked, capitalised. */
  readonly place: string;
}

/** The value of a constant, and its type where that is written. */
export interface ConstantText {
  readonly value: Doc;
  readonly type?: Code;
}

/** The parameter of every check. */
export const VALUE = identifier("value");

/** The variable that holds the members of a value: `object`, or `buyerMembers`. */
export function membersName(value: Identifier): Identifier {
  return value === VALUE ? identifier("object") : identifier(`${value}Members`);
}

/** A name that the runtime exports to generated checks. */
export type RuntimeName = keyof typeof codegen;

const TAKEN: ReadonlySet<string> = new Set([
  ...Object.keys(codegen),
  "capabilities",
  "visibilities",
  "active",
  "value",
  "issues",
  "seen",
]);

/**
 * True for a name that could hide what the module imports or declares, now or further down: the runtime's functions,
 * the checks of other types, and hoisted constants, which their endings tell.
 */
export function couldHide(name: string): boolean {
  return (
    TAKEN.has(name) ||
    /^mark[A-Z]|Check(?:For)?$/.test(name) ||
    /(?:Pattern|Values|Branches|Tags|Capabilities)\d*$/.test(name)
  );
}
