/**
 * The shape of a generated tree: what its modules are made of, names and literal values aside. In: files. Out: a text
 * that two trees share where one is the other with other names. Members, statements and files stand in any order, since
 * many are sorted by name.
 */

import ts from "typescript";
import type { OutputFile } from "../../../src/emit/output-file.js";

/** Nodes whose children's order is that of names. */
const UNORDERED: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.SourceFile,
  ts.SyntaxKind.ObjectLiteralExpression,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.TypeLiteral,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.UnionType,
  ts.SyntaxKind.IntersectionType,
  ts.SyntaxKind.NamedImports,
  ts.SyntaxKind.NamedExports,
]);

export function shapeOf(files: readonly OutputFile[]): string {
  return files
    .filter(({ path }) => path.endsWith(".ts"))
    .map(fileShape)
    .sort()
    .join("\n");
}

function fileShape({ path, content }: OutputFile): string {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.ESNext, true);
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: readonly unknown[] };
  const { referencedFiles, typeReferenceDirectives, libReferenceDirectives, amdDependencies } =
    source;
  const steering = [
    ...[referencedFiles, typeReferenceDirectives, libReferenceDirectives, amdDependencies].flat(),
    ...((source as unknown as { commentDirectives?: readonly unknown[] }).commentDirectives ?? []),
    ...Object.keys(
      Object.fromEntries((source as unknown as { pragmas: Map<string, unknown> }).pragmas),
    ),
  ];
  return `${parseDiagnostics.length} problems, ${steering.length} directives: ${shape(source)}`;
}

function shape(node: ts.Node): string {
  if (ts.isIdentifier(node)) return "name";
  if (ts.isPropertyName(node)) return "name";
  if (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node)) return "text";
  if (ts.isNumericLiteral(node)) return "number";
  if (ts.isShorthandPropertyAssignment(node)) return "PropertyAssignment(name,name)";
  // A name that another has already is imported or exported as another.
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) return "specifier";
  // What is returned stands in parentheses where it takes several lines.
  if (ts.isParenthesizedExpression(node)) return shape(node.expression);
  const children: string[] = [];
  ts.forEachChild(node, (child) => {
    children.push(shape(child));
  });
  if (UNORDERED.has(node.kind)) children.sort();
  return `${ts.SyntaxKind[node.kind]}(${children.join()})`;
}
