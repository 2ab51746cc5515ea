/**
 * The walls of DESIGN §2, kept by reading every module of src with the TypeScript parser. Type-only
 * imports count too: a type is knowledge.
 */

import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const SOURCE = fileURLToPath(new URL("../src/", import.meta.url));

/** In the order of the pipeline: a stage knows the ones before it, and no later one. */
const STAGES = ["load", "negotiate", "compose", "model", "emit", "write"];
const BASE = [
  ...[
    "errors.ts",
    "errors/",
    "budgets.ts",
    "group-by.ts",
    "require-package.ts",
    "text/",
    "findings/",
  ],
  ...["facts/", "json-schema/", "keywords/", "pattern-analysis/", "source/"],
];
/** It could be a package of its own: it knows nothing of this project. */
const PATTERN_ANALYSIS = "pattern-analysis/";
/** Beside the pipeline: what joins the stages, and what is in front of them. */
const ABOVE = [
  ...["bundler/", "check-profile/", "cli/", "config/", "diff/", "explain/", "lint/", "mock/"],
  ...["release/", "resolve/", "review/", "scaffold/", "starter/", "target/", "validate/", "watch/"],
  ...["generate.ts", "interpret.ts", "interpretation.ts", "index.ts"],
];
/** Knows the codes of all stages, and no stage itself. */
const EXPLAIN = "explain/";
/** Lists of rules, each of which carries its explanation: only `explain` reads them for that. */
const RULE_LISTS = ["lint/rule.ts", "lint/rules.ts"];
/** Who may know what a code means at length. */
const EXPLAIN_READERS = ["cli/commands/explain/", "cli/explain/", EXPLAIN];
/** Commands that show what an emitter would print, and the one module that runs it. */
const EMITTER_READERS = [
  "cli/commands/list/",
  "cli/commands/inspect/",
  "validate/compile-subject.ts",
];
/** They import what was printed or built a moment ago, or what a project has, so that its path cannot be read here. */
const SOURCE_IMPORTERS = [
  ...["config/load-config.ts", "mock/open-mock.ts", "validate/import-source.ts"],
];
/** What every emitter may use. */
const EMIT_SHARED = ["schema"];
const DISK_FOLDERS = [
  ...["load/", "write/", "cli/", "mock/", "watch/"],
  ...["config/find-config.ts", "config/load-config.ts"],
];
/** What opens a mock, and the plugin of bundlers, read the environment that names the cache. */
const PROCESS_FOLDERS = ["cli/", "bundler/plugin.ts", "mock/open-mock.ts"];
/** A worker loads a library there while the pipeline runs. */
const WORKER_FOLDERS = ["emit/openapi/types/"];
/** The table, and examples: none of them decides anything. */
const DATE_WRITERS = ["facts/facts.ts", "explain/", "keywords/formats.ts", "lint/rules/"];
const DISK = ["fs", "fs/promises"];
/** What puts a server onto Node, and what fetches on it: the places that may use it, and what of it. */
const NODE_FOLDERS = ["runtime/node/", "runtime/guarded-fetch/"];
/** They listen for signals, look for a faster digest, and hand NODE_OPTIONS to a worker. */
const PROCESS_READERS = [
  "emit/openapi/types/",
  "runtime/node/",
  "runtime/digest/",
  "runtime/storage/sqlite/sqlite-database.ts",
];
/** A server in development that was given no log, and a process that begins or cannot. */
const CONSOLE_WRITERS = ["runtime/server/create-server.ts", "runtime/node/start-business.ts"];
const NODE_MODULES: Readonly<Record<string, readonly string[]>> = {
  "runtime/node/": ["events", "http", "https", "net", "process", "stream", "tls"],
  "runtime/guarded-fetch/": ["dns/promises", "events", "http", "net", "tls"],
};
/** Text becomes source there, escaped or as the package brings it. */
const CODE_MAKERS = [
  "source/code.ts",
  "source/comment.ts",
  "source/doc.ts",
  "source/literal.ts",
  "emit/stubs/fill-template.ts",
];
/** Types of strings that these modules alone can make, by a check or by escaping. */
const BRANDS: Readonly<Record<string, readonly string[]>> = {
  Identifier: ["text/identifier.ts"],
  Code: ["source/code.ts"],
  Line: ["text/line.ts", "cli/color.ts"],
  Printable: [
    ...["text/line.ts", "text/json-output.ts", "text/markdown.ts", "findings/github.ts"],
    ...["cli/completion/complete.ts", "cli/reporter.ts", "diff/report/html/html-report.ts"],
  ],
};
/** Print the package's own prose, which no document has a part in. */
const OWN_PROSE: Readonly<Record<string, readonly string[]>> = {
  ownLine: ["text/line.ts", "cli/table.ts", "cli/commands/explain/"],
  ownText: ["text/line.ts", "cli/program.ts", "cli/commands/completion/"],
  ownTable: ["cli/table.ts", "cli/commands/explain/"],
};
/** Where the process's streams become the host's. */
const STREAMS = "cli/host.ts";
/** Where nodes of Markdown are made, and printed. */
const MARKDOWN = "text/markdown.ts";
/** What edits the user's own files. */
const EDITING_PACKAGES = ["ts-morph", "prettier"];
/** JavaScript comes from the compiler, which has no layout of its own. */
const EDITING_FOLDERS = ["scaffold/", "emit/javascript.ts"];
const NETWORK = ["http", "http2", "https", "net", "tls", "dgram", "dns", "dns/promises", "undici"];
const PROCESS = ["process", "readline", "readline/promises", "tty", "child_process"];
const WORKERS = ["worker_threads", "cluster"];
/** Packages that the runtime may import, and where: those of a place are optional to everyone else. */
const RUNTIME_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  canonicalize: ["runtime/jose/"],
  "fast-check": ["runtime/testing/"],
  libsql: ["runtime/storage/sqlite/"],
  jose: ["runtime/jose/"],
  "sorted-btree": ["runtime/storage/"],
  "structured-headers": ["runtime/server/", "runtime/signature/"],
  "@modelcontextprotocol/client": ["runtime/client/mcp/"],
  "@modelcontextprotocol/server": ["runtime/mcp/"],
};
/** Folders that need a package that not everyone has. */
const OPTIONAL_FOLDERS = [
  "runtime/client/mcp/",
  "runtime/jose/",
  "runtime/mcp/",
  "runtime/testing/",
];
/** Who calls others, for whoever uses the runtime. */
const NETWORK_FOLDERS = ["runtime/client/"];

