/** Print a definition's check as a function, with the helper functions it needs beside it. */

import { equalJson, type Json } from "@proto-gen/runtime/json";
import type { Definition, Node } from "../../model/node.js";
import { hasOpenValues, isOpen } from "../../model/open.js";
import { hardline, indent, join, line, softline, type Doc } from "../source/doc.js";
import { group, stack } from "../source/doc.js";
import { arrayLiteral, jsonLiteral, stringLiteral } from "../source/literal.js";
import type { ModuleScope } from "../source/module-scope.js";
import { couldHide, VALUE, type CheckContext } from "./context.js";
import { joinCapitalised, localStem } from "../../text/words.js";
import { START } from "./pointer.js";
import { call, holds, mentions, printBody, printStatements, type Statement } from "./statement.js";
import { evaluatorStatements, type Evaluated } from "./unevaluated.js";
import { valueStatements } from "./value.js";
import { CODEGEN, failsName } from "../source/codegen.js";
import { identifier, type Identifier } from "../../text/identifier.js";
import { code, type Code } from "../source/code.js";

/** What every check has already: its parameters, and what marks evaluated members. */
const FUNCTION_LOCALS = ["value", "issues", "seen"];

/** Names stay readable, however deep a schema goes. */
const MEMBERS_IN_NAMES = 3;

/** The parameter of a check that is made for an active set. */
const VISIBILITIES = identifier("visibilities");

/** The parameter of one in which it depends on the active capabilities which values there are. */
const ACTIVE = identifier("active");

const OPEN_LOCALS = [...FUNCTION_LOCALS, VISIBILITIES, ACTIVE];

export interface CheckPrinter {
  /** The functions of one named definition: its check, exported, then the helpers. */
  print(name: Identifier, definition: Definition, owner?: string): Doc[];
}

export interface CheckPrinterOptions {
  readonly assertFormats: boolean;
  /** Local name of another definition's check. */
  check(definition: Definition): Identifier;
  /** The capability whose schema a document is. */
  ownerOf?(document: string): string | undefined;
}

/** What the functions of one place share: a module, or a check that is made for each active set. */
interface Frame {
  readonly helpers: Map<Node, Identifier>;
  readonly evaluators: Map<string | Node, Identifier>;
  /** Functions that are still to be printed. */
  readonly functions: Doc[];
  /** Inside a check for an active set: what is made for that set. */
  readonly inner?: {
    readonly names: Set<string>;
    readonly lists: Map<string, Identifier>;
    readonly constants: Doc[];
  };
}

