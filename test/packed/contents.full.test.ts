/** What npm packs: all that is needed at run time, and nothing that nobody asks for. */

import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { packPackages, type Packages } from "../support/packages.js";
import { repository } from "../support/published.js";

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<
    Record<string, string | { readonly types: string; readonly default: string }>
  >;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
  readonly private?: boolean;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const RUNTIME = path.join(repository, "src/runtime");
/** Found by their places; see where they are asked for. */
const STARTED = ["dist/emit/openapi/types/worker.js", "dist/cli/completion/configured-targets.js"];

let packages: Packages;

beforeAll(async () => {
  packages = await packPackages();
}, 300_000);

function text(directory: string, file: string): string {
  return readFileSync(path.join(directory, file), "utf8");
}

function manifestOf(directory: string): PackageJson {
  return JSON.parse(text(directory, "package.json")) as PackageJson;
}

/** By its first two names: a folder with how many files are in it is too much to keep true. */
function tops(files: readonly string[], depth: number): readonly string[] {
  return [...new Set(files.map((file) => file.split("/").slice(0, depth).join("/")))].sort();
}

interface Reached {
  readonly files: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
}

function entriesOf(directory: string): readonly string[] {
  const { exports, bin = {} } = manifestOf(directory);
  const exported = Object.values(exports).flatMap((each) =>
    typeof each === "string" ? [] : [each.types, each.default],
  );
  return [...exported, ...Object.values(bin)].map((file) => path.posix.normalize(file));
}

/** All that a package's entries lead to. */
function reached(
  directory: string,
  entries: readonly string[],
  specifierOf: (node: ts.Node) => ts.Node | undefined = anySpecifier,
): Reached {
  const files = new Set(entries);
  const names = new Set<string>();
  for (const file of files) {
    for (const specifier of specifiersIn(file, text(directory, file), specifierOf)) {
      if (specifier.startsWith(".")) files.add(targetOf(file, specifier));
      else if (!isBuiltin(specifier)) names.add(packageOf(specifier));
    }
  }
  return { files, packages: names };
}

/** `import`, `export ... from`, `import()`, `import("...")` as a type, and `requirePackage()`. */
function specifiersIn(
  file: string,
  code: string,
  specifierOf: (node: ts.Node) => ts.Node | undefined,
): readonly string[] {
  const nodes: ts.Node[] = [ts.createSourceFile(file, code, ts.ScriptTarget.Latest)];
  for (const node of nodes) ts.forEachChild(node, (child) => void nodes.push(child));
  return nodes.flatMap((node) => {
    const specifier = specifierOf(node);
    return specifier !== undefined && ts.isStringLiteralLike(specifier) ? [specifier.text] : [];
  });
}

/** Of what loads with a module. */
function declaredSpecifier(node: ts.Node): ts.Node | undefined {
  return ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
    ? node.moduleSpecifier
    : undefined;
}

/** Of that, and of what it may load later. */
function anySpecifier(node: ts.Node): ts.Node | undefined {
  const declared = declaredSpecifier(node);
  if (declared !== undefined) return declared;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return node.argument.literal;
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const loads = ts.isIdentifier(expression) && expression.text === "requirePackage";
  return loads || expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined;
}

