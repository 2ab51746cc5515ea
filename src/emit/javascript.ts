/**
 * Modules as JavaScript, with declarations beside them: what users' compilers read, and what engines and bundlers run. The
 * modules are complete on their own (`isolatedModules`, `isolatedDeclarations`), so that each is translated alone.
 */

import type * as TypeScript from "typescript";
import type * as Prettier from "prettier";
import { requirePackage } from "../require-package.js";
import { BANNER } from "../source/banner.js";
import { LINE_WIDTH } from "../source/doc.js";
import type { OutputFile } from "./output-file.js";

/** @returns the files, each module of TypeScript as two; others unchanged */
export async function toJavaScript(files: readonly OutputFile[]): Promise<OutputFile[]> {
  const ts = requirePackage("typescript") as typeof TypeScript;
  const prettier = (await import("prettier")) as typeof Prettier;
  const compilerOptions: TypeScript.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    isolatedModules: true,
    isolatedDeclarations: true,
    declaration: true,
    strict: true,
    // No description says so by chance: `comment.ts` writes the tag as text.
    stripInternal: true,
  };
  const format = (content: string, parser: string): Promise<string> =>
    prettier.format(content.replace(DECLARATION, "\n"), { parser, printWidth: LINE_WIDTH });
  const translate = async (file: OutputFile): Promise<OutputFile[]> => {
    const stem = MODULE.exec(file.path)?.[1];
    if (stem === undefined) return [file];
    const fileName = `${stem.split("/").at(-1)}.ts`;
    const declarations = ts.transpileDeclaration(file.content, { compilerOptions, fileName });
    const transformers = { after: [dotted(ts)] };
    const code = ts.transpileModule(file.content, { compilerOptions, fileName, transformers });
    return [
      { ...file, path: `${stem}.js`, content: await format(code.outputText, "babel") },
      {
        path: `${stem}.d.ts`,
        content: await format(`${BANNER}\n${declarations.outputText}`, "typescript"),
      },
    ];
  };
  return (await Promise.all(files.map(translate))).flat();
}

/**
 * `object["id"]` as `object.id`. TypeScript keeps the brackets: with `noPropertyAccessFromIndexSignature`, which some users
 * have, the compiler demands them.
 */
function dotted(ts: typeof TypeScript): TypeScript.TransformerFactory<TypeScript.SourceFile> {
  return (context) => {
    const visit = (node: TypeScript.Node): TypeScript.Node => {
      const visited = ts.visitEachChild(node, visit, context);
      return ts.isElementAccessExpression(visited) &&
        visited.questionDotToken === undefined &&
        ts.isStringLiteral(visited.argumentExpression) &&
        IDENTIFIER.test(visited.argumentExpression.text)
        ? ts.factory.createPropertyAccessExpression(
            visited.expression,
            visited.argumentExpression.text,
          )
        : visited;
    };
    return (file) => ts.visitEachChild(file, visit, context);
  };
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** The path of a module, without what it ends in. */
export const MODULE = /^(.*)(?<!\.d)\.ts$/;

/** Where a blank line is to stand again: the compiler drops them. */
const DECLARATION =
  /(?<=[;}]\n)(?=\/\*\*|(?:export )?(?:declare )?(?:async )?(?:function|interface|type) |export (?:declare )?const )/g;