interface Import {
  readonly specifier: string;
  readonly line: number;
}

interface Module {
  /** Below src, with `/`. */
  readonly name: string;
  readonly source: ts.SourceFile;
  readonly imports: readonly Import[];
}

function parse(name: string, text: string): Module {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  return { name, source, imports: importsOf(source) };
}

const MODULES = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .map((name) => name.split(path.sep).join("/"))
  .filter(
    (name) =>
      name.endsWith(".ts") && !name.endsWith(".d.ts") && !/(^|\/)(dist|node_modules)\//.test(name),
  )
  .sort()
  .map((name) => parse(name, readFileSync(path.join(SOURCE, name), "utf8")));

function nodesOf(root: ts.Node): ts.Node[] {
  const nodes = [root];
  for (const node of nodes) ts.forEachChild(node, (child) => void nodes.push(child));
  return nodes;
}

/** `import`, `export ... from`, `import()` and `import("...")` as a type. */
function importsOf(source: ts.SourceFile): Import[] {
  return nodesOf(source).flatMap((node) => {
    const specifier = specifierOf(node);
    return specifier === undefined ? [] : [{ specifier, line: lineOf(source, node) }];
  });
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    return textOf(node.moduleSpecifier);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return textOf(node.argument.literal);
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const imports =
    expression.kind === ts.SyntaxKind.ImportKeyword || expression.getText() === "require";
  return imports ? (textOf(node.arguments[0]) ?? "(computed)") : undefined;
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

function lineOf(source: ts.SourceFile, node: ts.Node): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

function within(name: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith("/") ? name.startsWith(place) : name === place));
}