/** From a declaration to declarations, from source to source. */
function targetOf(file: string, specifier: string): string {
  const target = path.posix.join(path.posix.dirname(file), specifier);
  const [ending = ".js"] = /(\.d)?\.ts$/.exec(file) ?? [];
  return target.replace(/\.js$/, ending);
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Of the packages whose code is bundled. */
const LICENSES = "dist/third-party-licenses.txt";

/** The libraries that are bundled, apart from those that they bring (ADR 109). */
const BUNDLED = [
  "@apidevtools/json-schema-ref-parser",
  "json-schema-to-typescript",
  "mdast-util-from-markdown",
  "mdast-util-gfm-table",
  "mdast-util-to-markdown",
  "openapi-typescript",
];

/** What one command needs, and asks for. */
const OPTIONAL_PEERS = ["ts-morph"];

/** What a page may link to that is not packed. */
const OF_REPOSITORY =
  /^(docs\/adr(\/.*)?|ARCHITECTURE\.md|CONTRIBUTING\.md|(bench|test|src|templates|mutation|schemas)\/.*)$/;

/** Loaded only where Node has no SQLite of its own: `mock` keeps nothing in a file. */
const OPTIONAL = ["libsql"];

/** A peer whose objects users pass in: the runtime declares the part of them that it calls. */
const PASSED_IN = "@opentelemetry/api";

/** Of a built file of the runtime. */
const sourceOf = (file: string): string =>
  file.replace(/^dist\//, "").replace(/(\.d\.ts|\.js)$/, ".ts");

const inDist = (file: string): boolean => file.startsWith("dist/");

/** npm runs these where a package is installed, or prepared from a directory: what they run is not packed. */
const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "prepublish", "prepare"];

describe("a package", () => {
  it.each([
    ["the generator", repository],
    ["the runtime", RUNTIME],
  ])("has no script that runs when it is installed: %s", (_, directory) => {
    const { scripts = {} } = manifestOf(directory);
    expect(Object.keys(scripts).filter((name) => INSTALL_SCRIPTS.includes(name))).toEqual([]);
  });

  it("is built where the repository is installed, by a workspace that is not published", () => {
    const { workspaces } = manifestOf(repository);
    expect(workspaces).toContain("scripts");
    const build = manifestOf(path.join(repository, "scripts"));
    expect(build.private).toBe(true);
    expect(build.scripts?.["prepare"]).toBe("node build.js --if-stale");
  });
});

describe("the generator's package", () => {
  it("has these folders", () => {
    expect(tops(packages.generator.files, 1)).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "action.yml",
      "bin",
      "dist",
      "docs",
      "package.json",
      "schemas",
      "templates",
    ]);
    expect(
      tops(
        packages.generator.files.filter((file) => file.startsWith("templates")),
        3,
      ).filter((name) => !name.startsWith("templates/mock/")),
    ).toEqual([
      "templates/completion/LICENSE",
      "templates/completion/proto-gen.bash",
      "templates/completion/proto-gen.fish",
      "templates/completion/proto-gen.powershell",
      "templates/completion/proto-gen.zsh",
      "templates/config.schema.json",
      "templates/emitters/fixtures",
      "templates/emitters/msw",
      "templates/emitters/zod",
      "templates/starter/.gitattributes",
      "templates/starter/.github",
      "templates/starter/.vscode",
      "templates/starter/README.md",
      "templates/starter/gitignore",
      "templates/starter/main",
      "templates/starter/proto-gen.config.ts",
      "templates/starter/src",
      "templates/starter/storage",
      "templates/starter/test",
      "templates/starter/tsconfig.build.json",
      "templates/starter/tsconfig.json",
      "templates/starter/wrangler.json",
      "templates/storefront/data.json",
      "templates/storefront/data.schema.json",
      "templates/storefront/profile.json",
      "templates/storefront/src",
      "templates/tokenizer/specification.md",
    ]);
  });

  it("has all of the mock that its process runs", () => {
    const { files } = reached(repository, [
      "templates/mock/main.ts",
      "templates/mock/peer-hooks.ts",
    ]);
    const own = [...files].filter((file) => file.startsWith("templates/mock/"));
    expect(packages.generator.files.filter((file) => file.startsWith("templates/mock/"))).toEqual(
      own.sort(),
    );
  });

  it("has of the template what the repository has, without what is generated of it", () => {
    const templates = packages.generator.files.filter((file) => file.startsWith("templates/"));
    expect(templates).toContain("templates/storefront/src/main.ts");
    expect(templates).toContain("templates/storefront/data.json");
    expect(
      templates.filter((file) => /generated|node_modules|\/data\/|\/dist\//.test(file)),
    ).toEqual([]);
  });

  it("has the built modules and declarations that its entries lead to, and no others", () => {
    const { files } = reached(repository, [...entriesOf(repository), ...STARTED]);
    const wanted = [...[...files].filter(inDist), LICENSES].sort();
    expect(packages.generator.files.filter(inDist)).toEqual(wanted);
    for (const file of STARTED) expect(existsSync(path.join(repository, file))).toBe(true);
  });

  it.each([
    ["the command line", /^dist\/cli\/main/, ["commander"]],
    ["a run that has nothing to do", /^dist\/chunks\/up-to-date-/, []],
    ["a run", /^dist\/chunks\/generation-/, ["@eslint-community/regexpp", "@proto-gen/runtime"]],
    ["the worker", /^dist\/emit\/openapi\/types\/worker/, []],
    ["the library", /^dist\/index\.js$/, ["@eslint-community/regexpp", "@proto-gen/runtime"]],
  ])("loads no other packages to start %s", (_name, pattern, names) => {
    const entries = packages.generator.files.filter((file) => pattern.test(file));
    expect(entries).toHaveLength(1);
    expect([...reached(repository, entries, declaredSpecifier).packages].sort()).toEqual(names);
  });

  it("depends on the packages that it imports, and those that the mock runs, and on no others", () => {
    const imported = reached(repository, [...entriesOf(repository), ...STARTED]).packages;
    const mock = reached(repository, [
      "templates/mock/main.ts",
      "templates/mock/peer-hooks.ts",
    ]).packages;
    const storefront = manifestOf(path.join(repository, "templates/storefront")).dependencies;
    const run = Object.keys(storefront).filter((name) => !OPTIONAL.includes(name));
    const needed = new Set([
      ...imported,
      ...[...mock].filter((name) => !OPTIONAL.includes(name)),
      ...run,
    ]);
    const { dependencies, peerDependencies } = manifestOf(repository);
    for (const peer of OPTIONAL_PEERS) expect(needed.delete(peer)).toBe(true);
    // The runtime is the project's: a dependency of ours would be looked up in the registry wherever it is installed from a file.
    const { name, version } = manifestOf(path.join(repository, "src/runtime"));
    expect(peerDependencies).toMatchObject({ [name]: version });
    expect(Object.keys(peerDependencies ?? {}).sort()).toEqual([name, ...OPTIONAL_PEERS].sort());
    expect([...Object.keys(dependencies), name].sort()).toEqual([...needed].sort());
  });

  it("has the licence of each package whose code is in it", () => {
    const licenses = text(repository, LICENSES);
    for (const name of BUNDLED)
      expect(licenses).toMatch(new RegExp(`^- ${name}@\\d\\S+ \\(MIT\\)$`, "m"));
    const named = [...licenses.matchAll(/^- (\S+ \(.*\))$/gm)].map(([, name = ""]) => name);
    const shown = [...licenses.matchAll(/^-{72}\n(.*)\n\n\S/gm)].map(([, name = ""]) => name);
    expect(shown).toEqual(named);
  });

  it("has the pages that its messages name", () => {
    const code = packages.generator.files.filter((file) => /^dist\/.*\.(js|d\.ts)$/.test(file));
    const pages = code.flatMap((file) =>
      [...text(repository, file).matchAll(/\bdocs\/(?!adr\/)[\w/-]+\.md\b/g)].map(([page]) => page),
    );
    expect(pages).toContain("docs/budgets.md");
    expect(pages).toContain("docs/guide/into-an-existing-app.md");
    expect(pages.filter((page) => !packages.generator.files.includes(page))).toEqual([]);
  });

  it("has the pages that its pages link to, but for those of who works on the repository", () => {
    const pages = packages.generator.files.filter((file) => /^(docs\/.*|[A-Z]+)\.md$/.test(file));
    expect(pages).toContain("docs/codes.md");
    const targets = pages.flatMap((page) =>
      [...text(repository, page).matchAll(/\]\(([^()\s:#]+)(?:#[^()\s]*)?\)/g)].map(
        ([, target = ""]) => path.posix.join(path.posix.dirname(page), target),
      ),
    );
    const isPacked = (target: string): boolean => packages.generator.files.includes(target);
    const missing = targets.filter((target) => !isPacked(target) && !OF_REPOSITORY.test(target));
    expect([...new Set(missing)]).toEqual([]);
  });

  it("has each schema at the place that its URI says", () => {
    const schemas = packages.generator.files.filter((file) => file.startsWith("schemas/"));
    expect(schemas.length).toBeGreaterThan(50);
    for (const file of schemas) {
      const { $id } = JSON.parse(text(repository, file)) as { readonly $id?: string };
      if ($id !== undefined) expect($id).toBe(`https://proto.dev/${file}`);
    }
  });
});

describe("the runtime's package", () => {
  it("has these folders", () => {
    expect(tops(packages.runtime.files, 1)).toEqual([
      "LICENSE",
      "README.md",
      "dist",
      "package.json",
    ]);
  });

  it("has the modules that its exports lead to, and no others", () => {
    // By their sources: what is a type alone leaves no trace in code, nor in others' declarations.
    const modules = packages.runtime.files.filter(inDist).map(sourceOf);
    const { files } = reached(RUNTIME, entriesOf(RUNTIME).map(sourceOf));
    expect([...new Set(modules)].sort()).toEqual([...files].sort());
  });

  it("names the packages that it imports, and no others", () => {
    const { dependencies, peerDependencies = {} } = manifestOf(RUNTIME);
    const named = [...Object.keys(dependencies), ...Object.keys(peerDependencies)];
    const imported = reached(RUNTIME, entriesOf(RUNTIME)).packages;
    expect(named.sort()).toEqual([...imported, PASSED_IN].sort());
  });

  it("has the licence of the repository", () => {
    expect(text(RUNTIME, "LICENSE")).toBe(text(repository, "LICENSE"));
  });
});
