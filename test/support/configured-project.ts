/**
 * A project as its owner has it: an empty folder with the profile of a published release, which names an extension of a vendor and one of
 * its own, a configuration, and both packages where a package manager puts them. It is a repository with one commit and a branch upstream.
 */

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { published, PUBLISHED_HOST, repository } from "./published.js";
import { runCommand, startCommand, type Running } from "./user-process.js";

export interface ConfiguredProject {
  readonly path: string;
  write(name: string, text: string): void;
  /** Removes a directory of it, if there is one. */
  clear(name: string): void;
  /** Adds scripts to the project's `package.json`. */
  addScripts(scripts: Readonly<Record<string, string>>): void;
  /** Starts a line of the shell, in the project. */
  start(line: string): Running;
  /** Removes it, and what stands beside it. */
  remove(): Promise<void>;
}

/** Where documents of others are: those of the release, and those of the vendor. Configurations of pages do not know of them. */
const OTHERS = [
  `vendor:./release=${PUBLISHED_HOST}`,
  "vendor:./loyalty=https://loyalty.com/schemas",
];

const OWN = '"./schemas=https://example.com/schemas"';

const CONFIG = `import { defineConfig } from "proto-gen/config";

export default defineConfig({ profile: "./profile.json", schemas: [${OWN}] });
`;

/** What runs for longer hangs. */
const LIMIT_MS = 180_000;

const EXTENSIONS = [
  { capability: "com.example.gift", file: "schemas/gift.json", member: "gift_note" },
  { capability: "com.loyalty.points", file: "loyalty/points.json", member: "points" },
] as const;

export async function configuredProject(release: string, port: number): Promise<ConfiguredProject> {
  const root = mkdtempSync(path.join(tmpdir(), "proto-gen-configured-"));
  const directory = path.join(root, "project");
  const file = (name: string): string => path.join(directory, name);
  const write = (name: string, text: string): void => {
    mkdirSync(path.dirname(file(name)), { recursive: true });
    writeFileSync(file(name), withOthers(text, name, port));
  };
  const source = path.join(published ?? "", release);

  cpSync(path.join(source, "source"), file("release"), { recursive: true });
  const profile = JSON.parse(readFileSync(path.join(source, "profile.json"), "utf8")) as Profile;
  write("profile.json", json(withExtensions(profile)));
  write("platform.json", json(platformOf(withExtensions(profile))));
  for (const { capability, file: name, member } of EXTENSIONS)
    write(name, json(extensionSchema(capability, member)));
  write("proto-gen.config.ts", CONFIG);
  write("package.json", json({ name: "shop", private: true, type: "module" }));
  write(".gitignore", "node_modules\n");
  install(directory);
  await commit(directory);

  return {
    path: directory,
    write,
    clear: (name) => rmSync(file(name), { recursive: true, force: true }),
    addScripts(scripts) {
      const content = JSON.parse(readFileSync(file("package.json"), "utf8")) as object;
      write("package.json", json({ ...content, scripts }));
    },
    start: (line) => {
      const PATH = `${file("node_modules/.bin")}:${process.env["PATH"] ?? ""}`;
      const env = {
        PATH,
        NO_COLOR: "1",
        BEARER: "secret",
        XDG_CACHE_HOME: path.join(root, "cache"),
      };
      const running = startCommand("sh", ["-eu", "-c", line], { cwd: directory, env });
      setTimeout(() => running.kill(), LIMIT_MS).unref();
      return running;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

type Entries = Readonly<Record<string, readonly object[]>>;

interface Profile {
  readonly ucp: {
    readonly version: string;
    readonly services: Entries;
    readonly capabilities: Entries;
  };
}

const EXTENDED = "dev.ucp.shopping.checkout";

function withExtensions({ ucp }: Profile): Profile {
  const added = EXTENSIONS.map(({ capability }) => {
    const schema = schemaUrl(capability);
    const spec = schema.replace("schemas", "specification");
    return [capability, [{ version: "2026-11-20", spec, schema, extends: EXTENDED }]] as const;
  });
  const capabilities = { ...ucp.capabilities, ...Object.fromEntries(added) };
  return { ucp: { ...ucp, capabilities } };
}

/** A platform serves nothing: its services have no endpoint. */
function platformOf({ ucp }: Profile): object {
  const services = Object.entries(ucp.services).map(([name, entries]) => [
    name,
    entries.map((entry) => ({ ...entry, endpoint: undefined })),
  ]);
  return { ucp: { ...ucp, services: Object.fromEntries(services) as object } };
}

/** `com.example.gift` is published at `https://example.com/schemas/gift.json`. */
function schemaUrl(capability: string): string {
  const [, owner = "", name = ""] = capability.split(".");
  return `https://${owner}.com/schemas/${name}.json`;
}

function extensionSchema(capability: string, member: string): object {
  const properties = { [member]: { type: "string", description: "A text of the buyer." } };
  const $ref = `${PUBLISHED_HOST}/schemas/shopping/checkout.json`;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...{ $id: schemaUrl(capability), name: capability, version: "2026-11-20" },
    $defs: { [EXTENDED]: { allOf: [{ $ref }, { type: "object", properties }] } },
  };
}

/** Completes a configuration: documents of others, and a port that is free. */
function withOthers(text: string, name: string, port: number): string {
  if (name !== "proto-gen.config.ts") return text;
  const others = OTHERS.map((each) => `${JSON.stringify(each)}, `).join("");
  const isNamed = text.includes("schemas: [");
  return (isNamed ? text : text.replace("defineConfig({", `defineConfig({ schemas: [${OWN}],`))
    .replace("schemas: [", `schemas: [${others}`)
    .replace("defineConfig({", `defineConfig({ mock: { port: ${port} },`);
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function install(directory: string): void {
  for (const [name, target] of [
    ["proto-gen", repository],
    ["@proto-gen/runtime", path.join(repository, "src/runtime")],
    [".bin/proto-gen", path.join(repository, "bin/proto-gen.js")],
  ] as const) {
    const link = path.join(directory, "node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
}

async function commit(cwd: string): Promise<void> {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  for (const args of [
    ["init", "--quiet", "--initial-branch", "main"],
    ["add", "."],
    ["commit", "--quiet", "--message", "start"],
    ["tag", "v1"],
    ["remote", "add", "origin", cwd],
    ["fetch", "--quiet", "origin"],
  ])
    await runCommand("git", [...author, ...args], { cwd });
}