/** The module of src that a relative import names. */
function targetOf({ name }: Module, { specifier }: Import): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return path.posix.join(path.posix.dirname(name), specifier).replace(/\.js$/, ".ts");
}

function builtinOf({ specifier }: Import): string | undefined {
  const bare = specifier.replace(/^node:/, "");
  return specifier.startsWith("node:") || builtinModules.includes(bare) ? bare : undefined;
}

type Rule = (module: Module) => readonly string[];

/** `src/file.ts:line what`, so that a failure can be opened. */
function breach({ name }: Module, line: number, what: string): string {
  return `src/${name}:${line} ${what}`;
}

function importRule(forbids: (module: Module, each: Import) => string | undefined): Rule {
  return (module) =>
    module.imports.flatMap((each) => {
      const what = forbids(module, each);
      return what === undefined ? [] : [breach(module, each.line, what)];
    });
}

function nodeRule(forbids: (node: ts.Node, module: Module) => string | undefined): Rule {
  return (module) =>
    nodesOf(module.source).flatMap((node) => {
      const what = forbids(node, module);
      return what === undefined ? [] : [breach(module, lineOf(module.source, node), what)];
    });
}

function stageOf(name: string): number {
  return STAGES.indexOf(name.split("/")[0] ?? "");
}

const stageOrder = importRule((module, each) => {
  const target = targetOf(module, each);
  const stage = stageOf(module.name);
  if (target === undefined || stage < 0 || within(target, BASE)) return undefined;
  const other = stageOf(target);
  return other >= 0 && other <= stage ? undefined : `${STAGES[stage]} imports ${target}`;
});

const baseLayer = importRule((module, each) => {
  const target = targetOf(module, each);
  if (target === undefined || !within(module.name, BASE)) return undefined;
  return within(target, BASE) ? undefined : `the base layer imports ${target}`;
});

const patternAnalysisAlone = importRule((module, each) => {
  const target = targetOf(module, each);
  if (!module.name.startsWith(PATTERN_ANALYSIS)) return undefined;
  const isAllowed =
    target?.startsWith(PATTERN_ANALYSIS) ?? each.specifier === "@eslint-community/regexpp";
  return isAllowed ? undefined : `the pattern analysis imports ${each.specifier}`;
});

/** The folder of an emitter; undefined for what is shared and for other stages. */
function emitterOf(name: string): string | undefined {
  const [stage, folder, ...rest] = name.split("/");
  if (stage !== "emit" || rest.length === 0 || folder === undefined) return undefined;
  return EMIT_SHARED.includes(folder) ? undefined : folder;
}

const emittersApart = importRule((module, each) => {
  const target = targetOf(module, each);
  const theirs = target === undefined ? undefined : emitterOf(target);
  const lists = within(module.name, ["emit/emit.ts", ...EMITTER_READERS]);
  if (theirs === undefined || lists || theirs === emitterOf(module.name)) return undefined;
  return `imports the emitter ${theirs}: ${target}`;
});

const diskAtTheEdges = importRule((module, each) =>
  DISK.includes(builtinOf(each) ?? "") && !within(module.name, DISK_FOLDERS)
    ? `touches the disk: ${each.specifier}`
    : undefined,
);

const NETWORK_GLOBALS = ["fetch", "WebSocket", "XMLHttpRequest", "EventSource"];

const noNetworkModules = importRule((module, each) =>
  NETWORK.includes(builtinOf(each) ?? each.specifier) && !within(module.name, NODE_FOLDERS)
    ? `imports ${each.specifier}`
    : undefined,
);

