/**
 * The context of one generated function. It names what the function refers to, and adds the helpers that the function
 * needs to its module: each once, however many functions call it.
 */

import { equalJson, type Json } from "@proto-gen/runtime/json";
import {
  arrayLiteral,
  code,
  CODEGEN,
  identifier,
  jsonLiteral,
  stringLiteral,
  type Code,
  type Definition,
  type Doc,
  type Identifier,
  type ModuleScope,
  type Node,
} from "../v1.js";
import { hasConditionalValues, dependsOnExtensions } from "../../model/extension-dependence.js";
import {
  couldHide,
  VALUE,
  type CheckContext,
  type ConstantText,
  type RuntimeName,
} from "./context.js";
import {
  checkFunction,
  constantDoc,
  evaluatorFunction,
  functionDoc,
  calledFunctions,
} from "./function-doc.js";
import { joinCapitalised, localStem } from "../../text/words.js";
import { START } from "./pointer.js";
import { call } from "./statement.js";
import type { CheckCall } from "./repeated-checks.js";
import { evaluatorStatements, type Evaluated } from "./unevaluated.js";
import { valueStatements } from "./value.js";
import { stopsName } from "../../source/codegen.js";

/** The parameters that every check has, and the one of functions that mark evaluated members. */
const FUNCTION_LOCALS = ["value", "issues", "seen"];

/** The members that a helper's name repeats: names stay readable however deep a schema goes. */
const MEMBERS_IN_NAMES = 3;

/** The parameter of a check that is made for an active set. */
export const VISIBILITIES = identifier("visibilities");

/** The parameter of a check in which some values are allowed only where certain capabilities are active. */
export const ACTIVE = identifier("active");

const OPEN_LOCALS = [...FUNCTION_LOCALS, VISIBILITIES, ACTIVE];

export interface CheckPrinterOptions {
  readonly assertFormats: boolean;
  /** Local name of another definition's check. */
  check(definition: Definition): Identifier;
  /** The capability whose schema a document is. */
  ownerOf?(document: string): string | undefined;
  /** The runtime function through which a node's check is called, where it is not called directly (`repeated-checks.ts`). */
  readonly calls: ReadonlyMap<Node, CheckCall>;
}

/** The functions that share helpers: those of a module, or those inside a check that is made for each active set. */
export interface HelperScope {
  readonly helpers: Map<Node, Identifier>;
  /** One node may have one for its members and one for its items. */
  readonly evaluators: Readonly<Record<Evaluated, Map<string | Node, Identifier>>>;
  /** Functions that are still to be printed. */
  readonly functions: Doc[];
  /** Inside a check for an active set: what is made for that set. */
  readonly inner?:
    | {
        readonly names: Set<string>;
        readonly lists: Map<string, Identifier>;
        readonly constants: Doc[];
      }
    | undefined;
}

export function createHelperScope(inner?: HelperScope["inner"]): HelperScope {
  return {
    helpers: new Map(),
    evaluators: { properties: new Map(), items: new Map() },
    functions: [],
    inner,
  };
}

/** A module in which checks are printed. */
export interface CheckModule {
  readonly scope: ModuleScope;
  readonly options: CheckPrinterOptions;
  readonly helpers: HelperScope;
}

interface FunctionOptions {
  /** The type whose check is printed. */
  readonly subject: Identifier;
  readonly owner: string | undefined;
  readonly frame: HelperScope;
  readonly variables: Set<string>;
  /** The members on the way to the value that is checked. */
  readonly members: readonly string[];
}

/** The context in which the check of a type begins. */
export function functionContext(
  module: CheckModule,
  { subject, owner, frame }: Pick<FunctionOptions, "subject" | "owner" | "frame">,
): CheckContext {
  return new FunctionContext(module, {
    subject,
    owner,
    frame,
    variables: freshVariables(frame),
    members: [],
  });
}

function freshVariables({ inner }: HelperScope): Set<string> {
  return new Set(inner === undefined ? FUNCTION_LOCALS : OPEN_LOCALS);
}

class FunctionContext implements CheckContext {
  readonly #module: CheckModule;
  readonly #options: FunctionOptions;

