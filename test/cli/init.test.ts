/** `proto-gen init`: a business to start from, whole or not at all. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { placeNew, placeWithin } from "../../src/cli/commands/init/place-project.js";
import { main } from "../../src/cli/main.js";
import { readConfiguration } from "../../src/config/read-configuration.js";
import { generate } from "../../src/generate.js";
import { interpret } from "../../src/interpret.js";
import { filesOf } from "../support/documentation.js";
import { outDirectory, repository } from "../support/published.js";
import { fakeHost } from "./fake-host.js";

const ROOT = path.join(outDirectory, "init");
const SHOP = path.join(ROOT, "My Shop");

const home = process.cwd();

beforeEach(() => {
  rmSync(ROOT, { recursive: true, force: true });
  mkdirSync(ROOT, { recursive: true });
});
afterEach(() => process.chdir(home));

/** A project of one capability: where it goes is the same for all. */
const SMALL = ["--capabilities", "dev.proto.shopping.catalog.search"];

async function run(...argv: string[]) {
  const host = fakeHost({ generate, interpret });
  const code = await main(["init", ...argv], host);
  return { code, out: host.out(), err: host.err() };
}

const init = (...argv: string[]) => run(...SMALL, ...argv);

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort();
}

describe("a place", () => {
  const failing = new Error("no more room");

  it.each([
    ["placeNew", placeNew, []],
    ["placeWithin", placeWithin, ["shop"]],
  ])("that cannot be filled stays as it was: %s", async (_, place, before) => {
    const shop = path.join(ROOT, "shop");
    if (before.length > 0) mkdirSync(shop);
    const making = place(shop, async (made) => {
      writeFileSync(path.join(made, "package.json"), "{}");
      throw failing;
    });
    await expect(making).rejects.toBe(failing);
    expect(readdirSync(ROOT, { recursive: true })).toEqual(before);
  });

  it("keeps what came into it meanwhile, and nothing else", async () => {
    const making = placeWithin(ROOT, async (made) => {
      mkdirSync(path.join(made, "src"));
      for (const file of ["a.json", "src/main.ts", "z.json"])
        writeFileSync(path.join(made, file), "ours");
      writeFileSync(path.join(ROOT, "z.json"), "theirs");
    });
    await expect(making).rejects.toThrow("EEXIST");
    expect(readdirSync(ROOT)).toEqual(["z.json"]);
    expect(readFileSync(path.join(ROOT, "z.json"), "utf8")).toBe("theirs");
  });
});

