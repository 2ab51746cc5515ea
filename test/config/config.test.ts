import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { findConfig } from "../../src/config/find-config.js";
import { loadConfig } from "../../src/config/load-config.js";
import { CONFIG_SHAPE } from "../../src/config/members.js";
import { findProblems, toJsonSchema } from "../../src/config/shape.js";
import { listTargets } from "../../src/config/targets.js";
import { ProtoGenError, type Diagnostic } from "../../src/errors.js";
import { jsonText } from "../../src/text/json-text.js";

const root = mkdtempSync(path.join(os.tmpdir(), "proto-gen-config-"));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;

/** Writes files below a new directory. */
function project(files: Readonly<Record<string, unknown>>): string {
  const directory = path.join(root, String(folders++));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }
  return directory;
}

async function diagnosticsOf(action: () => unknown): Promise<readonly Diagnostic[]> {
  try {
    await action();
  } catch (error) {
    if (error instanceof ProtoGenError) return error.diagnostics;
    throw error;
  }
  return [];
}

describe("findConfig", () => {
  it("finds the nearest configuration above", () => {
    const at = project({
      "proto-gen.config.json": {},
      "a/proto-gen.config.json": {},
      "a/b/c/x": "",
    });
    expect(findConfig(path.join(at, "a/b/c"))).toBe(path.join(at, "a/proto-gen.config.json"));
  });

  it("finds the member of package.json, and passes by one without it", () => {
    const at = project({
      "package.json": { "proto-gen": { out: "x" } },
      "a/package.json": { name: "proto-gen" },
      "a/b/package.json": "{ broken",
    });
    expect(findConfig(path.join(at, "a/b"))).toBe(path.join(at, "package.json"));
  });

  it("finds the member of a package.json that begins with a byte order mark", () => {
    const at = project({ "package.json": '\uFEFF{ "proto-gen": { "out": "x" } }' });
    expect(findConfig(at)).toBe(path.join(at, "package.json"));
  });

  it("finds a link that leads nowhere, which is no configuration to pass by", async () => {
    const at = project({ "proto-gen.config.mjs": "export default {};", "a/x": "" });
    const link = path.join(at, "a/proto-gen.config.json");
    symlinkSync("nowhere.json", link);
    expect(findConfig(path.join(at, "a"))).toBe(link);
    expect(await diagnosticsOf(() => loadConfig(link))).toMatchObject([{ code: "FILE_NOT_FOUND" }]);
  });

  it("goes no further than the repository", () => {
    const at = project({ "proto-gen.config.json": {}, "a/.git/HEAD": "", "a/b/x": "" });
    expect(findConfig(path.join(at, "a/b"))).toBeUndefined();
  });

  it("refuses a directory that has two", async () => {
    const at = project({ "proto-gen.config.json": {}, "proto-gen.config.ts": "" });
    const [problem] = await diagnosticsOf(() => findConfig(at));
    expect(problem?.code).toBe("CONFIG_INVALID");
    expect(problem?.message).toContain("proto-gen.config.ts, proto-gen.config.json");
  });
});