const noNetworkGlobals = nodeRule((node, { name }) =>
  isGlobal(node, NETWORK_GLOBALS) && !within(name, NETWORK_FOLDERS)
    ? `uses ${node.getText()}`
    : undefined,
);

const processInCli = importRule((module, each) =>
  PROCESS.includes(builtinOf(each) ?? "") &&
  !within(module.name, [...PROCESS_FOLDERS, ...NODE_FOLDERS])
    ? `imports ${each.specifier}`
    : undefined,
);

const workersInTheirFolder = importRule((module, each) =>
  WORKERS.includes(builtinOf(each) ?? "") && !within(module.name, WORKER_FOLDERS)
    ? `imports ${each.specifier}`
    : undefined,
);

const processGlobalInCli = nodeRule((node, module) =>
  isGlobal(node, within(module.name, PROCESS_READERS) ? ["console"] : ["process", "console"]) &&
  !CONSOLE_WRITERS.includes(module.name) &&
  !within(module.name, PROCESS_FOLDERS)
    ? `uses ${node.getText()}`
    : undefined,
);

/** An identifier that names a value and is neither a member's name nor declared in the module. */
function isGlobal(node: ts.Node, names: readonly string[]): boolean {
  if (!ts.isIdentifier(node) || !names.includes(node.text)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return parent.expression.getText() === "globalThis";
  }
  const isMember =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent);
  return !(isMember && parent.name === node);
}

function nodeModulesOf({ name }: Module): readonly string[] {
  return NODE_FOLDERS.flatMap((folder) =>
    name.startsWith(folder) ? (NODE_MODULES[folder] ?? []) : [],
  );
}

const runtimeAlone = importRule((module, each) => {
  if (!module.name.startsWith("runtime/")) return undefined;
  const target = targetOf(module, each);
  if (target !== undefined)
    return target.startsWith("runtime/") ? undefined : `leaves the runtime: ${target}`;
  const builtin = builtinOf(each);
  if (builtin !== undefined && within(module.name, NODE_FOLDERS))
    return nodeModulesOf(module).includes(builtin) ? undefined : `imports ${each.specifier}`;
  const places = RUNTIME_PACKAGES[each.specifier] ?? [];
  return within(module.name, places) ? undefined : `imports ${each.specifier}`;
});

/** Whoever imports a module that needs an optional package needs it, too. */
const optionalApart = importRule((module, each) => {
  const target = targetOf(module, each);
  const place = OPTIONAL_FOLDERS.find((folder) => target?.startsWith(folder));
  if (place === undefined || module.name.startsWith(place)) return undefined;
  return `makes everyone need the packages of ${place}: ${target}`;
});

/** Whoever imports it runs on Node alone. */
const nodeApart = importRule((module, each) => {
  const target = targetOf(module, each);
  if (target === undefined || within(module.name, NODE_FOLDERS)) return undefined;
  return within(target, NODE_FOLDERS) ? `imports ${target}` : undefined;
});

/** The generator uses the runtime as its users do: by export path. */
const runtimeByPackage = importRule((module, each) => {
  const target = targetOf(module, each);
  if (target === undefined || module.name.startsWith("runtime/")) return undefined;
  return target.startsWith("runtime/") ? `reaches into the runtime: ${target}` : undefined;
});

/** What a library does, its command line calls, never the other way round. */
const cliOnTop = importRule((module, each) => {
  const target = targetOf(module, each);
  if (target?.startsWith("cli/") !== true || module.name.startsWith("cli/")) return undefined;
  return `imports the command line: ${target}`;
});

const explainAlone = importRule((module, each) => {
  const target = targetOf(module, each);
  if (target === undefined || !module.name.startsWith(EXPLAIN)) return undefined;
  return within(target, [EXPLAIN, ...BASE, ...RULE_LISTS])
    ? undefined
    : `explain imports ${target}`;
});