/** One printer a module: helpers of one node or definition are shared within it. */
export function createCheckPrinter(scope: ModuleScope, options: CheckPrinterOptions): CheckPrinter {
  const module: Frame = { helpers: new Map(), evaluators: new Map(), functions: [] };

  function contextFor(
    subject: Identifier,
    owner: string | undefined,
    frame: Frame,
    variables: Set<string> = new Set(frame.inner === undefined ? FUNCTION_LOCALS : OPEN_LOCALS),
    members: readonly string[] = [],
  ): CheckContext {
    const place = joinCapitalised(members);
    const frameOf = (node: Node): Frame => (isOpen(node) ? frame : module);
    const claim = (wish: Identifier, within: Frame): Identifier => {
      const name = scope.claim(wish);
      within.inner?.names.add(name);
      return name;
    };
    const context: CheckContext = {
      scope,
      subject: localStem(subject),
      place,
      owner,
      ownerOf: options.ownerOf ?? (() => undefined),
      assertFormats: options.assertFormats,
      runtime: (name) => scope.import(CODEGEN, identifier(name)),
      check(definition) {
        if (!isOpen(definition.node)) return options.check(definition);
        return delegateTo(definition, subject, frame);
      },
      helper(node, hint) {
        const within = frameOf(node);
        const known = within.helpers.get(node);
        if (known !== undefined) return known;
        const name = claim(failsName(identifier(`${subject}${place}${hint}`)), within);
        within.helpers.set(node, name);
        const inner = contextFor(subject, owner, within, undefined, [...members, hint]);
        within.functions.push(
          checkFunction(code`function`, name, valueStatements(node, VALUE, START, inner), inner),
        );
        return name;
      },
      evaluator(target, kind, hint) {
        const within = frameOf("node" in target ? target.node : target);
        const key = "node" in target ? `${kind} ${target.key}` : target;
        const known = within.evaluators.get(key);
        if (known !== undefined) return known;
        const name = claim(identifier(`mark${subject}${place}${hint}`), within);
        within.evaluators.set(key, name);
        const inner = contextFor(subject, owner, within, undefined, members);
        within.functions.push(
          evaluatorFunction(name, evaluatorStatements(target, kind as Evaluated, inner), inner),
        );
        return name;
      },
      variable(wish) {
        const safe = couldHide(wish) ? identifier(`${wish}Member`) : wish;
        let name = safe;
        for (let ordinal = 2; variables.has(name) || scope.has(name); ordinal++)
          name = identifier(`${safe}${ordinal}`);
        variables.add(name);
        return name;
      },
      nested: () => contextFor(subject, owner, frame, new Set(variables), members),
      at: (member) =>
        contextFor(
          subject,
          owner,
          frame,
          variables,
          [...members, localStem(member)].slice(-MEMBERS_IN_NAMES),
        ),
      ownedBy: (other) => contextFor(subject, other ?? owner, frame, variables, members),
      visibility(name) {
        if (frame.inner === undefined)
          throw new Error(
            `the visibility of ${name} is open in a check that is not made for a set`,
          );
        return code`${VISIBILITIES}.get(${stringLiteral(name)})`;
      },
      activeValues({ ownedValues }, allowed, wish) {
        const { inner } = frame;
        if (inner === undefined)
          throw new Error("values are open in a check that is not made for a set");
        const open = ownedValues.filter((each) => each.isOpen).flatMap(({ values }) => values);
        const ownersOf = (value: Json): readonly (readonly string[])[] =>
          open.flatMap((each) => (equalJson(each.value, value) ? [each.capabilities] : []));
        const always = allowed.filter((value) => ownersOf(value).length === 0);
        const owned = allowed.flatMap((value) => {
          const owners = ownersOf(value);
          return owners.length === 0 ? [] : [[value, ...owners] as Json];
        });
        const key = `values ${JSON.stringify([always, owned])}`;
        const known = inner.lists.get(key);
        if (known !== undefined) return known;
        const name = scope.claim(wish);
        inner.lists.set(key, name);
        const args = [
          ACTIVE,
          arrayLiteral(always.map(jsonLiteral)),
          arrayLiteral(owned.map(jsonLiteral)),
        ];
        inner.constants.push(constantDoc(name, call(context.runtime("activeValues"), ...args)));
        return name;
      },
      list(checks, wish) {
        const { inner } = frame;
        const key = `branches ${checks.join()}`;
        if (inner === undefined || !checks.some((each) => inner.names.has(each)))
          return context.hoist(key, wish, arrayLiteral(checks));
        const known = inner.lists.get(key);
        if (known !== undefined) return known;
        const name = scope.claim(wish);
        inner.lists.set(key, name);
        inner.constants.push(constantDoc(name, arrayLiteral(checks)));
        return name;
      },
      hoist(key, wish, value, type) {
        // Another type's member of that name has another constant.
        const qualified = identifier(context.subject + joinCapitalised([wish]));
        const free = scope.has(wish) && !scope.has(qualified) ? qualified : wish;
        return scope.hoist(key, free, (name) =>
          constantDoc(type === undefined ? name : code`${name}: ${type}`, value),
        );
      },
    };
    return context;
  }

  /** The check of another definition, made for the same active set: on first use, since types may be recursive. */
  function delegateTo(definition: Definition, subject: Identifier, frame: Frame): Identifier {
    const { node } = definition;
    const known = frame.helpers.get(node);
    if (known !== undefined) return known;
    const name = scope.claim(failsName(identifier(`${subject}Part`)));
    frame.inner?.names.add(name);
    frame.helpers.set(node, name);
    const issues = scope.import(CODEGEN, identifier("Issues"), true);
    frame.functions.push(
      functionDoc(
        code`function`,
        name,
        [code`value: unknown`, code`issues?: ${issues}`],
        code`boolean`,
        [code`return ${options.check(definition)}(${setOf(node)})(value, issues);`],
      ),
    );
    return name;
  }

  function printOpen(name: Identifier, { node }: Definition, owner: string | undefined): Doc {
    const inner = { names: new Set<string>(), lists: new Map<string, Identifier>(), constants: [] };
    const frame: Frame = { helpers: new Map(), evaluators: new Map(), functions: [], inner };
    const context = contextFor(name, owner, frame);
    const statements = valueStatements(node, VALUE, START, context);
    const [value, issues] = parametersOf(statements);
    const check: Doc = [
      code`return (${value}, ${issues}) => {`,
      indent([hardline, stack([printBody(statements), code`return false;`])]),
      hardline,
      code`};`,
    ];
    const all = [...inner.constants, check, ...frame.functions];
    const parameter = unusedMark(
      all.some((each) => holds(each, VISIBILITIES)),
      VISIBILITIES,
    );
    const type = scope.import(CODEGEN, identifier("Visibilities"), true);
    const active = hasOpenValues(node)
      ? [code`${ACTIVE}: ${scope.import(CODEGEN, identifier("ActiveCapabilities"), true)}`]
      : [];
    return functionDoc(
      code`export function`,
      failsName(name, true),
      [code`${parameter}: ${type}`, ...active],
      scope.import(CODEGEN, identifier("Fails"), true),
      all,
    );
  }

  return {
    print(name, definition, owner) {
      const main = isOpen(definition.node)
        ? printOpen(name, definition, owner)
        : printFixed(name, definition, owner);
      return [main, ...module.functions.splice(0)];
    },
  };

  function printFixed(name: Identifier, { node }: Definition, owner: string | undefined): Doc {
    const context = contextFor(name, owner, module);
    const statements = valueStatements(node, VALUE, START, context);
    return checkFunction(code`export function`, failsName(name), statements, context);
  }
}

