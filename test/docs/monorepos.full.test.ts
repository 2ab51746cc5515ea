/**
 * The recipes of `docs/guide/monorepos.md`, with the packages as npm packs them: what is a hit of each cache, what is a miss, and that
 * outputs come back from it. Turborepo and Nx come from npm, into a directory that the test removes.
 */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlock, filesOf } from "../support/documentation.js";
import { packPackages } from "../support/packages.js";
import { runCommand } from "../support/user-process.js";

const PAGE = "docs/guide/monorepos.md";
const LONG = 600_000;

const root = realpathSync(mkdtempSync(path.join(tmpdir(), "proto-gen-monorepo-")));
const home = path.join(root, ".home");
const file = (name: string): string => path.join(root, name);
const schema = file("packages/protocol/schemas/gift.json");
const generated = file("packages/protocol/generated");

const ENVIRONMENT = {
  ...{ HOME: home, CI: "1", NO_COLOR: "1" },
  ...{ NX_DAEMON: "false", NX_TUI: "false", TURBO_TELEMETRY_DISABLED: "1" },
  npm_config_cache: process.env["npm_config_cache"] ?? path.join(process.env["HOME"] ?? "", ".npm"),
};

function write(name: string, text: string): void {
  mkdirSync(path.dirname(file(name)), { recursive: true });
  writeFileSync(file(name), text);
}

async function run(command: string): Promise<string> {
  const [program = "", ...args] = command.trim().split(" ");
  const { stdout, stderr } = await runCommand(program, args, { cwd: root, env: ENVIRONMENT });
  return stdout + stderr;
}

beforeAll(async () => {
  for (const [name, text] of filesOf(PAGE)) write(name, text);
  const sources = filesOf("docs/guide/first-extension.md");
  for (const name of ["profile.json", "schemas/gift.json"])
    write(`packages/protocol/${name}`, sources.get(name) ?? "");
  write(".gitignore", "node_modules\n.turbo\n.nx\n.home\ngenerated\n");
  await packPackages(root);
  const options = "--no-audit --no-fund --prefer-offline";
  await run(`npm install ${options} --save-dev turbo@2 nx@24`);
}, LONG);
afterAll(() => rm(root, { recursive: true, force: true }), LONG);

