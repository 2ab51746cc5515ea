import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  CHECKOUT,
  checkoutAndGift,
  checkoutSchema,
  giftSchema,
  release,
  runTool,
  SCHEMAS,
  snapshot,
  type Release,
} from "../support/release.js";

const home = process.cwd();
afterEach(() => process.chdir(home));

/** A release whose directory has a configuration; the working directory is one below it. */
function configured(config: object, files: object = {}): Release {
  const made = release({
    capabilities: checkoutAndGift(),
    schemas: { "gift.json": giftSchema({ note: { type: "string" } }) },
    files: { "proto-gen.config.json": config, "below/x": "", ...files },
  });
  process.chdir(path.join(made.directory, "below"));
  return made;
}

const INPUT = { profile: "./profile.json", schemas: [`./schemas=${SCHEMAS}`] };

describe("a configuration", () => {
  it("gives generate what its options would, in a directory below as well", async () => {
    const { directory, args } = configured({
      ...INPUT,
      out: "./gen",
      emitters: ["types"],
      capabilities: [CHECKOUT],
      code: { importExtension: "ts" },
    });
    expect((await runTool([])).code).toBe(0);
    const flags = ["--no-config", "--only", "types", "--import-extension", "ts"];
    expect((await runTool([...args, ...flags, "--capabilities", CHECKOUT])).code).toBe(0);
    const generated = snapshot(path.join(directory, "gen"));
    expect(generated).toEqual(snapshot(path.join(directory, "out")));
    expect([...(generated?.keys() ?? [])].length).toBeGreaterThan(2);
    expect((await runTool(["--check"])).code).toBe(0);
  });

  it("writes to ./generated beside it by default", async () => {
    const { directory } = configured(INPUT);
    await runTool(["--quiet"]);
    expect(existsSync(path.join(directory, "generated/manifest.json"))).toBe(true);
  });

  it("gives way to the command line", async () => {
    const { directory } = configured({ ...INPUT, out: "./gen", emitters: ["types"] });
    const { code } = await runTool(["--out", "../elsewhere", "--only", "validators"]);
    expect(code).toBe(0);
    expect(existsSync(path.join(directory, "gen"))).toBe(false);
    const text = readFileSync(path.join(directory, "elsewhere/manifest.json"), "utf8");
    expect(JSON.parse(text)).toMatchObject({ options: { only: ["validators"] } });
  });

  it("keeps its facts and levels beside those of the command line", async () => {
    configured({ ...INPUT, facts: { toolResult: "keyed", errorBody: "messages" } });
    const { out } = await runTool(["list", "--json", "--fact", "toolResult=bare"]);
    const { facts } = JSON.parse(out) as { readonly facts: readonly object[] };
    expect(facts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "toolResult", value: "bare" }),
        expect.objectContaining({ name: "errorBody", value: "messages" }),
      ]),
    );
  });

  it.each<[string, readonly string[]]>([
    ["list", ["list"]],
    ["inspect", ["inspect", `${CHECKOUT}.Checkout`]],
    ["resolve of a type", ["resolve", `${CHECKOUT}.Checkout`]],
    ["resolve of a file", ["resolve", "../schemas/gift.json#/$defs/com.example.shop.checkout"]],
    ["validate by type", ["validate", "../payload.json", "--type", `${CHECKOUT}.Checkout`]],
    ["validate by file", ["validate", "../payload.json", "--schema", "../schemas/checkout.json"]],
    ["lint", ["lint"]],
    ["diff", ["diff", "../schemas", "../later"]],
  ])("is read by %s", async (_command, args) => {
    configured(
      {
        ...INPUT,
        development: true,
        whose: "own",
        lint: { directories: ["./schemas"], rules: { "one-of-overlap": "off" } },
        diff: { levels: { "required-added": "safe" } },
      },
      { "payload.json": { id: "1", total: 1 }, "later/checkout.json": checkoutSchema() },
    );
    const { code, err } = await runTool(args);
    // The small schemas are not without findings.
    const found = args[0] === "lint" ? 1 : 0;
    expect([code, err.replace(/^warning: .*(\n .*)*$/gm, "").trim()]).toEqual([found, ""]);
  });

  it("gives release what its draft is linted with", async () => {
    const draft = {
      ...giftSchema({ note: { type: "string" } }, "../gift"),
      $schema: "https://json-schema.org/draft/2020-12/schema",
      ...{ $id: `${SCHEMAS}/draft/note.json`, name: "com.example.shop.note", version: "draft" },
    };
    const off = { lint: { rules: { LOAD_REF_BY_PLACE: "off" } } };
    configured({ ...INPUT, ...off }, { "schemas/draft/note.json": draft });
    const args = ["release", "2099-01-01", "--schemas", "../schemas", "--dry-run"];
    expect(await runTool(args)).toMatchObject({ code: 0, err: "" });
    const { code, err } = await runTool([...args, "--no-config"]);
    expect(code).toBe(1);
    expect(err).toContain("LOAD_REF_UNRESOLVED");
  });

  it("gives scaffold the module of handlers and the generated code", async () => {
    configured({
      profile: path.join(home, "profile.json"),
      out: "./gen",
      handlers: "./src/business.ts",
    });
    const { code, out, err } = await runTool(["scaffold", "--dry-run"]);
    expect(code, err).toBe(0);
    expect(out + err).toContain("../src/business.ts");
  });

  it("is an error where it is wrong, for every command", async () => {
    configured({ profil: "x" });
    for (const args of [[], ["list"], ["lint"], ["mock"], ["init", "shop"]]) {
      const { code, err } = await runTool(args);
      expect(code).toBe(2);
      expect(err).toContain("CONFIG_INVALID: there is no member profil");
      expect(err).toContain("../proto-gen.config.json:");
    }
  });

  it("is an error where it waits for nothing, once the process has nothing else to do", async () => {
    const text = "await new Promise(() => {});\nexport default {};\n";
    configured(INPUT, { "stuck.mjs": text });
    const before = process.listeners("beforeExit");
    setTimeout(() => process.emit("beforeExit", 0), 500);
    const { code, err } = await runTool(["list", "--config", "../stuck.mjs"]);
    expect(code).toBe(2);
    expect(err).toContain(
      "CONFIG_FAILED: the configuration waits for a promise that nothing settles",
    );
    expect(process.listeners("beforeExit")).toEqual(before);
  });

  it("is not read with --no-config, and another is with --config", async () => {
    const { directory } = configured(
      { ...INPUT, out: "./gen" },
      { "other.json": { ...INPUT, out: "./other" } },
    );
    expect((await runTool(["--no-config"])).err).toContain("--profile FILE is missing");
    expect((await runTool(["--config", "../other.json"])).code).toBe(0);
    expect(existsSync(path.join(directory, "other/manifest.json"))).toBe(true);
    expect((await runTool(["--config", "../absent.json"])).err).toContain("FILE_NOT_FOUND");
  });
});

