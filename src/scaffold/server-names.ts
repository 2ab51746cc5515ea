/**
 * The local names that a module imports `Handlers` and `createServer` under; and `OtherHandlers` of the generated `business`, which
 * lacks those that `createBusiness` answers.
 */

import { Node, type ImportDeclaration, type SourceFile, type TypeNode } from "ts-morph";
import type { ServerImport } from "./server-import.js";

export interface ServerNames {
  isHandlers(type: TypeNode | undefined): boolean;
  isCreateServer(callee: Node): boolean;
}

const BUSINESS_MODULE = /\/business(\.[jt]s)?$/;

/** The name of `OtherHandlers` in this module; undefined if it is not imported. */
export function otherHandlersName(source: SourceFile): string | undefined {
  return source
    .getImportDeclarations()
    .filter((each) => BUSINESS_MODULE.test(each.getModuleSpecifierValue()))
    .flatMap((each) => each.getNamedImports())
    .filter((each) => each.getName() === "OtherHandlers")
    .map((each) => each.getAliasNode()?.getText() ?? each.getName())[0];
}

export function resolveServerNames(source: SourceFile, server: ServerImport): ServerNames {
  const others = otherHandlersName(source);
  const handlers = new Set<string>(others === undefined ? [] : [others]);
  const functions = new Set<string>();
  for (const declaration of serverImports(source, server)) {
    const namespace = declaration.getNamespaceImport()?.getText();
    if (namespace !== undefined) {
      handlers.add(`${namespace}.Handlers`);
      functions.add(`${namespace}.createServer`);
    }
    for (const each of declaration.getNamedImports()) {
      const local = each.getAliasNode()?.getText() ?? each.getName();
      if (each.getName() === "Handlers") handlers.add(local);
      if (each.getName() === "createServer") functions.add(local);
    }
  }
  const isHandlers = (type: TypeNode | undefined): boolean => {
    if (Node.isImportTypeNode(type)) return isImported(type.getText(), server);
    if (!Node.isTypeReference(type)) return false;
    const name = type.getTypeName().getText();
    const [only] = type.getTypeArguments();
    if (only !== undefined) return WRAPPERS.has(name) && isHandlers(only);
    return handlers.has(name);
  };
  return { isHandlers, isCreateServer: (callee) => functions.has(callee.getText()) };
}

/** Imports of the server; what looks like an alias of it counts only where no path leads there. */
function serverImports(source: SourceFile, server: ServerImport): readonly ImportDeclaration[] {
  const imports = source.getImportDeclarations();
  const exact = imports.filter((each) => server.isServerPath(each.getModuleSpecifierValue()));
  return exact.length > 0
    ? exact
    : imports.filter((each) => server.mayBeServerAlias(each.getModuleSpecifierValue()));
}

/** Types with the same members, or promises of them. */
const WRAPPERS: ReadonlySet<string> = new Set(["Readonly", "Required", "Promise"]);

/** `import("./generated/server.js").Handlers`. */
function isImported(text: string, server: ServerImport): boolean {
  const [, specifier] = /^import\(\s*["']([^"']*)["']\s*\)\.Handlers$/.exec(text) ?? [];
  return (
    specifier !== undefined &&
    (server.isServerPath(specifier) || server.mayBeServerAlias(specifier))
  );
}