it(
  "has npm workspaces that generate what is not up to date",
  async () => {
    const command = codeBlock(PAGE, "sh", "npm run generate");
    expect(await run(command)).toMatch(/^wrote \d+ files to generated\//m);
    expect(await run(command)).toMatch(/^generated\/ is up to date/m);
    write("packages/protocol/README.md", "Another file.\n");
    expect(await run(command)).toMatch(/^generated\/ is up to date/m);
    editSchema(190);
    expect(await run(command)).toMatch(/^wrote \d+ files, /m);
    await rm(generated, { recursive: true });
    expect(await run(command)).toMatch(/^wrote \d+ files to generated\//m);
  },
  LONG,
);

describe.each([
  ["Turborepo", "npx turbo", /cache miss, executing/, /cache hit, replaying/],
  ["Nx", "npx nx", /Cache: +0\/1 hit/, /Cache: +1\/1 hit/],
])("%s", (_name, mark, miss, hit) => {
  it(
    "runs again for another schema, profile, configuration or version of proto-gen, and for nothing else",
    async () => {
      const command = codeBlock(PAGE, "sh", mark);
      await rm(generated, { recursive: true, force: true });
      expect(await run(command)).toMatch(miss);
      expect(await run(command)).toMatch(hit);

      write("packages/protocol/README.md", `Not a source of ${mark}.\n`);
      write("notes.md", "Outside of the package.\n");
      expect(await run(command)).toMatch(hit);

      await rm(generated, { recursive: true });
      expect(await run(command)).toMatch(hit);
      expect(existsSync(path.join(generated, "manifest.json"))).toBe(true);

      editSchema(mark.length * 10);
      expect(await run(command)).toMatch(miss);
      expect(readFileSync(path.join(generated, "index.ts"), "utf8")).toContain(
        `maxLengthRule, ${mark.length * 10})`,
      );
      write("packages/protocol/schemas/notes/more.json", JSON.stringify({ title: mark }));
      expect(await run(command)).toMatch(miss);

      editFile(
        "packages/protocol/profile.json",
        '"endpoint": "https://',
        '"endpoint": "https://a.',
      );
      expect(await run(command)).toMatch(miss);
      editFile("packages/protocol/proto-gen.config.json", "{", "{\n");
      expect(await run(command)).toMatch(miss);

      editFile("package-lock.json", OWN_PACKAGE, '$1"version": "0.2.0"$2"integrity": "sha512-00');
      expect(await run(command)).toMatch(miss);
      expect(await run(command)).toMatch(hit);
      editFile("package-lock.json", OWN_PACKAGE, '$1"version": "0.1.0"$2"integrity": "sha512-11');
    },
    LONG,
  );

  it(
    "runs again for all else that the configuration names, where that was added to its inputs",
    async () => {
      const command = codeBlock(PAGE, "sh", mark);
      await addInputs();
      await run(command);
      await run(command);
      expect(await run(command)).toMatch(hit);
      for (const [name, from, to] of [
        ["packages/protocol/overlays/gift.json", '"title":"Gift', `"title":"Gift of ${mark}`],
        ["packages/protocol/accepted.json", "{", "{ "],
        ["packages/protocol/names.js", ";", `; // ${mark}`],
        ["packages/protocol/platform.json", '"proto"', ' "proto"'],
        ["shared/more.json", "{", "{ "],
        [
          "package-lock.json",
          VENDOR_PACKAGE,
          `$1"version": "1.${mark.length}.0"$2"integrity": "sha512-${mark.length}`,
        ],
      ] as const) {
        editFile(name, from, to);
        expect([name, await run(command)]).toEqual([name, expect.stringMatching(miss)]);
        await run(command);
      }
      expect(await run(command)).toMatch(hit);
    },
    LONG,
  );
});

const VENDOR_PACKAGE =
  /("node_modules\/@vendor\/schemas": \{\s+)"version": "[\d.]+"(,[^}]*?)"integrity": "sha512-../;

/** A project that has everything, and what the page says to add for it. */
async function addInputs(): Promise<void> {
  if (existsSync(file("vendor"))) return;
  const own = "packages/protocol";
  const sources = filesOf("docs/guide/first-extension.md");
  const update = { title: "Gift" };
  const overlay = {
    ...{ overlay: "1.0.0", info: { title: "A title", version: "1" } },
    ...{ extends: "../schemas/gift.json", actions: [{ target: "$", update }] },
  };
  write(`${own}/overlays/gift.json`, JSON.stringify(overlay));
  write(`${own}/accepted.json`, JSON.stringify({ accept: [] }));
  write(`${own}/names.js`, "export const names = [];\n");
  write(`${own}/platform.json`, platformOf(sources.get("profile.json") ?? ""));
  write("shared/more.json", JSON.stringify({ title: "Shared" }));
  const schemas = ["./schemas", "../../shared", "npm:@vendor/schemas"];
  const config = {
    ...{ profile: "./profile.json", platform: "./platform.json", schemas, out: "./generated" },
    ...{ overlays: ["./overlays/gift.json"], accept: "./accepted.json" },
  };
  write(`${own}/proto-gen.config.json`, JSON.stringify(config));
  const inputs = ["overlays/**", "accepted.json", "names.js", "platform.json"];
  editFile("turbo.json", /"inputs": \[/, `$&${quoted([...inputs, "$TURBO_ROOT$$/shared/**"])},`);
  const files = ["overlays/**/*", ...inputs.slice(1)].map((name) => `{projectRoot}/${name}`);
  editFile("nx.json", /"protocol": \[/, `$&${quoted([...files, "{workspaceRoot}/shared/**/*"])},`);
  editFile("nx.json", '["proto-gen"]', '["proto-gen", "@vendor/schemas"]');
  write("vendor/package.json", JSON.stringify({ name: "@vendor/schemas", version: "1.0.0" }));
  write("vendor/more.json", JSON.stringify({ title: "A vendor's" }));
  await run("npm pack ./vendor");
  const archive = "./vendor-schemas-1.0.0.tgz";
  await run(`npm install --no-audit --no-fund --prefer-offline -w ${own} ${archive}`);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}

/** A platform serves nothing. */
function platformOf(profile: string): string {
  const { proto } = JSON.parse(profile) as { readonly proto: object };
  return JSON.stringify({ proto: { ...proto, services: undefined } });
}

/** What another version would change in the lock file of the repository. */
const OWN_PACKAGE =
  /("node_modules\/proto-gen": \{\s+)"version": "[\d.]+"(,[^}]*?)"integrity": "sha512-../;

function editSchema(length: number): void {
  const text = readFileSync(schema, "utf8");
  writeFileSync(schema, text.replace(/"maxLength": \d+/, `"maxLength": ${length}`));
}

function editFile(name: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file(name), "utf8");
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  writeFileSync(file(name), edited);
}
