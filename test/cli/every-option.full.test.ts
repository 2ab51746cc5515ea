/**
 * What holds for every command and every option, taken from the commands themselves: a new command needs a line in `RUNS`,
 * and a new option with a value one in `VALUES`.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import type { Option } from "commander";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { main } from "../../src/cli/main.js";
import { createProgram } from "../../src/cli/program.js";
import { interpret } from "../../src/interpret.js";
import { repository } from "../support/published.js";
import { CHECKOUT, release, runTool, SCHEMAS, type Release } from "../support/release.js";
import { overlayText } from "../support/overlays.js";
import { fakeHost } from "./fake-host.js";
import type { Printable } from "../../src/text/line.js";

const COMMANDS = createProgram(fakeHost()).commands;
const NAMES = COMMANDS.map((command) => command.name());
const OPTIONS = COMMANDS.flatMap((command) =>
  command.options.map((option) => [command.name(), option.flags, option] as const),
);
const OWN_PROFILE = path.join(repository, "profile.json");

/** A run that succeeds, without options of messages. */
const RUNS: Readonly<Record<string, (world: World) => readonly string[]>> = {
  generate: ({ args }) => args,
  list: ({ input }) => input,
  inspect: ({ input }) => ["Checkout", ...input],
  resolve: ({ schema, schemaRoot }) => [schema, "--schemas", schemaRoot],
  validate: ({ payload, schema, schemaRoot }) => [
    ...[payload, "--schema", schema, "--schemas", schemaRoot],
  ],
  lint: () => [path.join(repository, "schemas/draft/shopping/types")],
  release: () => ["2099-01-01", "--schemas", path.join(repository, "schemas"), "--dry-run"],
  init: ({ directory }) => [path.join(directory, "shop")],
  scaffold: ({ directory }) => [
    ...["--into", path.join(directory, "business.ts"), "--profile", OWN_PROFILE],
    ...["--capabilities", "dev.proto.shopping.cart"],
  ],
  mock: () => ["--profile", OWN_PROFILE, "--port", "0"],
  tokenizer: () => ["--port", "0"],
  storage: ({ database }) => ["--database", database],
  diff: ({ schemas, directory }) => [schemas, path.join(directory, "copy")],
  doctor: ({ input }) => input,
  explain: () => ["USAGE"],
  completion: () => ["zsh"],
};

/** A value for each option that takes one. */
const VALUES: Readonly<Record<string, (world: World) => string>> = {
  "--profile": ({ profile }) => profile,
  "--whose": () => "own",
  "--release": () => "2026-01-01",
  "--platform": ({ profile }) => profile,
  "--capabilities": () => CHECKOUT,
  "--schemas": ({ schemaRoot }) => schemaRoot,
  "--overlay": ({ directory }) => path.join(directory, "overlay.json"),
  "--accept": ({ directory }) => path.join(directory, "accepted.json"),
  "--out": ({ directory }) => path.join(directory, "written"),
  "--only": () => "types",
  "--op": () => "create",
  "--type": () => "Checkout",
  "--schema": ({ schema }) => schema,
  "--def": () => "item",
  "--rule": () => "id-missing=off",
  "--format": () => "json",
  "--into": ({ directory }) => path.join(directory, "handlers.ts"),
  "--generated": ({ out }) => out,
  "--payment": () => "none",
  "--emit": () => "js",
  "--import-extension": () => "ts",
  "--tool-schemas": () => "inline",
  "--tool-descriptions": () => "none",
  "--fact": () => "toolResult=keyed",
  "--config": ({ directory }) => path.join(directory, "proto-gen.config.json"),
  "--target": () => "shop",
  "--framework": () => "express",
  "--store": () => "memory",
  "--port": () => "0",
  "--seed": () => "1",
  "--policy": () => "ttl",
  "--ttl": () => "1",
  "--participant": () => "shop",
  "--bearer": () => "secret",
  "--fault": () => "slow",
  "--geo-ip": () => "CF-IPCountry",
  "--data": () => path.join(repository, "templates/storefront/data.json"),
  "--mail": ({ directory }) => path.join(directory, "mail"),
  "--database": ({ database }) => database,
  "--prefix": () => "proto_",
  "--worker": () => "confirmation",
  "--limit": () => "5",
  "--revive": () => "none",
  "--discard": () => "none",
  "--role": () => "platform",
  "--fail-on": () => "none",
  "--level": () => "enum-widened=safe",
  "--ignore": ({ ignore }) => ignore,
  "--reason": () => "agreed",
  "--until": () => "2099-01-01",
};

interface World extends Release {
  /** The options of a command that reads the release's profile. */
  readonly input: readonly string[];
  readonly schema: string;
  readonly schemaRoot: string;
  readonly payload: string;
  readonly ignore: string;
  /** A SQLite storage without records. */
  readonly database: string;
}

function emptyStorage(file: string): string {
  const database = new Database(file);
  createSqliteStorage({ database });
  database.close();
  return file;
}

function createWorld(): World {
  const made = release({
    files: {
      "payload.json": { id: "1", total: 1 },
      "ignore.json": { ignore: [] },
      "proto-gen.config.json": {},
      ...{
        "overlay.json": overlayText([{ target: "$.properties", update: { note: {} } }]),
        "accepted.json": { accept: [] },
      },
    },
  });
  const schemaRoot = `${made.schemas}=${SCHEMAS}`;
  const schema = path.join(made.schemas, "checkout.json");
  mkdirSync(path.join(made.directory, "copy"));
  writeFileSync(path.join(made.directory, "copy/checkout.json"), readFileSync(schema));
  return {
    ...made,
    schema,
    schemaRoot,
    input: ["--profile", made.profile, "--schemas", schemaRoot],
    payload: path.join(made.directory, "payload.json"),
    ignore: path.join(made.directory, "ignore.json"),
    database: emptyStorage(path.join(made.directory, "shop.db")),
  };
}