describe("loadConfig", () => {
  it.each([
    ["proto-gen.config.json", { out: "x" }],
    ["package.json", { "proto-gen": { out: "x" } }],
    ["proto-gen.config.mjs", 'export default { out: "x" };'],
    ["proto-gen.config.ts", 'const out: string = "x";\nexport default { out };'],
    [
      "proto-gen.config.mts",
      'import { defineConfig } from "proto-gen/config";\nexport default defineConfig({ out: await Promise.resolve("x") });',
    ],
  ])("reads %s", async (name, content) => {
    const { config } = await loadConfig(path.join(project({ [name]: content }), name));
    expect(config).toEqual({ out: "x" });
  });

  it("reads a module again after a change", async () => {
    for (const name of ["proto-gen.config.ts", "proto-gen.config.mjs"]) {
      const at = project({ [name]: 'export default { out: "a" };' });
      const file = path.join(at, name);
      await loadConfig(file);
      writeFileSync(file, 'export default { out: "b", payment: "none" };');
      expect((await loadConfig(file)).config.out, name).toBe("b");
    }
  });

  it.each([
    ["a promise", "export default Promise.resolve({ out: 'x' });", "CONFIG_INVALID"],
    ["a function", "export default () => ({ out: 'x' });", "CONFIG_INVALID"],
    ["a map", "export default { facts: new Map([['a', 'b']]) };", "CONFIG_INVALID"],
    ["a text that no path can have", "export default { out: 'a\\0' };", "CONFIG_INVALID"],
    [
      "a getter that fails",
      "export default { get out() { throw new Error('no'); } };",
      "CONFIG_FAILED",
    ],
    [
      "a proxy that fails",
      "export default new Proxy({}, { ownKeys() { throw new Error('no'); } });",
      "CONFIG_FAILED",
    ],
  ])("refuses %s", async (_what, text, code) => {
    const at = project({ "proto-gen.config.mjs": text });
    const problems = await diagnosticsOf(() => loadConfig(path.join(at, "proto-gen.config.mjs")));
    expect(problems.map((each) => each.code)).toEqual([code]);
  });

  it("reads each member of a module once", async () => {
    const at = project({
      "proto-gen.config.mjs": "let n = 0; export default { get out() { return n++ ? 1 : 'x'; } };",
    });
    const { config } = await loadConfig(path.join(at, "proto-gen.config.mjs"));
    expect([config.out, config.out]).toEqual(["x", "x"]);
  });

  it("points at an unknown member in JSON, and names the nearest", async () => {
    const at = project({ "package.json": '{\n  "proto-gen": {\n    "profil": "x"\n  }\n}' });
    const [problem] = await diagnosticsOf(() => loadConfig(path.join(at, "package.json")));
    expect(problem).toMatchObject({
      code: "CONFIG_INVALID",
      message: "there is no member profil",
      hint: "did you mean profile?",
      place: { line: 3, column: 5, pointer: "/proto-gen/profil" },
    });
  });

  it("reports every wrong value", async () => {
    const wrong = {
      profile: 1,
      strict: "yes",
      capabilities: ["a", ""],
      emitters: ["typs"],
      facts: { toolResult: "sideways" },
      mcp: { descriptions: -1 },
      targets: { a: { mock: {} } },
      lint: { rules: { x: "loud" } },
      schemas: "./schemas",
    };
    const at = project({ "proto-gen.config.json": wrong });
    const problems = await diagnosticsOf(() => loadConfig(path.join(at, "proto-gen.config.json")));
    expect(problems.map(({ place }) => place?.pointer)).toEqual([
      ...["/profile", "/strict", "/capabilities/1", "/emitters/0", "/facts/toolResult"],
      ...["/mcp/descriptions", "/targets/a/mock", "/lint/rules/x", "/schemas"],
    ]);
    expect(problems[3]?.hint).toBe("did you mean types?");
  });

  it.each([
    ["a module that throws", 'throw new Error("no database");', "CONFIG_FAILED", /no database/],
    ["a syntax error", "export default {;", "CONFIG_FAILED", /cannot be run/],
    ["no default export", "export const out = 1;", "CONFIG_INVALID", /exports no configuration/],
    ["a function", "export default () => ({});", "CONFIG_INVALID", /exports no configuration/],
  ])("refuses %s", async (_what, text, code, message) => {
    const at = project({ "proto-gen.config.ts": text });
    const [problem] = await diagnosticsOf(() => loadConfig(path.join(at, "proto-gen.config.ts")));
    expect(problem?.code).toBe(code);
    expect(problem?.message).toMatch(message);
  });
});