describe("proto-gen init", () => {
  it("writes a project under the directory's name, with its generated code", async () => {
    const { code, out } = await run(SHOP);
    expect(code).toBe(0);
    expect(out).toContain("npm install");
    const files = filesIn(SHOP);
    for (const file of [
      "package.json",
      "profile.json",
      ".gitignore",
      "src/business.ts",
      "README.md",
    ])
      expect(files).toContain(file);
    expect(files).toContain(".gitattributes");
    expect(files).toContain(".github/workflows/ci.yml");
    expect(files).toContain("src/generated/business.ts");
    expect(files.filter((file) => /node_modules|^dist/.test(file))).toEqual([]);
    expect(readFileSync(path.join(SHOP, "package.json"), "utf8")).toContain('"name": "my-shop"');
    const profile: unknown = JSON.parse(readFileSync(path.join(SHOP, "profile.json"), "utf8"));
    const own = path.join(repository, "templates/storefront/profile.json");
    expect(profile).toEqual(JSON.parse(readFileSync(own, "utf8")));
  });

  it.each([
    [[], /checkouts: \{ evaluate/],
    [["gift_note"], /\.\.\.priced,\s+\.\.\.\{\s+gift_note: "/],
  ])(
    "fills in, in one file, what an extension requires of checkouts: %j",
    async (required, text) => {
      const properties = { gift_note: { type: "string" } };
      const $ref = "https://proto.dev/schemas/2026-11-27/shopping/checkout.json";
      const { "profile.json": profile = "", "schemas/gift.json": gift = "" } = Object.fromEntries(
        filesOf("docs/guide/first-extension.md"),
      );
      const composed = { allOf: [{ $ref }, { type: "object", properties, required }] };
      const schema = JSON.stringify({
        ...(JSON.parse(gift) as object),
        $defs: { "dev.proto.shopping.checkout": composed },
      });
      mkdirSync(path.join(ROOT, "schemas"));
      writeFileSync(path.join(ROOT, "profile.json"), profile);
      writeFileSync(path.join(ROOT, "schemas/gift.json"), schema);
      const input = ["--profile", path.join(ROOT, "profile.json")];
      const schemas = ["--schemas", `${path.join(ROOT, "schemas")}=https://example.com/schemas`];
      const { code, err } = await run(SHOP, "--minimal", ...input, ...schemas);
      expect(code, err).toBe(0);
      const main = readFileSync(path.join(SHOP, "src/main.ts"), "utf8");
      expect(main).toMatch(text);
      expect(main).not.toContain("...{}");
    },
  );

  it("maps the project's schemas to the dialect that the package ships", () => {
    const settings = JSON.parse(
      readFileSync(path.join(repository, "templates/starter/.vscode/settings.json"), "utf8"),
    ) as { "json.schemas": { fileMatch: string[]; url: string }[] };
    const [dialect] = settings["json.schemas"];
    expect(dialect?.fileMatch).toEqual(["/schemas/**/*.json"]);
    const shipped = (dialect?.url ?? "").replace("./node_modules/proto-gen/", "");
    const meta = JSON.parse(readFileSync(path.join(repository, shipped), "utf8")) as object;
    expect(meta).toHaveProperty("$id", "https://proto.dev/schemas/draft/dialect.json");
  });

  it("fills a directory that is empty", async () => {
    mkdirSync(SHOP);
    expect((await init(SHOP, "--quiet")).code).toBe(0);
    expect(existsSync(path.join(SHOP, "src/main.ts"))).toBe(true);
  });

  it("writes over nothing", async () => {
    mkdirSync(SHOP);
    writeFileSync(path.join(SHOP, "notes.txt"), "mine");
    const { code, err } = await init(SHOP);
    expect(code).toBe(2);
    expect(err).toContain("USAGE_INIT");
    expect(filesIn(SHOP)).toEqual(["notes.txt"]);
    expect(readdirSync(ROOT)).toEqual(["My Shop"]);
  });

  it("is refused where a file stands, and without a directory", async () => {
    writeFileSync(SHOP, "a file");
    expect((await init(SHOP)).code).toBe(2);
    expect(readFileSync(SHOP, "utf8")).toBe("a file");
    expect((await init()).code).toBe(2);
  });

  it("lets others read it as they read what else is made here", async () => {
    const beside = path.join(ROOT, "beside");
    mkdirSync(beside);
    await init(SHOP);
    expect(statSync(SHOP).mode).toBe(statSync(beside).mode);
  });

  it.each([["."], [""]])("fills the working directory, called %j", async (given) => {
    mkdirSync(SHOP);
    const before = statSync(SHOP).ino;
    process.chdir(SHOP);
    const { code, out, err } = given === "" ? await init() : await init(given);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("created a business in ./\n\n  npm install\n");
    expect(out).not.toContain("cd ");
    expect(filesIn(".")).toContain("src/main.ts");
    expect(readFileSync("package.json", "utf8")).toContain('"name": "my-shop"');
    // Whoever stands in it still does.
    expect(statSync(SHOP).ino).toBe(before);
    expect(readdirSync(SHOP).filter((name) => name.startsWith(".proto-gen"))).toEqual([]);
  });

  it("keeps a repository that has nothing in it yet", async () => {
    mkdirSync(path.join(SHOP, ".git"), { recursive: true });
    writeFileSync(path.join(SHOP, ".git/HEAD"), "ref: refs/heads/main");
    expect((await init(SHOP)).code).toBe(0);
    expect(filesIn(SHOP)).toEqual(expect.arrayContaining([".git/HEAD", "src/main.ts"]));
  });

  it("fills what a link leads to, and leaves a link to nothing alone", async () => {
    const elsewhere = path.join(ROOT, "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, SHOP);
    expect((await init(SHOP)).code).toBe(0);
    expect(lstatSync(SHOP).isSymbolicLink()).toBe(true);
    expect(filesIn(elsewhere)).toContain("src/main.ts");

    const lost = path.join(ROOT, "lost");
    symlinkSync(path.join(ROOT, "nowhere"), lost);
    expect((await init(lost)).code).toBe(2);
    expect(lstatSync(lost).isSymbolicLink()).toBe(true);
    expect(readdirSync(ROOT).sort()).toEqual(["My Shop", "elsewhere", "lost"]);
  });

  it.each([
    ["--framework workers --store sqlite", "use --store memory, or another framework: node,"],
    ["--framework workers --minimal", "use --framework node, express, fastify, hono"],
    ["--minimal --store postgres", "use --store memory, or leave out --minimal"],
  ])("refuses %s with what is possible", async (options, hint) => {
    const { code, err } = await init(SHOP, ...options.split(" "));
    expect(code).toBe(2);
    expect(err).toContain(hint);
    expect(existsSync(SHOP)).toBe(false);
  });

  it("has not a line for capabilities that the profile lacks", async () => {
    expect((await init(SHOP)).code).toBe(0);
    const own = filesIn(SHOP).filter(
      (file) => /^(src|test)\//.test(file) && !file.includes("generated"),
    );
    expect(own).toEqual([
      ...["src/business.ts", "src/catalog.ts", "src/handlers.ts", "src/main.ts"],
      ...["src/products.ts", "src/profile.ts", "src/storage.ts"],
      ...["test/catalog.test.ts", "test/platform.ts", "test/profile.test.ts"],
    ]);
    for (const file of own)
      expect(readFileSync(path.join(SHOP, file), "utf8"), file).not.toMatch(/checkout|cart\b/i);
  });

  it.each([
    ["a catalog", ["catalog.search", "catalog.lookup"], []],
    ["a catalog on Workers", ["catalog.search"], ["--framework", "workers", "--store", "memory"]],
    ["carts", ["cart"], []],
    ["checkouts", ["checkout"], ["--framework", "hono"]],
    ["checkouts with all that extends them", ["checkout", "fulfillment", "discount"], []],
  ])("has every file that its modules import: of %s", async (_what, names, options) => {
    const capabilities = names.map((name) => `dev.proto.shopping.${name}`).join();
    expect((await run("--capabilities", capabilities, ...options, SHOP)).code).toBe(0);
    const files = new Set(filesIn(SHOP));
    const missing = [...files]
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) =>
        [...readFileSync(path.join(SHOP, file), "utf8").matchAll(/from "(\.[^"]+)\.js"/g)]
          .map(([, name = ""]) => path.posix.join(path.posix.dirname(file), `${name}.ts`))
          .filter((name) => !files.has(name)),
      );
    expect(missing).toEqual([]);
  });

  it.each([
    ["a project", []],
    ["one in a single file", ["--minimal"]],
  ])("configures %s, so that its commands need no options", async (_, options) => {
    expect((await init(SHOP, ...options)).code).toBe(0);
    const { scripts } = packageOf(SHOP);
    expect([scripts["generate"], scripts["generate:check"], scripts["scaffold"]]).toEqual([
      ...["proto-gen", "proto-gen --check", "proto-gen scaffold"],
    ]);
    writeFileSync(path.join(SHOP, "payload.json"), "{}");
    // From a directory below as well.
    for (const directory of [SHOP, path.join(SHOP, "src")]) {
      process.chdir(directory);
      const payload = path.join(SHOP, "payload.json");
      for (const [expected, ...argv] of [
        [0],
        [0, "--check"],
        [0, "list"],
        [0, "inspect", "SearchResponse"],
        [0, "lint"],
        [0, "scaffold", "--check"],
        [0, "diff", "2026-11-23", "2026-11-27", "--fail-on", "none"],
        [1, "validate", payload, "--type", "SearchResponse"],
      ] as const) {
        const host = fakeHost({ generate, interpret });
        const code = await main(argv, host);
        expect(code, `${argv.join(" ")}: ${host.out()}${host.err()}`).toBe(expected);
      }
    }
  });

  it("has at most 20 source files with 1,000 lines, its configuration among them", async () => {
    expect((await run(SHOP, "--framework", "express", "--store", "postgres")).code).toBe(0);
    const sources = filesIn(SHOP).filter(
      (file) => /^(src|proto-gen\.config)/.test(file) && !file.startsWith("src/generated"),
    );
    expect(sources).toContain("proto-gen.config.ts");
    expect(sources.length).toBeLessThanOrEqual(20);
    const lines = sources.flatMap((file) =>
      readFileSync(path.join(SHOP, file), "utf8").trimEnd().split("\n"),
    );
    expect(lines.length).toBeLessThanOrEqual(1000);
  });

  it.each(["node", "express", "fastify", "hono"])(
    "has one source file with at most 45 lines if it is minimal: for %s",
    async (framework) => {
      expect((await run(SHOP, "--minimal", "--framework", framework)).code).toBe(0);
      const sources = filesIn(SHOP).filter(
        (file) => file.startsWith("src/") && !file.startsWith("src/generated"),
      );
      expect(sources).toEqual(["src/main.ts"]);
      const text = readFileSync(path.join(SHOP, "src/main.ts"), "utf8");
      expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(45);
      // Lines as prettier prints them, and not longer ones.
      expect(await format(text, { parser: "typescript", printWidth: 100 })).toBe(text);
      const page = readFileSync(path.join(repository, "docs/guide/first-business.md"), "utf8");
      if (framework === "node") expect(page).toContain(`\`\`\`ts\n${text}\`\`\`\n`);
    },
  );

  it("configures what it was called with, as the project sees it", async () => {
    const [vendor, own] = [path.join(ROOT, "vendor=1"), path.join(ROOT, "schemas")];
    for (const each of [vendor, own]) mkdirSync(each);
    const accepted = path.join(ROOT, "accepted.json");
    writeFileSync(accepted, JSON.stringify({ accept: [] }));
    process.chdir(ROOT);
    const { code, err } = await init(
      ...[SHOP, "--schemas", "vendor:vendor=1=https://vendor.example/schemas"],
      ...["--schemas", own, "--accept", "accepted.json", "--fact", "toolResult=keyed"],
      ...["--payment", "none", "--development"],
    );
    expect([code, err]).toEqual([0, ""]);
    process.chdir(SHOP);
    const { targets } = await readConfiguration({});
    expect(targets.map(({ settings }) => settings)).toEqual([
      {
        profile: "profile.json",
        schemas: ["vendor:../vendor=1=https://vendor.example/schemas", "../schemas"],
        accept: "../accepted.json",
        facts: { toolResult: "keyed" },
        ...{ payment: "none", development: true },
        out: path.join("src", "generated"),
        handlers: path.join("src", "handlers.ts"),
        lint: { directories: ["../schemas"] },
      },
    ]);
  });

  it("leaves a configuration further up alone, which the project does not read", async () => {
    const config = path.join(ROOT, "proto-gen.config.json");
    const text = JSON.stringify({ capabilities: ["dev.proto.shopping.catalog.search"] });
    writeFileSync(config, text);
    process.chdir(ROOT);
    expect((await run("shop")).code).toBe(0);
    expect(readFileSync(config, "utf8")).toBe(text);
    process.chdir("shop");
    const { file } = await readConfiguration({});
    expect(file).toBe("proto-gen.config.ts");
  });

  it("leaves nothing behind if the profile cannot be read", async () => {
    const profile = path.join(ROOT, "profile.json");
    writeFileSync(profile, "{}");
    expect((await run(SHOP, "--profile", profile)).code).toBe(3);
    expect(readdirSync(ROOT)).toEqual(["profile.json"]);
  });

  it("says what is in its way", async () => {
    mkdirSync(SHOP);
    writeFileSync(path.join(SHOP, "notes.txt"), "mine");
    const { err } = await init(SHOP);
    expect(err).toMatch(/My Shop\/ is not empty: it has notes\.txt/);
  });

  it("says what the operating system refuses", async () => {
    writeFileSync(path.join(ROOT, "file"), "a file");
    const { code, err } = await init(path.join(ROOT, "file", "shop"));
    expect(code).toBe(2);
    expect(err).toContain("WRITE_FAILED");
    expect(err).toContain("file already exists");
  });

  it.skipIf(process.getuid?.() === 0)("leaves nothing where it may not write", async () => {
    mkdirSync(SHOP);
    chmodSync(SHOP, 0o555);
    const { code, err } = await init(SHOP);
    expect(code).toBe(2);
    expect(err).toContain("permission denied");
    expect(readdirSync(SHOP)).toEqual([]);
  });

  it.each([
    ["My Shop", 'cd "My Shop"'],
    ["shop", "cd shop"],
    ["$shop", "cd '$shop'"],
    ["-shop", "cd ./-shop"],
    ["it's $1", "cd 'it'\\''s $1'"],
  ])("prints a command that finds %s", async (name, command) => {
    process.chdir(ROOT);
    const { out } = await init("--", name);
    expect(out).toContain(`\n  ${command}\n  npm install\n`);
  });

  it.each([
    ["node_modules", "shop"],
    ["...", "shop"],
    ["Ünder Shop!", "nder-shop"],
    ["x".repeat(240), "x".repeat(214)],
  ])("takes %s for a name that npm takes", async (directory, name) => {
    const target = path.join(ROOT, directory);
    expect((await init(target)).code).toBe(0);
    const { name: taken } = packageOf(target);
    expect(taken).toBe(name);
  });

  it("names the clone that it was run from, which no registry has", async () => {
    const { out } = await init(SHOP);
    const { dependencies, devDependencies } = packageOf(SHOP);
    const generator = devDependencies["proto-gen"] ?? "";
    const runtime = dependencies["@proto-gen/runtime"] ?? "";
    expect(generator).toMatch(/^file:\.\.\//);
    expect(path.resolve(SHOP, generator.slice(5))).toBe(path.resolve(repository));
    expect(path.resolve(SHOP, runtime.slice(5))).toBe(path.join(repository, "src/runtime"));
    expect(out).toContain("file:");
  });
});

interface PackageJson {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function packageOf(directory: string): PackageJson {
  return JSON.parse(readFileSync(path.join(directory, "package.json"), "utf8")) as PackageJson;
}
