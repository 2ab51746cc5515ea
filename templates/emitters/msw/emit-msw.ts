/**
 * Emits handlers of MSW: for each service over REST a module below `msw/`, whose `handlers` answer every operation with an
 * example of its response.
 */

import {
  camelCase,
  code,
  createInstance,
  hardline,
  identifier,
  indent,
  join,
  jsonLiteral,
  ModuleScope,
  printDoc,
  stringLiteral,
  wholeNode,
  type Code,
  type Doc,
  type Emitter,
  type Fragment,
  type Identifier,
  type Model,
  type Operation,
  type RestBinding,
  type ServiceModel,
} from "proto-gen/emitter/v1";

const HANDLERS = identifier("handlers");
const EXAMPLE = identifier("example");
const MSW = { package: "msw" };

/**
 * The emitter of MSW handlers.
 *
 * @example
 * await generate({ profile: "./profile.json", emitters: [msw()] });
 */
export function msw(): Emitter {
  return { name: "msw", version: "1.0.0", needs: ["types"], emit: emitMsw };
}

function emitMsw(model: Model): Fragment[] {
  return model.services.flatMap((service) => {
    const bound = service.operations.flatMap((operation) =>
      operation.rest === undefined ? [] : [{ operation, rest: operation.rest }],
    );
    return bound.length === 0 ? [] : [handlersModule(service, bound, model)];
  });
}

interface BoundOperation {
  readonly operation: Operation;
  readonly rest: RestBinding;
}

function handlersModule(
  service: ServiceModel,
  bound: readonly BoundOperation[],
  model: Model,
): Fragment {
  const scope = new ModuleScope(`msw/${service.module}`, [HANDLERS, identifier("baseUrl")]);
  const http = scope.import(MSW, identifier("http"));
  const HttpResponse = scope.import(MSW, identifier("HttpResponse"));
  const HttpHandler = scope.importType(MSW, identifier("HttpHandler"));
  const examples: Doc[] = [];
  // The first handler that matches answers: `/orders/search` comes before `/orders/:id`.
  const ordered = [...bound].sort(
    (left, right) => parametersIn(left.rest.path) - parametersIn(right.rest.path),
  );
  const lines = ordered.map(({ operation, rest }): Doc => {
    const example = declareExample(operation, { scope, model, examples });
    const answer =
      example === undefined
        ? code`new ${HttpResponse}(null, { status: ${rest.success} })`
        : code`${HttpResponse}.json(${example}, { status: ${rest.success} })`;
    const path = stringLiteral(pathPattern(rest.path));
    return code`${http}.${methodOf(rest)}(baseUrl + ${path}, () => ${answer}),`;
  });
  const endpoint = stringLiteral(service.rest?.endpoint ?? "*");
  const handlers: Doc = [
    code`/** A handler for each operation. \`baseUrl\` is that of the business; \`*\` stands for any. */`,
    hardline,
    code`export function ${HANDLERS}(baseUrl: string = ${endpoint}): ${HttpHandler}[] {`,
    indent([
      hardline,
      code`return [`,
      indent([hardline, join(hardline, lines)]),
      hardline,
      code`];`,
    ]),
    hardline,
    "}",
  ];
  return {
    path: scope.path,
    imports: scope.imports,
    constants: [],
    declarations: [{ subject: HANDLERS, docs: [...examples, handlers] }],
  };
}

interface ExampleContext {
  readonly scope: ModuleScope;
  readonly model: Model;
  readonly examples: Doc[];
}

/** Declares the example of an operation's response; undefined where it answers without a body. */
function declareExample(
  { id, response }: Operation,
  { scope, model, examples }: ExampleContext,
): Identifier | undefined {
  if (response === undefined) return undefined;
  const value = createInstance(wholeNode(response));
  if (value === undefined) throw new Error(`no example of the response of ${id} was found`);
  const name = scope.claim(camelCase(`${id}_example`, EXAMPLE));
  const type = model.hasType(response)
    ? code`: ${scope.importType(model.typeOf(response), model.nameOf(response))}`
    : code``;
  examples.push(printDoc([code`const ${name}${type} = `, jsonLiteral(value), ";"]));
  return name;
}

const METHODS = ["get", "post", "put", "patch", "delete", "head", "options"] as const;

/** `delete` is a reserved word, and so no identifier. */
function methodOf({ method, path }: RestBinding): Code {
  const known = METHODS.find((each) => each === method);
  if (known === undefined) throw new Error(`MSW has no method ${method}, which ${path} has`);
  return known === "delete" ? code`delete` : identifier(known);
}

function parametersIn(path: string): number {
  return path.split("{").length - 1;
}

/** `/carts/{id}` is `/carts/:id`; what MSW would read as more than text is escaped. */
export function pathPattern(path: string): string {
  let count = 0;
  return path.replace(/\{([^{}]*)\}(\w?)|[^{}]+|[{}]/g, (part, name?: string, next = "") => {
    if (name === undefined) return escapedText(part);
    const own = /^[A-Za-z_]\w*$/.test(name) ? name : `parameter${++count}`;
    // Letters behind a name would belong to it.
    return next === "" ? `:${own}` : `:${own}([^/]+?)${next}`;
  });
}

function escapedText(text: string): string {
  return encodeURI(text.toWellFormed())
    .replace(/%25(?=[0-9A-Fa-f]{2})/g, "%")
    .replace(/[:()+?{}\\]/g, "\\$&");
}
