/**
 * A wall, which needs types: text is cut to a length in `runtime/text/printable-text.ts` only. Everything else that takes a part of a text
 * takes it at a place that it has found there.
 */

import { readdirSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { repository } from "../support/published.js";

const PLACES = ["src", "templates"];
const HOME = "src/runtime/text/printable-text.ts";
const CUTTERS = ["slice", "substring", "substr"];
/** What is cut there is ASCII, or white space, and nobody reads what is left of the last one. */
const ALLOWED: Readonly<Record<string, string>> = {
  "src/lint/rule.ts": "sha256(JSON.stringify(identity)).slice(0, 32)",
  "src/text/edit-json.ts": "text.slice(open, open + MAX_INDENT)",
  "src/text/first-sentence.ts": "sentence.slice(-12)",
  "src/text/path-segment.ts": "named.slice(0, MAX_LENGTH - 9)",
  "src/text/words.ts": "name.slice(0, MAX_LOCAL_NAME)",
  "src/review/dates.ts": "date.toISOString().slice(0, 10)",
  "src/diff/walk/change-collector.ts": "sha256(JSON.stringify(parts)).slice(0, FINGERPRINT_DIGITS)",
  "src/model/instance/wording.ts": "name.slice(0, -3)",
  // A field of HTTP is bytes, one for each unit.
  "src/runtime/client/read-answer.ts": "String(contentType).slice(0, 80)",
  "src/runtime/formats/date-time.ts": "value.slice(8, 10); value.slice(0, 10)",
  "src/runtime/formats/host.ts": "value.slice(from + 1, from + 6); value.slice(from + 6, end)",
  "src/runtime/json/scan-token.ts": "text.slice(at, at + 20)",
  "src/cli/commands/init/fill-project.ts":
    'path.basename(target).toLowerCase().replace(/[^a-z0-9._-]+/g, "-").replace(/^[._-]+|[._-]+$/g, "").slice(0, MAX_NAME_LENGTH)',
  "templates/mock/seeded-ids.ts": "hash.slice(0, LENGTH)",
  "templates/storefront/src/warehouse/sandbox-warehouse.ts":
    'createHash("sha256").update(id).digest("hex").slice(0, 16)',
  "src/runtime/commerce/fulfillment/check-parts.ts": "text.trim().slice(-2_000)",
};

function filesIn(place: string): string[] {
  return readdirSync(path.join(repository, place), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(place, name.split(path.sep).join("/")))
    .filter(
      (name) =>
        /\.ts$/.test(name) && !/\/(?:dist|node_modules|generated|test)\/|\.d\.ts$/.test(name),
    );
}

/** True for a number that does not depend on the text: a literal beyond 2, or a constant in capitals. */
function isFixed(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll("_", "")) > 2;
  if (ts.isIdentifier(node)) return /^[A-Z][A-Z\d_]*$/.test(node.text);
  if (ts.isPrefixUnaryExpression(node)) return isFixed(node.operand);
  if (ts.isParenthesizedExpression(node)) return isFixed(node.expression);
  return ts.isBinaryExpression(node) && (isFixed(node.left) || isFixed(node.right));
}

function cutsOf(source: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const { expression: of, name } = node.expression;
    if (!CUTTERS.includes(name.text) || !node.arguments.some(isFixed)) return;
    const type = checker.getTypeAtLocation(of);
    if ((type.flags & ts.TypeFlags.StringLike) === 0) return;
    found.push(node.getText(source).replace(/\n\s*/g, ""));
  };
  visit(source);
  return found;
}

const OPTIONS: ts.CompilerOptions = {
  ...{ noEmit: true, skipLibCheck: true, strict: true, types: ["node"] },
  ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext },
};

/** By their files below the repository: `src/file.ts` and the calls that cut. */
function cutsIn(files: readonly string[], program: ts.Program): ReadonlyMap<string, string> {
  const checker = program.getTypeChecker();
  return new Map(
    files.flatMap((name) => {
      const source = program.getSourceFile(path.join(repository, name));
      if (source === undefined) throw new Error(`there is no ${name}`);
      const cuts = cutsOf(source, checker);
      return cuts.length === 0 || name === HOME ? [] : [[name, cuts.join("; ")] as const];
    }),
  );
}

it("is cut to a length in one place only, or is ASCII", () => {
  const files = PLACES.flatMap(filesIn);
  const program = ts.createProgram(
    files.map((name) => path.join(repository, name)),
    OPTIONS,
  );
  expect(Object.fromEntries(cutsIn(files, program))).toEqual(ALLOWED);
});

it.each(["text.slice(0, 100)", "text.substring(0, LIMIT)", "text.substr(1, 2 * LIMIT - 1)"])(
  "is not cut as in %s",
  (call) => {
    const name = "src/runtime/text/imagined.ts";
    const file = path.join(repository, name);
    const text = `const LIMIT = 9; export const f = (text: string, list: string[]) => [${call}, list.slice(0, LIMIT), text.slice(1)];`;
    const host = ts.createCompilerHost(OPTIONS);
    const { getSourceFile, fileExists } = host;
    host.fileExists = (asked) => asked === file || fileExists(asked);
    host.getSourceFile = (asked, version) =>
      asked === file ? ts.createSourceFile(asked, text, version) : getSourceFile(asked, version);
    const program = ts.createProgram([file], OPTIONS, host);
    expect(cutsIn([name], program)).toEqual(new Map([[name, call]]));
  },
);