function argumentsOf(name: string, world: World): readonly string[] {
  return [name, ...(RUNS[name]?.(world) ?? [])];
}

/** Without what it could serve, a server ends by itself. */
function shortArguments(name: string, world: World): readonly string[] {
  if (name === "tokenizer") return [name, "--ttl", "0"];
  return name === "mock" ? [name, ...world.input] : argumentsOf(name, world);
}

/** These serve until they are told to end. */
const SERVERS: ReadonlySet<string | undefined> = new Set(["mock", "tokenizer"]);

/** A server is told to end: once it is open, or once it has had the time to print what it should not. */
async function runToEnd(args: readonly string[]): ReturnType<typeof runTool> {
  if (!SERVERS.has(args[0])) return runTool(args);
  const before = process.listeners("SIGHUP");
  const endServer = (): void => {
    for (const listener of process.listeners("SIGHUP"))
      if (!before.includes(listener)) listener("SIGHUP");
  };
  const host = fakeHost();
  const write = (text: Printable): void => {
    host.stdout.write(text);
    endServer();
  };
  const timeout = args.includes("--json") ? undefined : setTimeout(endServer, SILENCE_MS);
  const loadInterpret = async (): Promise<typeof interpret> => interpret;
  const code = await main(args, { ...host, stdout: { write }, loadInterpret });
  clearTimeout(timeout);
  return { code, out: host.out(), err: host.err() };
}

const SILENCE_MS = 2_500;

function parsedLines(name: string, out: string): readonly unknown[] {
  const documents = SERVERS.has(name) ? out.trim().split("\n") : [out];
  return documents.map((document) => JSON.parse(document) as unknown);
}

function namesOf({ short, long }: Option): readonly string[] {
  return [short, long].filter((name) => name !== undefined);
}

describe("the list of commands", () => {
  it("has a run for each command, and a value for each option that takes one", () => {
    expect(Object.keys(RUNS)).toEqual(NAMES);
    const taking = OPTIONS.filter(([, , { required }]) => required);
    expect(Object.keys(VALUES).sort()).toEqual(
      [...new Set(taking.map(([, , { long }]) => long))].sort(),
    );
  });

  it("has --json and --quiet on every command, and -p wherever --profile is", () => {
    for (const { options } of COMMANDS) {
      const flags = options.map((option) => option.flags);
      expect(flags).toEqual(expect.arrayContaining(["--json", "--quiet"]));
      expect(flags).not.toContain("--profile <file>");
    }
  });
});

describe.each(NAMES)("%s", (name) => {
  it("prints JSON alone on stdout with --json, with and without --quiet", async () => {
    for (const more of [["--json"], ["--json", "--quiet"]]) {
      const { code, out } = await runToEnd([...argumentsOf(name, createWorld()), ...more]);
      expect(code).toBe(0);
      expect(parsedLines(name, out).length).toBeGreaterThan(0);
    }
  });

  it("prints nothing with --quiet, but for a document that was asked for", async () => {
    const { code, out, err } = await runToEnd([...argumentsOf(name, createWorld()), "--quiet"]);
    expect([code, err]).toEqual([0, ""]);
    if (name === "resolve") expect(JSON.parse(out)).toHaveProperty("$schema");
    else expect(out).toBe("");
  });

  it("rejects an unknown option with 2 and USAGE, as text and as JSON", async () => {
    const { code, out, err } = await runTool([name, "--no-such-option", "--json"]);
    expect(code).toBe(2);
    expect(err).toMatch(/^USAGE: unknown option '--no-such-option'\n {2}\S/);
    expect(JSON.parse(out)).toMatchObject({ ok: false, diagnostics: [{ code: "USAGE" }] });
  });
});

describe("an option", () => {
  it.each(OPTIONS)("%s %s: stands in --help, with a description", async (name, flags, option) => {
    const { out } = await runTool([name, "--help"]);
    const [line] = out.split("\n").filter((each) => each.startsWith(`  ${flags} `));
    expect(line).toMatch(/ {2}[A-Z][a-z]/);
    expect(option.description).not.toMatch(/\.$/);
  });

  it.each(OPTIONS.filter(([, , { required }]) => required))(
    "%s %s: without its value ends with 2, and is named",
    async (name, flags, option) => {
      for (const flag of namesOf(option)) {
        const { code, out, err } = await runTool([name, "--json", flag]);
        expect(code).toBe(2);
        expect(err).toContain(`USAGE: option '${flags}' argument missing`);
        expect(JSON.parse(out)).toMatchObject({ ok: false, diagnostics: [{ code: "USAGE" }] });
      }
    },
  );

  it.each(OPTIONS)("%s %s: leaves the output of --json JSON", async (name, _flags, option) => {
    const world = createWorld();
    const [flag = ""] = namesOf(option).slice(-1);
    const value = option.required ? [VALUES[flag]?.(world) ?? ""] : [];
    const { code, out } = await runTool([
      ...[...shortArguments(name, world), "--json"],
      ...[flag, ...value],
    ]);
    expect([0, 1, 2, 3]).toContain(code);
    const written = path.join(world.directory, "written");
    const isFile = name === "diff" && flag === "--out" && existsSync(written);
    expect(() => void JSON.parse(isFile ? readFileSync(written, "utf8") : out)).not.toThrow();
  });
});
