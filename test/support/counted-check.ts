/**
 * One schema's emitted validator, in which steps are counted: each call of a function and each turn of a loop, in the
 * emitted source and in all of the runtime that it calls, and each element that a call copies.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Check, Validator } from "@proto-gen/runtime/codegen/v1";
import { build } from "esbuild";
import ts from "typescript";
import { emitStandalone } from "../../src/emit/validators/standalone.js";
import type { Definition } from "../../src/model/node.js";
import { outDirectory, repository } from "./published.js";

/** Where instrumented modules count: they are of several files. */
const COUNTER = "protoGenSteps";

const counter = { steps: 0 };
Object.assign(globalThis, { [COUNTER]: counter });

/** What a function returns, and the steps that it took. */
export function countSteps<Result>(run: () => Result): readonly [result: Result, steps: number] {
  const before = counter.steps;
  const result = run();
  return [result, counter.steps - before];
}

/** The runtime that checks import, instrumented: the file of one module. */
export async function buildCountedRuntime(name: string): Promise<string> {
  const outfile = path.join(outDirectory, name, "runtime.mjs");
  await build({
    entryPoints: [path.join(repository, "src/runtime/codegen/v1/index.ts")],
    outfile,
    bundle: true,
    format: "esm",
    logLevel: "error",
    plugins: [
      {
        name: "count",
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, async ({ path: file }) => ({
            contents: instrument(await readFile(file, "utf8")),
            loader: "js",
          }));
        },
      },
    ],
  });
  return outfile;
}

/** The validator of a definition; `runtime` is the file of the runtime that it calls. */
export async function compileCounted(
  definition: Definition,
  { file, runtime }: { readonly file: string; readonly runtime: string },
): Promise<Validator<unknown>> {
  const source = emitStandalone(definition, {
    assertFormats: true,
    runtime: pathToFileURL(runtime).href,
  });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, instrument(source));
  const { valueStops } = (await import(pathToFileURL(file).href)) as { readonly valueStops: Check };
  const { validator } = (await import(pathToFileURL(runtime).href)) as {
    readonly validator: (fails: Check) => Validator<unknown>;
  };
  return validator(valueStops);
}

function instrument(source: string): string {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
    transformers: { after: [counting] },
  });
  return `const ${COUNTER} = globalThis.${COUNTER};\n${outputText}\n${COUNT_ELEMENTS}\n`;
}

const COUNT_ELEMENTS = `function countElements(list) {
  if (Array.isArray(list)) ${COUNTER}.steps += list.length;
  return list;
}`;

/** Methods that copy, without calling anything for each element. */
const COPIES: ReadonlySet<string> = new Set(["splice", "slice", "split", "keys", "concat"]);

function counting(context: ts.TransformationContext): ts.Transformer<ts.SourceFile> {
  const { factory } = context;
  const step = (): ts.Expression =>
    factory.createPostfixIncrement(
      factory.createPropertyAccessExpression(factory.createIdentifier(COUNTER), "steps"),
    );
  const counted = (block: ts.Block): ts.Block =>
    factory.updateBlock(block, [factory.createExpressionStatement(step()), ...block.statements]);
  const loop = (body: ts.Statement): ts.Block =>
    counted(ts.isBlock(body) ? body : factory.createBlock([body]));

  function visit(node: ts.Node): ts.Node {
    const inner = ts.visitEachChild(node, visit, context);
    if (ts.isFunctionDeclaration(inner) && inner.body !== undefined)
      return factory.updateFunctionDeclaration(
        inner,
        ...[inner.modifiers, inner.asteriskToken, inner.name, inner.typeParameters],
        ...[inner.parameters, inner.type, counted(inner.body)],
      );
    if (ts.isMethodDeclaration(inner) && inner.body !== undefined)
      return factory.updateMethodDeclaration(
        inner,
        ...[inner.modifiers, inner.asteriskToken, inner.name, inner.questionToken],
        ...[inner.typeParameters, inner.parameters, inner.type, counted(inner.body)],
      );
    if (ts.isArrowFunction(inner)) {
      const body = ts.isBlock(inner.body)
        ? counted(inner.body)
        : factory.createComma(step(), inner.body);
      return factory.updateArrowFunction(
        inner,
        ...[inner.modifiers, inner.typeParameters, inner.parameters, inner.type],
        ...[
          inner.equalsGreaterThanToken,
          ts.isBlock(body) ? body : factory.createParenthesizedExpression(body),
        ],
      );
    }
    if (ts.isForStatement(inner))
      return factory.updateForStatement(
        inner,
        ...[inner.initializer, inner.condition, inner.incrementor, loop(inner.statement)],
      );
    if (ts.isForOfStatement(inner))
      return factory.updateForOfStatement(
        inner,
        ...[inner.awaitModifier, inner.initializer, inner.expression, loop(inner.statement)],
      );
    if (ts.isWhileStatement(inner))
      return factory.updateWhileStatement(inner, inner.expression, loop(inner.statement));
    if (
      ts.isCallExpression(inner) &&
      ts.isPropertyAccessExpression(inner.expression) &&
      COPIES.has(inner.expression.name.text)
    )
      return factory.createCallExpression(factory.createIdentifier("countElements"), undefined, [
        inner,
      ]);
    return inner;
  }
  return (file) => ts.visitEachChild(file, visit, context);
}