/** A table of prose, which only who asks for it needs to load. */
const explainApart = importRule((module, each) => {
  const target = targetOf(module, each);
  if (target?.startsWith(EXPLAIN) !== true || within(module.name, EXPLAIN_READERS))
    return undefined;
  return `imports ${target}`;
});

/** They take long to load, and a run with nothing to do must not. */
const editingApart = importRule((module, { specifier }) =>
  EDITING_PACKAGES.includes(specifier) && !within(module.name, EDITING_FOLDERS)
    ? `imports ${specifier}`
    : undefined,
);

const noAny = nodeRule((node) =>
  node.kind === ts.SyntaxKind.AnyKeyword ? "has the type any" : undefined,
);

const noDefaultExport = nodeRule((node) => {
  const isDefault =
    ts.isExportAssignment(node) ||
    node.kind === ts.SyntaxKind.DefaultKeyword ||
    (ts.isExportSpecifier(node) && node.name.text === "default");
  // `default:` of a switch is a clause, whose keyword is no node.
  return isDefault ? "exports a default" : undefined;
});

const jsSuffix = importRule((_, { specifier }) =>
  specifier.startsWith(".") && !specifier.endsWith(".js")
    ? `imports ${specifier} without .js`
    : undefined,
);

const kebabCase: Rule = (module) =>
  module.name.split("/").every((part) => /^[a-z0-9]+(-[a-z0-9]+)*(\.ts)?$/.test(part))
    ? []
    : [breach(module, 1, "is not in kebab case")];

const staticPaths = importRule(({ name }, { specifier }) =>
  specifier === "(computed)" && !SOURCE_IMPORTERS.includes(name)
    ? "imports a computed path"
    : undefined,
);

/** Text becomes code by import alone, and in one module. */
const noEvaluation = nodeRule((node) => {
  if (isGlobal(node, ["eval"])) return "uses eval";
  const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
  return isCall && node.expression.getText() === "Function"
    ? "makes a function of a text"
    : undefined;
});

/** `as Identifier` would make any text a name. */
const brandsAtHome = nodeRule((node, { name }) => {
  if (!ts.isAsExpression(node) && !ts.isTypeAssertionExpression(node)) return undefined;
  const type = node.type.getText();
  const makers = Object.hasOwn(BRANDS, type) ? BRANDS[type] : undefined;
  return makers === undefined || makers.includes(name) ? undefined : `says as ${type}`;
});

const ownProseAtHome = nodeRule((node, { name }) => {
  if (!ts.isIdentifier(node) || !Object.hasOwn(OWN_PROSE, node.text)) return undefined;
  return within(name, OWN_PROSE[node.text] ?? []) ? undefined : `calls text its own: ${node.text}`;
});

/** Everything that is printed goes through the host's outputs, which take `Printable` alone. */
const printsThroughHost = nodeRule((node, { name }) => {
  if (name === STREAMS || CONSOLE_WRITERS.includes(name)) return undefined;
  if (isGlobal(node, ["console"])) return "uses console";
  if (ts.isPropertyAccessExpression(node) && /^process\.std(?:out|err)$/.test(node.getText()))
    return `uses ${node.getText()}`;
  return ts.isStringLiteral(node) && node.text === "inherit" ? "lends its output" : undefined;
});

/** A value that begins a line is whatever a document says. */
const linesBeginWithWords = nodeRule((node) => {
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== "line") return undefined;
  const { template } = node;
  const start = ts.isTemplateExpression(template) ? template.head.text : template.text;
  return /^[^\s:#]/.test(start) ? undefined : "begins a line with a value";
});

/** `hint`, and `message` where `place` stands beside it in `related`, are printed as lines. */
const hintsBeginWithWords = nodeRule((node) => {
  if (!ts.isPropertyAssignment(node) || node.name.getText() !== "hint") return undefined;
  const { initializer } = node;
  const isValueFirst = ts.isTemplateExpression(initializer) && initializer.head.text === "";
  return isValueFirst ? "begins a hint with a value" : undefined;
});

