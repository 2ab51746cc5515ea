/**
 * The two packages, as npm packs them, with the other package managers: one plain command installs both, `proto-gen` generates, a
 * program imports both, and a mock answers. The managers themselves come from npm, into a directory that the test removes.
 */

import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packPackages } from "../support/packages.js";
import { repository } from "../support/published.js";
import { runCommand, startCommand } from "../support/user-process.js";

const LONG = 600_000;

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), "proto-gen-managers-")));
let archives: { readonly generator: string; readonly runtime: string };

interface Manager {
  /** The package that has it, and its version. */
  readonly from: string;
  readonly add: (generator: string, runtime: string) => readonly string[];
  readonly execute: readonly string[];
  readonly node: readonly string[];
}

const MANAGERS: Readonly<Record<string, Manager>> = {
  pnpm: {
    from: "pnpm@10",
    add: (...files) => ["add", ...files],
    execute: ["exec"],
    node: ["exec", "node"],
  },
  // With its default, Plug'n'Play: there is no node_modules.
  yarn: {
    from: "@yarnpkg/cli-dist@4",
    add: (generator, runtime) => [
      "add",
      `proto-gen@file:${generator}`,
      `@proto-gen/runtime@file:${runtime}`,
    ],
    execute: [],
    node: ["node"],
  },
  bun: {
    from: "bun@1",
    add: (...files) => ["add", ...files],
    execute: ["x"],
    node: ["run"],
  },
};

/** What generated code and users import. */
const PROGRAM = `
import { createServer } from "@proto-gen/runtime/server";
import { generate } from "proto-gen";
console.log(typeof createServer, typeof generate);
`;

beforeAll(async () => {
  const { generator, runtime } = await packPackages(directory);
  archives = {
    generator: path.join(directory, generator.filename),
    runtime: path.join(directory, runtime.filename),
  };
}, LONG);
afterAll(() => rm(directory, { recursive: true, force: true }), LONG);

describe.each(Object.entries(MANAGERS))("%s", (name, { from, add, execute, node }) => {
  it(
    "installs both packages, generates, runs what imports them, and serves a mock",
    async () => {
      const tools = path.join(directory, `tools-${name}`);
      const project = path.join(directory, `project-${name}`);
      for (const each of [tools, project]) mkdirSync(each);
      const options = ["--no-audit", "--no-fund", "--prefer-offline"];
      await runCommand("npm", ["install", "--prefix", tools, ...options, from], { cwd: tools });
      const manager = path.join(tools, "node_modules/.bin", name);
      const env = { CI: "1", YARN_ENABLE_IMMUTABLE_INSTALLS: "false", YARN_ENABLE_TELEMETRY: "0" };
      const run = (...args: readonly string[]) => runCommand(manager, args, { cwd: project, env });
      const manifest = { name: "shop", private: true, type: "module" };
      writeFileSync(path.join(project, "package.json"), JSON.stringify(manifest));
      // Or yarn looks for a project further up.
      if (name === "yarn") writeFileSync(path.join(project, "yarn.lock"), "");
      copyFileSync(path.join(repository, "profile.json"), path.join(project, "profile.json"));
      writeFileSync(path.join(project, "program.mjs"), PROGRAM);

      await run(...add(archives.generator, archives.runtime));
      const { stderr } = await run(...execute, "proto-gen", "--profile", "./profile.json");
      expect(stderr).toMatch(/^wrote \d+ files to generated\//m);
      const ran = await run(...node, "./program.mjs");
      expect(ran.stdout.trim()).toBe("function function");

      const [command = "", ...rest] = [...execute, "proto-gen"];
      const args = [
        command,
        ...rest,
        "mock",
        "--profile",
        "./profile.json",
        "--port",
        "0",
        "--json",
      ];
      const cache = path.join(project, "cache");
      const mock = startCommand(manager, args, {
        cwd: project,
        env: { ...env, XDG_CACHE_HOME: cache },
      });
      try {
        const [, url = ""] = await mock.printed(/"kind":"opened","url":"([^"]+)"/);
        expect((await fetch(`${url}/.well-known/proto`)).status).toBe(200);
      } finally {
        mock.kill();
        await mock.ended;
      }
    },
    LONG,
  );
});