  constructor(module: CheckModule, options: FunctionOptions) {
    this.#module = module;
    this.#options = options;
  }

  get scope(): ModuleScope {
    return this.#module.scope;
  }

  get assertFormats(): boolean {
    return this.#module.options.assertFormats;
  }

  get owner(): string | undefined {
    return this.#options.owner;
  }

  ownerOf(document: string): string | undefined {
    return this.#module.options.ownerOf?.(document);
  }

  // Few of the contexts that are made for a branch name anything.
  get subject(): string {
    return localStem(this.#options.subject);
  }

  get place(): string {
    return joinCapitalised(this.#options.members);
  }

  runtime(name: RuntimeName): Identifier {
    return this.scope.import(CODEGEN, identifier(name));
  }

  check(definition: Definition): Identifier {
    return dependsOnExtensions(definition.node)
      ? this.#delegateTo(definition)
      : this.#module.options.check(definition);
  }

  helper(node: Node, hint: string): Identifier {
    const frame = this.#frameOf(node);
    const known = frame.helpers.get(node);
    if (known !== undefined) return known;
    const wish = stopsName(identifier(`${this.#options.subject}${this.place}${hint}`));
    const name = this.#claim(wish, frame);
    frame.helpers.set(node, name);
    const context = this.#inFunction(frame, [...this.#options.members, hint]);
    const statements = valueStatements(node, { value: VALUE, at: START, context });
    const body = { statements, scope: this.scope };
    const by = this.#module.options.calls.get(node);
    if (by !== undefined) {
      const fresh = this.#claim(freshName(wish), frame);
      frame.functions.push(...calledFunctions(code`function`, { check: name, fresh, by }, body));
    } else {
      frame.functions.push(checkFunction(code`function`, name, body));
    }
    return name;
  }

  evaluator(target: Definition | Node, kind: Evaluated, hint: string): Identifier {
    const frame = this.#frameOf("node" in target ? target.node : target);
    const key = "node" in target ? target.key : target;
    const known = frame.evaluators[kind].get(key);
    if (known !== undefined) return known;
    const wish = identifier(`mark${this.#options.subject}${this.place}${hint}`);
    const name = this.#claim(wish, frame);
    frame.evaluators[kind].set(key, name);
    const context = this.#inFunction(frame, this.#options.members);
    const statements = evaluatorStatements(name, { target, kind, context });
    frame.functions.push(evaluatorFunction(name, { statements, scope: this.scope }));
    return name;
  }

  variable(wish: Identifier): Identifier {
    const { variables } = this.#options;
    const safe = couldHide(wish) ? identifier(`${wish}Member`) : wish;
    let name = safe;
    for (let ordinal = 2; variables.has(name) || this.scope.has(name); ordinal++)
      name = identifier(`${safe}${ordinal}`);
    variables.add(name);
    return name;
  }

  nested(): CheckContext {
    return this.#with({ variables: new Set(this.#options.variables) });
  }

  at(member: string): CheckContext {
    const members = [...this.#options.members, localStem(member)].slice(-MEMBERS_IN_NAMES);
    return this.#with({ members });
  }

  ownedBy(owner: string | undefined): CheckContext {
    return owner === undefined || owner === this.owner ? this : this.#with({ owner });
  }

  visibility(name: string): Code {
    if (this.#options.frame.inner === undefined)
      throw new Error(
        `the visibility of ${name} is contested in a check that is not made for a set`,
      );
    return code`${VISIBILITIES}.get(${stringLiteral(name)})`;
  }

  activeValues(node: Node, allowed: readonly Json[], wish: Identifier): Identifier {
    const { inner } = this.#options.frame;
    if (inner === undefined)
      throw new Error("values are open in a check that is not made for a set");
    const { always, owned } = splitByOwner(node, allowed);
    const key = `values ${JSON.stringify([always, owned])}`;
    return this.#innerConstant(inner, key, {
      wish,
      value: () =>
        call(
          this.runtime("activeValues"),
          ACTIVE,
          arrayLiteral(always.map(jsonLiteral)),
          arrayLiteral(owned.map(jsonLiteral)),
        ),
    });
  }

  list(checks: readonly Identifier[], wish: Identifier): Identifier {
    const { inner } = this.#options.frame;
    const key = `branches ${checks.join()}`;
    if (inner === undefined || !checks.some((each) => inner.names.has(each)))
      return this.hoist(key, wish, { value: arrayLiteral(checks) });
    return this.#innerConstant(inner, key, { wish, value: () => arrayLiteral(checks) });
  }

  hoist(key: string, wish: Identifier, { value, type }: ConstantText): Identifier {
    // Another type's member of that name has another constant.
    const qualified = identifier(this.subject + joinCapitalised([wish]));
    const free = this.scope.has(wish) && !this.scope.has(qualified) ? qualified : wish;
    return this.scope.hoist(key, free, (name) =>
      constantDoc(type === undefined ? name : code`${name}: ${type}`, value),
    );
  }

  #with(changed: Partial<FunctionOptions>): CheckContext {
    return new FunctionContext(this.#module, { ...this.#options, ...changed });
  }

  /** The context of another function, for a helper of the same type. */
  #inFunction(frame: HelperScope, members: readonly string[]): CheckContext {
    return this.#with({ frame, members, variables: freshVariables(frame) });
  }

  #frameOf(node: Node): HelperScope {
    return dependsOnExtensions(node) ? this.#options.frame : this.#module.helpers;
  }