const markdownAtHome = importRule(({ name }, { specifier }) =>
  name !== MARKDOWN && /^mdast-util-(?:to-markdown|gfm-table)$/.test(specifier)
    ? `imports ${specifier}`
    : undefined,
);

const NODE_TYPES = ["text", "inlineCode", "html", "link", "image", "paragraph", "heading"];

const markdownNodesAtHome = nodeRule((node, { name }) =>
  name !== MARKDOWN &&
  name.includes("report") &&
  ts.isPropertyAssignment(node) &&
  node.name.getText() === "type" &&
  NODE_TYPES.includes(textOf(node.initializer) ?? "")
    ? "makes a node of Markdown"
    : undefined,
);

/** A release is not told by its date: what schemas say is asked of them, and what prose says stands in the table of facts. */
const datesAtHome = nodeRule((node, { name }) => {
  if (!ts.isStringLiteralLike(node) || !/^\d{4}-\d{2}-\d{2}$/.test(node.text)) return undefined;
  return within(name, DATE_WRITERS) ? undefined : `knows the date ${node.text}`;
});

/** What a type of fulfillment method means has one home. */
const methodTypesAtHome = nodeRule((node, { name }) =>
  ts.isStringLiteral(node) &&
  node.text === "pickup" &&
  name.startsWith("runtime/") &&
  name !== "runtime/commerce/fulfillment/method-types.ts"
    ? "knows a type of method by its name"
    : undefined,
);

/** Messages that the runtime writes stand in one list, which is held against every release. */
const messagesInTheirList = nodeRule((node, { name }) =>
  ts.isImportSpecifier(node) &&
  /^(?:error|warning|info)Message$/.test((node.propertyName ?? node.name).text) &&
  name.startsWith("runtime/") &&
  name !== "runtime/envelope/written-messages.ts"
    ? "writes a message of its own"
    : undefined,
);

const codeMakers = nodeRule((node, { name }) =>
  ts.isIdentifier(node) && node.text === "verbatim" && !within(name, CODE_MAKERS)
    ? "takes text for source"
    : undefined,
);

function breaches(rule: Rule, modules: readonly Module[] = MODULES): readonly string[] {
  return modules.flatMap((module) => rule(module));
}

/** What a rule says of one module that is not there. */
function judge(rule: Rule, name: string, text: string): readonly string[] {
  return breaches(rule, [parse(name, text)]);
}

