/**
 * What a newcomer does, outside of the repository and against the packages as npm packs them:
 * `proto-gen init shop && cd shop && npm install && npm test && npm run build && npm start`.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lockLikeOurs, packPackages } from "../support/packages.js";
import { runCommand, startCommand, type Running } from "../support/user-process.js";

/** It installs two projects, and the machine may have much else to do. */
const LONG = 600_000;
const INSTALL = ["install", "--prefer-offline", "--no-audit", "--no-fund"];

const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-packed-"));
/** Names have spaces in them. */
const home = path.join(directory, "a home");
const shop = path.join(home, "shop");
const running: Running[] = [];

afterAll(async () => {
  for (const each of running) each.kill();
  await rm(directory, { recursive: true, force: true });
}, LONG);

function write(file: string, content: object): void {
  writeFileSync(file, JSON.stringify(content));
}

/** A platform on this machine, which supports all that the shop does. */
async function publishPlatform(): Promise<{ server: Server; profile: string }> {
  const profile = readFileSync(path.join(shop, "profile.json"));
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json").end(profile);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, profile: `http://localhost:${port}/.well-known/proto` };
}

beforeAll(async () => {
  mkdirSync(home);
  const { generator, runtime } = await packPackages(directory);
  const archive = (filename: string): string => `file:${path.join(directory, filename)}`;
  const dependencies = {
    "proto-gen": archive(generator.filename),
    "@proto-gen/runtime": archive(runtime.filename),
  };
  write(path.join(home, "package.json"), { private: true, dependencies });
  writeFileSync(path.join(home, "package-lock.json"), lockLikeOurs([]));
  await runCommand("npm", INSTALL, { cwd: home });
}, LONG);

interface PackageJson {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

describe("a project outside of the repository", () => {
  it(
    "is written by the packed proto-gen with the packages that it comes from, and installs",
    async () => {
      const { stdout } = await runCommand("npx", ["proto-gen", "init", "shop"], { cwd: home });
      expect(stdout).toBe(
        "created a business in shop/\n\n  cd shop\n  npm install\n  npm test\n  npm run dev\n",
      );
      for (const file of [".gitignore", ".gitattributes", ".github/workflows/ci.yml"])
        expect(existsSync(path.join(shop, file)), file).toBe(true);
      const text = readFileSync(path.join(shop, "package.json"), "utf8");
      const { dependencies, devDependencies } = JSON.parse(text) as PackageJson;
      expect(dependencies["@proto-gen/runtime"]).toMatch(/^file:\.\.\/\.\.\/.*\.tgz$/);
      expect(devDependencies["proto-gen"]).toMatch(/^file:\.\.\/\.\.\/.*\.tgz$/);
      const wanted = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
      writeFileSync(path.join(shop, "package-lock.json"), lockLikeOurs(wanted));
      await runCommand("npm", INSTALL, { cwd: shop });
    },
    LONG,
  );

  it(
    "passes its tests, and has then what it commits",
    async () => {
      const { stdout } = await runCommand("npm", ["test"], { cwd: shop });
      expect(stdout).toMatch(/Test Files .*passed/);
      expect(stdout).not.toMatch(/failed|skipped/);
      await runCommand("npm", ["run", "generate:check"], { cwd: shop });
    },
    LONG,
  );

  it(
    "opens the shop, which keeps carts and its keys from one start to the next",
    async () => {
      await runCommand("npm", ["run", "build"], { cwd: shop });
      const platform = await publishPlatform();
      const env = { PORT: String(await freePort()), DATA_DIR: "kept" };
      try {
        const first = startCommand("npm", ["start"], { cwd: shop, env });
        running.push(first);
        const call = caller(await addressOf(first), platform.profile);
        const profile = await call("GET", "/.well-known/proto");
        expect(profile).toMatchObject({ proto: { version: "2026-11-27" } });
        const found = await call("POST", "/proto/v1/catalog/search", { query: "stoneware" });
        expect(found).toMatchObject({
          proto: { status: "success" },
          products: [{ id: "mug" }, { id: "vase" }],
        });
        const line_items = [{ item: { id: "mug" }, quantity: 2 }];
        const cart = await call("POST", "/proto/v1/carts", { line_items });
        const { id } = cart as { readonly id: string };
        expect(cart).toMatchObject({ currency: "USD" });

        // A shell stands between npm and the shop: it ends of the signal, and so must the shop.
        process.kill(first.pid, "SIGTERM");
        await first.ended;
        expect(statSync(path.join(shop, "kept")).mode & 0o077).toBe(0);

        // As the README has it for production: what was built, without npm.
        const second = startCommand("node", ["dist/main.js"], { cwd: shop, env });
        running.push(second);
        const again = caller(await addressOf(second), platform.profile);
        expect(keysOf(await again("GET", "/.well-known/proto"))).toEqual(keysOf(profile));
        expect(await again("GET", `/proto/v1/carts/${id}`)).toMatchObject({
          id,
          line_items: [{ item: { id: "mug" }, quantity: 2 }],
        });
        // Ctrl-C, as npm passes it on once more.
        process.kill(second.pid, "SIGINT");
        process.kill(second.pid, "SIGTERM");
        expect(await second.ended).toBe(0);
      } finally {
        platform.server.close();
      }
    },
    LONG,
  );
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "localhost", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function addressOf(started: Running): Promise<string> {
  const [, address = ""] = await started.printed(/The profile is at (\S+)\/\.well-known\/proto/);
  return address;
}

type Call = (method: string, at: string, body?: object) => Promise<unknown>;

/** @param platform the URL of its profile */
function caller(address: string, platform: string): Call {
  return async (method, at, body) => {
    const response = await fetch(`${address}${at}`, {
      method,
      headers: {
        "content-type": "application/json",
        "proto-agent": `profile="${platform}"`,
        "request-id": crypto.randomUUID(),
        "idempotency-key": crypto.randomUUID(),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${at}: ${response.status} ${text}`).toBe(true);
    return JSON.parse(text) as unknown;
  };
}

function keysOf(profile: unknown): unknown {
  const { signing_keys } = profile as { readonly signing_keys: readonly object[] };
  expect(signing_keys).toHaveLength(2);
  return signing_keys;
}