/** The arguments of a check that is made for a set. */
function setOf(node: Node): Code {
  return hasOpenValues(node) ? code`${VISIBILITIES}, ${ACTIVE}` : code`${VISIBILITIES}`;
}

/** What has no place to break goes to the next line where it does not fit. */
function constantDoc(name: Code, value: Doc): Doc {
  const head = code`const ${name} =`;
  return typeof value === "string"
    ? [group([head, indent([line, value])]), ";"]
    : [head, " ", value, ";"];
}

function checkFunction(
  keyword: Code,
  name: Identifier,
  statements: readonly Statement[],
  context: CheckContext,
): Doc {
  const issues = context.scope.import(CODEGEN, identifier("Issues"), true);
  const [value, reported] = parametersOf(statements);
  const params = [code`${value}: unknown`, code`${reported}?: ${issues}`];
  return functionDoc(keyword, name, params, code`boolean`, [
    ...(statements.length > 0 ? [printBody(statements)] : []),
    code`return false;`,
  ]);
}

/** A check's parameters; one that nothing reads has a mark for the compiler. */
function parametersOf(statements: readonly Statement[]): readonly [Identifier, Identifier] {
  return [
    unusedMark(mentions(statements, VALUE), VALUE),
    unusedMark(mentions(statements, ISSUES), ISSUES),
  ];
}

const ISSUES = identifier("issues");

function unusedMark(isUsed: boolean, name: Identifier): Identifier {
  return isUsed ? name : identifier(`_${name}`);
}

function evaluatorFunction(
  name: Identifier,
  statements: readonly Statement[],
  context: CheckContext,
): Doc {
  const evaluated = context.scope.import(CODEGEN, identifier("Evaluated"), true);
  const used = statements.length > 0;
  const params = used
    ? [code`value: unknown`, code`seen: ${evaluated}`]
    : [code`_value: unknown`, code`_seen: ${evaluated}`];
  return functionDoc(
    code`function`,
    name,
    params,
    code`void`,
    used ? [printStatements(statements)] : [],
  );
}

function functionDoc(
  keyword: Code,
  name: Identifier,
  params: readonly Code[],
  result: Code,
  body: readonly Doc[],
): Doc {
  const list = group([
    "(",
    indent([softline, join([",", { kind: "line", flat: " " }], params)]),
    { kind: "ifBreak", broken: ",", flat: "" },
    softline,
    ")",
  ]);
  const head: Doc = [code`${keyword} ${name}`, list, code`: ${result} {`];
  return body.length === 0 ? [head, "}"] : [head, indent([hardline, stack(body)]), hardline, "}"];
}