/** Each wall, and a module that runs into it: a wall that stops nothing is none. */
const WALLS: readonly (readonly [string, Rule, string, string])[] = [
  [
    "a stage imports earlier stages and the base layer only",
    stageOrder,
    "compose/x.ts",
    'import type { M } from "../model/m.js";',
  ],
  [
    "a stage does not import what is above it",
    stageOrder,
    "load/x.ts",
    'const x = await import("../cli/host.js");',
  ],
  [
    "the base layer imports nothing above it",
    baseLayer,
    "errors.ts",
    'export { a } from "./load/a.js";',
  ],
  [
    "the pattern analysis imports nothing of the project",
    patternAnalysisAlone,
    "pattern-analysis/x.ts",
    'import { failure } from "../errors.js";',
  ],
  [
    "nothing but the command line imports the command line",
    cliOnTop,
    "resolve/x.ts",
    'import { findType } from "../cli/inspect/find-type.js";',
  ],
  [
    "explanations know the base layer and the lists of rules only",
    explainAlone,
    "explain/x.ts",
    'import { load } from "../load/load.js";',
  ],
  [
    "explanations know the list of lint's rules, and nothing else of lint",
    explainAlone,
    "explain/x.ts",
    'import { lint } from "../lint/lint.js";',
  ],
  [
    "explanations are loaded by explain only",
    explainApart,
    "load/x.ts",
    'import { catalog } from "../explain/catalog.js";',
  ],
  [
    "no emitter imports another",
    emittersApart,
    "emit/types/x.ts",
    'type X = import("../validators/x.js").X;',
  ],
  [
    "what emitters share knows no emitter",
    emittersApart,
    "emit/assemble.ts",
    'import { types } from "./types/emit-types.js";',
  ],
  [
    "the disk is touched in load, write, watch and cli only",
    diskAtTheEdges,
    "emit/x.ts",
    'import fs from "node:fs";',
  ],
  ["no module of the network", noNetworkModules, "load/x.ts", 'import { get } from "node:https";'],
  [
    "no global of the network",
    noNetworkGlobals,
    "load/x.ts",
    'globalThis.fetch("https://example.com");',
  ],
  [
    "no module of the process outside of cli",
    processInCli,
    "write/x.ts",
    'import { pid } from "node:process";',
  ],
  [
    "no worker but the one of the OpenAPI types",
    workersInTheirFolder,
    "cli/x.ts",
    'import { Worker } from "node:worker_threads";',
  ],
  [
    "neither process nor console outside of cli",
    processGlobalInCli,
    "write/x.ts",
    "console.log(1);",
  ],
  [
    "the runtime imports its own files only",
    runtimeAlone,
    "runtime/schema/x.ts",
    'import { a } from "../../errors.js";',
  ],
  [
    "the runtime imports no package that is not listed",
    runtimeAlone,
    "runtime/schema/x.ts",
    'import { z } from "zod";',
  ],
  [
    "the runtime imports the MCP library in mcp/ only",
    runtimeAlone,
    "runtime/server/x.ts",
    'import { Server } from "@modelcontextprotocol/server";',
  ],
  [
    "the runtime imports jose in jose/ only",
    runtimeAlone,
    "runtime/auth/x.ts",
    'import { jwtVerify } from "jose";',
  ],
  [
    "nothing of the runtime imports what needs an optional package",
    optionalApart,
    "runtime/server/x.ts",
    'export { mcp } from "../mcp/index.js";',
  ],
  [
    "the runtime uses no module of Node",
    runtimeAlone,
    "runtime/server/x.ts",
    'import type { IncomingMessage } from "node:http";',
  ],
  [
    "what puts a server onto Node uses what it needs for that, and no other module of Node",
    runtimeAlone,
    "runtime/node/x.ts",
    'import { readFileSync } from "node:fs";',
  ],
  [
    "what fetches on Node uses what it needs for that, and no other module of Node",
    runtimeAlone,
    "runtime/guarded-fetch/x.ts",
    'import { readFileSync } from "node:fs";',
  ],
  [
    "nothing in the runtime imports what runs on Node alone",
    nodeApart,
    "runtime/server/x.ts",
    'import { serveNode } from "../node/serve-node.js";',
  ],
  [
    "the runtime is imported by its package name",
    runtimeByPackage,
    "load/x.ts",
    'import { a } from "../runtime/json/a.js";',
  ],
  [
    "libraries that edit or lay out files are used in scaffold and for JavaScript only",
    editingApart,
    "cli/x.ts",
    'import { Project } from "ts-morph";',
  ],
  ["no any", noAny, "load/x.ts", "const x: Record<string, any> = {};"],
  ["no default export", noDefaultExport, "load/x.ts", "export default function x() {}"],
  ["relative imports end in .js", jsSuffix, "load/x.ts", 'import { a } from "./a";'],
  ["files are named in kebab case", kebabCase, "load/xY.ts", ""],
  [
    "no text is called a name without being one",
    brandsAtHome,
    "emit/x.ts",
    "const name = text as Identifier;",
  ],
  [
    "no text is called printable without being escaped",
    brandsAtHome,
    "cli/x.ts",
    "host.stdout.write(text as Printable);",
  ],
  [
    "what is printed of the package's own prose is that",
    ownProseAtHome,
    "cli/commands/list/x.ts",
    "reporter.data(ownLine(name));",
  ],
  ["nothing prints around the host", printsThroughHost, "cli/x.ts", "process.stdout.write(text);"],
  ["no child process prints for itself", printsThroughHost, "cli/x.ts", 'const io = "inherit";'],
  [
    "no line begins with text of a document",
    linesBeginWithWords,
    "cli/x.ts",
    "const text = line`${name} is gone`;",
  ],
  [
    "no hint begins with text of a document",
    hintsBeginWithWords,
    "load/x.ts",
    "const details = { hint: `${name} is near` };",
  ],
  [
    "Markdown is printed by one module",
    markdownAtHome,
    "diff/report/x.ts",
    'import { toMarkdown } from "mdast-util-to-markdown";',
  ],
  [
    "reports make no nodes of Markdown",
    markdownNodesAtHome,
    "diff/report/x.ts",
    'const node = { type: "text", value: name };',
  ],
  [
    "text becomes source where it is escaped only",
    codeMakers,
    "emit/x.ts",
    'import { verbatim } from "./source/code.js";',
  ],
  [
    "the runtime knows the types of fulfillment methods in one module only",
    methodTypesAtHome,
    "runtime/commerce/order/x.ts",
    'const isPickup = type === "pickup";',
  ],
  [
    "no release is told by its date",
    datesAtHome,
    "compose/x.ts",
    'const isNew = version >= "2026-04-08";',
  ],
  [
    "the runtime writes the messages of its list only",
    messagesInTheirList,
    "runtime/commerce/order/x.ts",
    'import { errorMessage } from "../envelope/message.js";',
  ],
  ["no text is evaluated", noEvaluation, "validate/x.ts", "const x = new Function(text);"],
  [
    "validators are run by one module only",
    emittersApart,
    "validate/x.ts",
    'import { emitStandalone } from "../emit/validators/standalone.js";',
  ],
  [
    "every import can be read, but for that of what was printed",
    staticPaths,
    "validate/x.ts",
    "await import(url);",
  ],
  ["every import can be read", staticPaths, "load/x.ts", "await import(name);"],
];