  #claim(wish: Identifier, { inner }: HelperScope): Identifier {
    const name = this.scope.claim(wish);
    inner?.names.add(name);
    return name;
  }

  #innerConstant(
    inner: NonNullable<HelperScope["inner"]>,
    key: string,
    { wish, value }: { readonly wish: Identifier; readonly value: () => Doc },
  ): Identifier {
    const known = inner.lists.get(key);
    if (known !== undefined) return known;
    const name = this.scope.claim(wish);
    inner.lists.set(key, name);
    inner.constants.push(constantDoc(name, value()));
    return name;
  }

  /** The check of another definition, made for the same active set: on first use, since types may be recursive. */
  #delegateTo(definition: Definition): Identifier {
    const { frame, subject } = this.#options;
    const { node } = definition;
    const known = frame.helpers.get(node);
    if (known !== undefined) return known;
    const name = this.#claim(stopsName(identifier(`${subject}Part`)), frame);
    frame.helpers.set(node, name);
    const issues = this.scope.importType(CODEGEN, identifier("Issues"));
    const head = {
      keyword: code`function`,
      name,
      params: [code`value: unknown`, code`issues?: ${issues}`],
      result: code`boolean`,
    };
    const check = this.#module.options.check(definition);
    // Made anew, it would know nothing of what it has checked.
    const isKept = this.#module.options.calls.get(node) === "checkOnce";
    const made = isKept
      ? code`${this.runtime("madeOnce")}(${check}, ${setArguments(node)})`
      : code`${check}(${setArguments(node)})`;
    frame.functions.push(functionDoc(head, [code`return ${made}(value, issues);`]));
    return name;
  }
}

/** The name of the function behind a check that is called through another. */
export function freshName(check: Identifier): Identifier {
  return identifier(`fresh${joinCapitalised([check])}`);
}

/** The arguments of a check that is made for a set. */
function setArguments(node: Node): Code {
  return hasConditionalValues(node) ? code`${VISIBILITIES}, ${ACTIVE}` : code`${VISIBILITIES}`;
}

/** Allowed values that are the release's, and those of capabilities, each with its owners. */
function splitByOwner(
  { ownedValues }: Node,
  allowed: readonly Json[],
): { readonly always: readonly Json[]; readonly owned: readonly Json[] } {
  const conditional = ownedValues
    .filter((each) => each.isConditional)
    .flatMap(({ values }) => values);
  const ownersOf = (value: Json): readonly (readonly string[])[] =>
    conditional.flatMap((each) => (equalJson(each.value, value) ? [each.capabilities] : []));
  return {
    always: allowed.filter((value) => ownersOf(value).length === 0),
    owned: allowed.flatMap((value) => {
      const owners = ownersOf(value);
      return owners.length === 0 ? [] : [[value, ...owners] as Json];
    }),
  };
}