describe("an emitter in a configuration", () => {
  const MODULE = `
    const words = {
      name: "words",
      version: "1",
      needs: [],
      emit: () => [{ path: "words.txt", content: "written by an emitter\\n" }],
    };
    export default {
      profile: "./profile.json",
      schemas: ["./schemas=${SCHEMAS}"],
      out: "./gen",
      emitters: ["types", words],
    };`;

  it("writes its files beside the parts that are named, and --check compares them", async () => {
    const made = release({ files: { "proto-gen.config.mjs": MODULE } });
    process.chdir(made.directory);
    expect((await runTool([])).code).toBe(0);
    const files = snapshot(path.join(made.directory, "gen"));
    expect(files?.get("words.txt")).toBe("written by an emitter\n");
    expect([...(files?.keys() ?? [])]).not.toContain("negotiation.ts");
    expect((await runTool(["--check"])).code).toBe(0);
    writeFileSync(path.join(made.directory, "gen/words.txt"), "edited");
    expect((await runTool(["--check"])).code).toBe(1);
  });

  it("is refused where it is none", async () => {
    const made = release({
      files: { "proto-gen.config.mjs": MODULE.replace('version: "1",', "") },
    });
    process.chdir(made.directory);
    const { code, err } = await runTool([]);
    expect(code).toBeGreaterThan(0);
    expect(err).toContain("EMITTER_INVALID");
  });
});

describe("a configuration with targets", () => {
  const TARGETS = {
    ...INPUT,
    targets: {
      shop: { out: "./a", emitters: ["types"] },
      agent: { out: "./b", capabilities: [CHECKOUT] },
    },
  };

  it("generates each of them", async () => {
    const { directory } = configured(TARGETS);
    const { code, err } = await runTool([]);
    expect(code).toBe(0);
    expect(err).toMatch(/^target shop:\nwrote [\s\S]*^target agent:\n[\s\S]*^wrote /m);
    expect(existsSync(path.join(directory, "a/manifest.json"))).toBe(true);
    expect(existsSync(path.join(directory, "b/manifest.json"))).toBe(true);
    const { out } = await runTool(["--check", "--target", "shop", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ ok: true });
  });

  it("fails --check where one of them is out of date", async () => {
    configured(TARGETS);
    await runTool(["--target", "agent"]);
    expect((await runTool(["--check"])).code).toBe(1);
    expect((await runTool(["--check", "--target", "agent"])).code).toBe(0);
  });

  it("asks a command that takes one which it is", async () => {
    configured(TARGETS);
    const { code, err } = await runTool(["list"]);
    expect([code, err]).toEqual([
      2,
      "USAGE: list takes one target, and the configuration has several\n  name one with --target: shop, agent\n",
    ]);
    expect((await runTool(["list", "--target", "shop"])).code).toBe(0);
    expect((await runTool(["list", "--target", "shp"])).err).toContain("did you mean shop?");
  });

  it("needs a configuration for --target", async () => {
    const { args } = release();
    const { code, err } = await runTool([...args, "--no-config", "--target", "shop"]);
    expect([code, err.split("\n")[0]]).toEqual([
      2,
      "USAGE: --target shop needs a configuration, and there is none",
    ]);
  });
});