describe("the walls of DESIGN §2", () => {
  it.each(WALLS)("%s", (_, rule, name, text) => {
    expect(judge(rule, name, text)).toHaveLength(1);
    expect(breaches(rule)).toEqual([]);
  });

  it("leave what is allowed alone", () => {
    const fine = `
      import { readFileSync } from "node:fs";
      import { placeOf } from "../load/document.js";
      import { failure } from "../errors.js";
      import { parseJson } from "@proto-gen/runtime/json";
      switch (a.process) { default: a.console.log({ process: 1, fetch: 2 }); }
      export function write(): void {}`;
    for (const [, rule] of WALLS) expect(judge(rule, "write/x.ts", fine)).toEqual([]);
  });

  it("have a door for what puts a server onto Node", () => {
    const fine = `
      import { createServer } from "node:https";
      import process from "node:process";
      import { errorAnswer } from "../rest/index.js";`;
    for (const [, rule] of WALLS) expect(judge(rule, "runtime/node/x.ts", fine)).toEqual([]);
  });

  it("stand around every module of src", () => {
    const known = [...STAGES.map((stage) => `${stage}/`), ...BASE, ...ABOVE, "runtime/"];
    expect(MODULES.filter(({ name }) => !within(name, known)).map(({ name }) => name)).toEqual([]);
    expect(MODULES.length).toBeGreaterThan(100);
  });

  it("know every relative import's file", () => {
    const names = new Set(MODULES.map(({ name }) => name));
    const lost = importRule((module, each) => {
      const target = targetOf(module, each);
      return target === undefined || names.has(target) ? undefined : `imports ${target}`;
    });
    expect(breaches(lost)).toEqual([]);
  });
});