describe("listTargets", () => {
  const load = (at: string) => loadConfig(path.join(at, "proto-gen.config.json"));

  it("takes paths from the configuration's directory", async () => {
    const at = project({
      "proto-gen.config.json": {
        profile: "./p.json",
        platform: "https://platform.example/profile",
        out: "gen",
        schemas: [
          "./s=https://vendor.example/schemas",
          "vendor:s",
          "vendor:npm:@vendor/schemas/v1=https://vendor.example/x",
        ],
        mock: { data: "data.json" },
      },
      "s/x.json": "{}",
      "node_modules/@vendor/schemas/package.json": { exports: {} },
      "node_modules/@vendor/schemas/v1/x.json": "{}",
    });
    const here = path.relative("", at);
    const [target] = listTargets(await load(at));
    expect(target).toEqual({
      name: undefined,
      settings: {
        profile: `${here}/p.json`,
        platform: "https://platform.example/profile",
        out: `${here}/gen`,
        lint: { directories: [`${here}/schemas`] },
        schemas: [
          `${here}/s=https://vendor.example/schemas`,
          `vendor:${here}/s`,
          `vendor:${here}/node_modules/@vendor/schemas/v1=https://vendor.example/x`,
        ],
        mock: { data: `${here}/data.json` },
      },
    });
  });

  it("gives targets what they share, and chooses one by its name", async () => {
    const at = project({
      "proto-gen.config.json": {
        profile: "p.json",
        development: true,
        targets: { shop: { out: "a" }, agent: { out: "b", development: false } },
      },
    });
    const loaded = await load(at);
    expect(listTargets(loaded).map(({ name }) => name)).toEqual(["shop", "agent"]);
    const [agent] = listTargets(loaded, "agent");
    expect(agent?.settings).toMatchObject({
      development: false,
      profile: expect.stringMatching(/p\.json$/),
    });
    expect(() => listTargets(loaded, "agnet")).toThrow(/did you mean agent/);
  });

  it.each([
    [
      "two targets in one directory",
      { targets: { a: {}, b: { out: "./generated/" } } },
      "/targets/b",
    ],
    ["no target", { targets: {} }, "/targets"],
    ["a directory of schemas that is missing", { schemas: ["./nowhere"] }, "/schemas/0"],
    [
      "a package that is not installed",
      { targets: { a: { schemas: ["npm:absent"] } } },
      "/targets/a/schemas/0",
    ],
    [
      "a directory that is missing, for a target whose name has a slash",
      { targets: { "a/b": { schemas: ["./nowhere"] } } },
      "/targets/a~1b/schemas/0",
    ],
    [
      "a directory of a target whose name has a slash",
      { targets: { a: {}, "b/c": {} } },
      "/targets/b~1c",
    ],
    ["a path that leads out of a package", { schemas: ["npm:p/../../q"] }, "/schemas/0"],
    ["a URL that is http", { schemas: ["./s=http://vendor.example"] }, "/schemas/0"],
  ])("refuses %s", async (_what, config, pointer) => {
    const at = project({
      "proto-gen.config.json": config,
      "node_modules/p/package.json": {},
      "s/x.json": "{}",
      "q/x.json": "{}",
    });
    const loaded = await load(at);
    const problems = await diagnosticsOf(() => listTargets(loaded));
    expect(problems.map(({ place }) => place?.pointer)).toEqual([pointer]);
  });
});

describe("the JSON Schema of the configuration", () => {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Configuration of proto-gen",
    ...toJsonSchema(CONFIG_SHAPE),
  };

  it("is what templates/config.schema.json has", () => {
    const file = "templates/config.schema.json";
    const text = jsonText(schema as never);
    if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(file, text);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("agrees with the check of a configuration", () => {
    const accepts = new Ajv2020().compile(schema);
    const values: readonly unknown[] = [
      ...[{}, { out: "" }, { out: "x" }, { outt: "x" }, [], null, "x", { strict: 1 }],
      ...[
        { capabilities: [] },
        { capabilities: ["a", 1] },
        { emitters: ["types"] },
        { emitters: [7] },
      ],
      ...[
        { mcp: { descriptions: 0 } },
        { mcp: { descriptions: 1.5 } },
        { mcp: { descriptions: 1000 } },
      ],
      ...[
        { lint: { rules: { any: "off" } } },
        { lint: { rules: { any: "on" } } },
        { diff: { failOn: "none" } },
      ],
      ...[
        { targets: { a: { profile: "x" } } },
        { targets: { a: { targets: {} } } },
        { facts: { x: "y" } },
      ],
      ...[
        { mock: { port: 65_536 } },
        { mock: { seed: 3 } },
        { code: { language: "js" } },
        { code: [] },
      ],
    ];
    for (const value of values)
      expect(accepts(value), JSON.stringify(value)).toBe(
        findProblems(value, CONFIG_SHAPE).length === 0,
      );
  });
});
