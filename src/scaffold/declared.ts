/** What a name of a module stands for, by syntax alone. In: an expression. Out: the expression that it is. */

import { Node, type CallExpression, type Identifier } from "ts-morph";

/** Without parentheses, `satisfies`, `as`, `!` and `Object.freeze`. */
export function unwrapped(node: Node | undefined): Node | undefined {
  if (
    Node.isParenthesizedExpression(node) ||
    Node.isSatisfiesExpression(node) ||
    Node.isAsExpression(node) ||
    Node.isNonNullExpression(node) ||
    Node.isAwaitExpression(node)
  )
    return unwrapped(node.getExpression());
  return Node.isCallExpression(node) && isFreeze(node) ? unwrapped(node.getArguments()[0]) : node;
}

export function isFreeze(call: CallExpression): boolean {
  return call.getExpression().getText() === "Object.freeze";
}

/** The initializer of the `const` that a name is in its scope; undefined where it is anything else. */
export function declaredAs(name: Identifier): Node | undefined {
  const declaration = name.getSymbol()?.getValueDeclaration();
  if (!Node.isVariableDeclaration(declaration)) return undefined;
  const isConst = declaration.getVariableStatement()?.getDeclarationKind() === "const";
  return isConst ? unwrapped(declaration.getInitializer()) : undefined;
}
