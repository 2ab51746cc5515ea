/** What a command says where a package is missing that it alone needs. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { installCommand } from "../../src/cli/package-manager.js";
import { requirePeer } from "../../src/cli/require-peer.js";
import { ProtoGenError } from "../../src/errors.js";
import { temporaryDirectory } from "../write/temporary.js";

const NEED = { name: "ts-morph", who: "scaffold" };

function notFound(): never {
  throw Object.assign(new Error("Cannot find module 'ts-morph'"), { code: "MODULE_NOT_FOUND" });
}

function thrownBy(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("a package that one command needs", () => {
  it("is asked for with the command that installs it", () => {
    const error = thrownBy(() => requirePeer(NEED, { env: {} }, notFound));
    expect(error).toBeInstanceOf(ProtoGenError);
    expect((error as ProtoGenError).diagnostics).toMatchObject([
      {
        code: "PACKAGE_MISSING",
        message: "scaffold needs the package ts-morph, which is not installed",
        hint: "npm install --save-dev ts-morph@28",
      },
    ]);
  });

  it("is not asked for where it is installed", () => {
    expect(thrownBy(() => requirePeer(NEED, { env: {} }))).toBeUndefined();
  });
});

describe("the command that installs a package", () => {
  it.each([
    ["package-lock.json", "npm install --save-dev"],
    ["pnpm-lock.yaml", "pnpm add --save-dev"],
    ["yarn.lock", "yarn add --dev"],
    ["bun.lock", "bun add --dev"],
    ["bun.lockb", "bun add --dev"],
  ])("follows %s of the project or of its workspace", (lock, command) => {
    const directory = temporaryDirectory();
    writeFileSync(path.join(directory, lock), "");
    const env = { npm_config_user_agent: "npm/11.0.0 node/v20.19.0" };
    for (const project of [directory, path.join(directory, "packages/shop")])
      expect(installCommand("a@1", env, project)).toBe(`${command} a@1`);
  });

  it.each([
    ["pnpm/10.1.0 npm/? node/v20.19.0", "pnpm add --save-dev"],
    ["another/1.0", "npm install --save-dev"],
  ])("is that of %s where no lock file is", (agent, command) => {
    const env = { npm_config_user_agent: agent };
    expect(installCommand("a@1", env, path.parse(process.cwd()).root)).toBe(`${command} a@1`);
  });
});
