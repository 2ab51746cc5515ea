/** `proto-gen scaffold` as it is called: what it writes, what it says, and what it does not touch. */

import {
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { ScaffoldReport } from "../../src/cli/commands/scaffold/report.js";
import { outDirectory, repository } from "../support/published.js";
import { runTool, snapshot, type RunResult } from "../support/release.js";
import { temporaryDirectory } from "../write/temporary.js";

const profile = path.join(repository, "profile.json");
const CART = ["createCart", "getCart", "updateCart", "cancelCart"];
const CATALOG = ["searchCatalog", "lookupCatalog"];
const CHECKOUT = ["create", "get", "update", "complete", "cancel"].map((verb) => `${verb}Checkout`);
const SOME = "dev.proto.shopping.cart";

let directory: string;
let file: string;
let generated: string;

beforeEach(() => {
  directory = temporaryDirectory();
  file = path.join(directory, "src/business.ts");
  generated = path.join(directory, "generated");
});

async function run(...options: readonly string[]): Promise<RunResult> {
  return runTool([
    ...["scaffold", "--into", file, "--generated", generated, "--profile", profile],
    ...options,
  ]);
}

async function report(...options: readonly string[]): Promise<ScaffoldReport> {
  return JSON.parse((await run(...options, "--json")).out) as ScaffoldReport;
}

function write(text: string | Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function read(): string {
  return readFileSync(file, "utf8");
}

const TYPE = 'import type { Handlers } from "../generated/server.js";\n';
const EMPTY = `${TYPE}export const handlers: Handlers = {};\n`;

describe("proto-gen scaffold", () => {
  it("writes a module where there is none: the keeper's decisions, and a stub an operation", async () => {
    const { code, out, err } = await run();
    expect([code, out]).toEqual([0, ""]);
    expect(err).toBe(
      `wrote ${file} with 11 handlers\n${generated}/ has no server.ts yet: run proto-gen as well\n`,
    );
    const text = read();
    expect(text).toContain(TYPE);
    expect(text).toContain("export const handlers: Handlers = {\n  ...checkouts.handlers,\n");
    // In the order of the model, with what the service document says and its section.
    expect(
      [...text.matchAll(/^ {2}async (\w+)\(_request, _context\)/gm)].map(([, name]) => name),
    ).toEqual([...CART, ...CATALOG]);
    expect(text).toContain(
      "  /** Creates a cart from line items. */\n  async createCart(_request, _context) {\n" +
        '    throw new TypeError("createCart is not written yet");\n  },\n',
    );
  });

  it.each([
    [["--import-extension", "ts"], "server.ts"],
    [["--import-extension", "none"], "server"],
    [["--emit", "js"], "server.js"],
  ])("imports what was generated with %o as its manifest says", async (form, server) => {
    await runTool(["--profile", profile, "--out", generated, "--quiet", ...form]);
    const { code, err } = await run("--capabilities", SOME);
    expect([code, err]).toEqual([0, `wrote ${file} with 4 handlers\n`]);
    expect(read()).toContain(`from "../generated/${server}";`);
  });

  it("says nothing of mandates where the profile has none", async () => {
    await run("--capabilities", "dev.proto.shopping.checkout");
    expect(read()).toContain("createCheckouts({");
    expect(read()).not.toContain("mandate");
  });

  it("writes no keeper where no checkout is active", async () => {
    await run("--capabilities", SOME);
    expect(read()).toMatch(
      /^import type \{ Handlers \} from "..\/generated\/server.js";\n\nexport /,
    );
    expect(await report("--capabilities", SOME)).toMatchObject({ handlers: CART, added: [] });
  });

  it("does nothing the second time, and says so", async () => {
    await run();
    const { ino, mtimeNs } = statSync(file, { bigint: true });
    const { code, out, err } = await run();
    expect([code, out, err]).toEqual([0, "", `${file} is up to date: 11 handlers\n`]);
    expect(statSync(file, { bigint: true })).toMatchObject({ ino, mtimeNs });
  });

  it("adds exactly the handlers of a capability that was added, in place", async () => {
    await run("--capabilities", SOME);
    const before = read();
    const { err } = await run("--capabilities", `${SOME},dev.proto.shopping.checkout`);
    expect(err).toContain(`added ${CHECKOUT.join(", ")} to ${file}\n`);
    const text = read();
    expect(text.startsWith(before.replace(/\};\n$/, ""))).toBe(true);
    expect([...text.matchAll(/^ {2}async (\w+)/gm)].map(([, name]) => name)).toEqual([
      ...CART,
      ...CHECKOUT,
    ]);
  });

  it("knows handlers that a user wrote in place of the keeper's", async () => {
    await run();
    const plain = CHECKOUT.map((name) => `  ${name}: () => ({}) as never,\n`).join("");
    write(read().replace("  ...checkouts.handlers,\n", plain));
    expect((await run()).err).toBe(`${file} is up to date: 11 handlers\n`);
    write(read().replace(/^ {2}cancelCheckout.*\n/m, ""));
    expect(await report()).toMatchObject({ added: ["cancelCheckout"] });
  });

  it("names handlers whose operation is gone, and leaves them", async () => {
    await run("--capabilities", SOME);
    write(read().replace("createCart(", "mergeCarts() {},\n  createCart("));
    const before = read();
    const { code, err } = await run("--capabilities", SOME);
    expect(code).toBe(0);
    expect(err).toMatch(
      /warning: SCAFFOLD_HANDLER_UNUSED: mergeCarts belongs to no operation .*\n.*business\.ts:\d+:3\n/,
    );
    expect(read()).toBe(before);
  });

  it("keeps a byte-order mark, carriage returns and permissions", async () => {
    write(`\ufeff${EMPTY.replaceAll("\n", "\r\n")}`);
    chmodSync(file, 0o640);
    await run("--capabilities", SOME);
    expect(read()).toMatch(/^\ufeffimport type /);
    expect(read().match(/[^\r]\n/g)).toBeNull();
    expect(read()).toContain("async createCart(");
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect((await run("--capabilities", SOME)).err).toContain("is up to date: 4 handlers");
  });

  it("leaves nothing beside the module", async () => {
    await run();
    expect([...(snapshot(directory)?.keys() ?? [])]).toEqual(["src/business.ts"]);
  });
});

describe("its options", () => {
  it("--dry-run writes nothing, and prints what would be added", async () => {
    write(EMPTY);
    const { code, out, err } = await run("--dry-run", "--capabilities", SOME);
    expect(code).toBe(0);
    expect(out).toContain("+  async createCart(_request, _context) {\n");
    expect(err).toContain(`would add ${CART.join(", ")} to ${file}\n`);
    expect(read()).toBe(EMPTY);
  });

  it("--check writes nothing, and ends with 1 while a handler is missing", async () => {
    write(EMPTY);
    const { code, out, err } = await run("--check", "--capabilities", SOME);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(
      `SCAFFOLD_MISSING: ${file} has no handler for createCart, getCart, updateCart, cancelCart\n`,
    );
    expect(read()).toBe(EMPTY);
    await run("--capabilities", SOME);
    expect((await run("--check", "--capabilities", SOME)).code).toBe(0);
  });

  it("--json prints what was done", async () => {
    write(EMPTY);
    expect(await report("--capabilities", SOME)).toMatchObject({
      ok: true,
      into: file,
      handlers: CART,
      added: CART,
      gone: [],
    });
    expect(await report("--check")).toMatchObject({
      ok: false,
      diagnostics: [{ code: "SCAFFOLD_MISSING" }],
    });
  });

  it("--quiet prints nothing but errors", async () => {
    expect(await run("--quiet")).toEqual({ code: 0, out: "", err: "" });
    write("const a = (;\n");
    expect((await run("--quiet")).err).toContain("SCAFFOLD_SYNTAX");
  });

  it.each([
    ["--into is missing", ["scaffold", "--profile", profile], "--into FILE is missing"],
    ["--profile is missing", ["scaffold", "--into", "a.ts"], "--profile FILE is missing"],
    [
      "--check and --dry-run exclude each other",
      ["scaffold", "--check", "--dry-run"],
      "cannot be used with",
    ],
  ])("%s", async (_, args, message) => {
    const { code, err } = await runTool(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("what it refuses", () => {
  async function refused(code: string): Promise<string> {
    const before = snapshot(directory);
    const result = await run();
    expect(result.code).toBe(2);
    expect(result.err).toMatch(new RegExp(`^${code}: `, "m"));
    expect(snapshot(directory)).toEqual(before);
    return result.err;
  }

  it.each(["business.js", "business", "business.d.ts", "business.json"])(
    "a name that is no TypeScript module's: %s",
    async (name) => {
      file = path.join(directory, name);
      await refused("USAGE_INTO");
    },
  );

  it("a directory", async () => {
    mkdirSync(file, { recursive: true });
    await refused("USAGE_INTO");
  });

  it("bytes that are no UTF-8", async () => {
    write(Buffer.from([0x2f, 0x2f, 0xff, 0x0a]));
    await refused("USAGE_INTO");
  });

  it("a file that is too large to be written by hand", async () => {
    write(Buffer.alloc(3 * 1024 * 1024, 0x20));
    await refused("USAGE_INTO");
  });

  it("syntax that is wrong, with its place", async () => {
    write(`${TYPE}export const handlers: Handlers = {\n  createCart( {\n};\n`);
    expect(await refused("SCAFFOLD_SYNTAX")).toMatch(/business\.ts:4:\d+\n/);
  });

  it("a module without handlers, with the way to have some", async () => {
    write("export const x = 1;\n");
    expect(await refused("SCAFFOLD_HANDLERS_NOT_FOUND")).toContain(
      `${file}:1:1\n  add: import type { Handlers } from "../generated/server.js"; ` +
        "export const handlers: Handlers = {};",
    );
  });

  it("a profile without operations", async () => {
    const { code, err } = await run("--capabilities", "dev.proto.shopping.order");
    expect(code).toBe(3);
    expect(err).toContain("SCAFFOLD_NO_OPERATION");
  });

  describe("links that lead out of the working directory", () => {
    const inside = path.join(outDirectory, "scaffold-links");

    beforeEach(() => {
      rmSync(inside, { recursive: true, force: true });
      mkdirSync(inside, { recursive: true });
      onTestFinished(() => rmSync(inside, { recursive: true, force: true }));
    });

    it("a file", async () => {
      write(EMPTY);
      symlinkSync(file, path.join(inside, "business.ts"));
      file = path.join(inside, "business.ts");
      await refused("USAGE_INTO");
    });

    it("a directory, of a module that is not there yet", async () => {
      symlinkSync(directory, path.join(inside, "src"));
      file = path.join(inside, "src/business.ts");
      await refused("USAGE_INTO");
    });

    it("a file that is not there", async () => {
      symlinkSync(path.join(directory, "none.ts"), path.join(inside, "business.ts"));
      file = path.join(inside, "business.ts");
      await refused("WRITE_FAILED");
    });

    it("but not those that stay in it: what they lead to is written", async () => {
      const real = path.join(inside, "real.ts");
      writeFileSync(
        real,
        'import type { Handlers } from "./generated/server.js";\nconst a: Handlers = {};\n',
      );
      symlinkSync(real, path.join(inside, "business.ts"));
      file = path.join(inside, "business.ts");
      generated = path.join(inside, "generated");
      expect((await run("--capabilities", SOME)).code).toBe(0);
      expect(readFileSync(real, "utf8")).toContain("createCart(");
    });
  });
});
