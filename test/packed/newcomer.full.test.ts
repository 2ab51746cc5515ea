/**
 * What a newcomer does, outside of the repository and against the packages as npm packs them:
 * `proto-gen init shop && cd shop && npm install && npm test && npm start`.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localhostCertificate } from "../../templates/mock/certificate.js";
import { lockLikeOurs, packPackages } from "../support/packages.js";
import { runCommand, startCommand, type Running } from "../support/user-process.js";

/** It installs two projects, and the machine may have much else to do. */
const LONG = 600_000;
const INSTALL = ["install", "--prefer-offline", "--no-audit", "--no-fund"];

const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-packed-"));
/** Names have spaces in them. */
const home = path.join(directory, "a home");
const shop = path.join(home, "shop");
let archives: { readonly generator: string; readonly runtime: string };
const running: Running[] = [];

afterAll(async () => {
  for (const each of running) each.kill();
  await rm(directory, { recursive: true, force: true });
}, LONG);

function reference(archive: string): string {
  return `file:${path.join(directory, archive)}`;
}

function write(file: string, content: object): void {
  writeFileSync(file, JSON.stringify(content));
}

/** A platform at an https URL, where it publishes what it supports: all that the shop does. */
async function publishPlatform(): Promise<{
  server: Server;
  profile: string;
  certificate: string;
}> {
  const { key, cert } = await localhostCertificate();
  const certificate = path.join(directory, "certificate.pem");
  writeFileSync(certificate, cert);
  const profile = readFileSync(path.join(shop, "profile.json"));
  const server = createServer({ key, cert }, (_request, response) => {
    response.setHeader("Content-Type", "application/json").end(profile);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, profile: `https://localhost:${port}/.well-known/proto`, certificate };
}

beforeAll(async () => {
  mkdirSync(home);
  const { generator, runtime } = await packPackages(directory);
  archives = { generator: reference(generator.filename), runtime: reference(runtime.filename) };
  const dependencies = { "proto-gen": archives.generator, "@proto-gen/runtime": archives.runtime };
  write(path.join(home, "package.json"), { private: true, dependencies });
  writeFileSync(path.join(home, "package-lock.json"), lockLikeOurs([]));
  await runCommand("npm", INSTALL, { cwd: home });
}, LONG);

describe("a project outside of the repository", () => {
  it(
    "is written by the packed proto-gen, and installs",
    async () => {
      const { stdout } = await runCommand("npx", ["proto-gen", "init", "shop"], { cwd: home });
      expect(stdout).toBe(
        "created a business in shop/\n\n  cd shop\n  npm install\n  npm test\n  npm start\n",
      );
      for (const file of [".gitignore", ".gitattributes", ".github/workflows/ci.yml"])
        expect(existsSync(path.join(shop, file)), file).toBe(true);
      const wanted = pointAtArchives();
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
      const platform = await publishPlatform();
      const country = { GEO_IP_COUNTRY_HEADER: "X-Country" };
      const env = {
        PORT: "0",
        DATA: "kept",
        NODE_EXTRA_CA_CERTS: platform.certificate,
        ...country,
      };
      try {
        const first = startCommand("npm", ["start"], { cwd: shop, env });
        running.push(first);
        const address = await addressOf(first);
        const call = caller(address, platform.profile);
        await first.printed(/Links to buyers are https always/);
        // The shop's own profile of a platform, as the README's curl has it.
        const sample = caller(address, `${address}/platform.json`);
        expect(await sample("POST", "/proto/v1/catalog/search", { query: "tripod" })).toMatchObject(
          {
            proto: { status: "success" },
          },
        );
        await first.printed(/POST \/proto\/v1\/catalog\/search search_catalog 200/);
        const profile = await call("GET", "/.well-known/proto");
        expect(profile).toMatchObject({ proto: { version: "2026-11-27" } });
        const found = await call("POST", "/proto/v1/catalog/search", { query: "tripod" });
        expect(found).toMatchObject({
          proto: { status: "success" },
          products: [{ id: "prod_tabletop" }, { id: "prod_tripod" }],
        });
        const cart = await call("POST", "/proto/v1/carts", {
          line_items: [{ item: { id: variantOf(found) }, quantity: 2 }],
        });
        const { id } = cart as { readonly id: string };
        const french = caller(address, platform.profile, { "X-Country": "FR" });
        const line_items = [{ item: { id: variantOf(found) }, quantity: 1 }];
        expect(cart).toMatchObject({ currency: "USD" });
        expect(await french("POST", "/proto/v1/carts", { line_items })).toMatchObject({
          currency: "EUR",
        });

        // A shell stands between npm and the shop: it ends of the signal, and so must the shop.
        process.kill(first.pid, "SIGTERM");
        await first.ended;
        await first.printed(/The shop is closed\./);
        expect(statSync(path.join(shop, "kept")).mode & 0o077).toBe(0);

        // As the README has it for production: what was built, without npm.
        const second = startCommand("node", ["dist/main.js"], { cwd: shop, env });
        running.push(second);
        const again = caller(await addressOf(second), platform.profile);
        expect(keysOf(await again("GET", "/.well-known/proto"))).toEqual(keysOf(profile));
        expect(await again("GET", `/proto/v1/carts/${id}`)).toMatchObject({
          id,
          line_items: [{ item: { id: variantOf(found) }, quantity: 2 }],
        });
        // Ctrl-C, as npm passes it on once more.
        process.kill(second.pid, "SIGINT");
        process.kill(second.pid, "SIGTERM");
        expect(await second.ended).toBe(0);
        await second.printed(/The shop is closed\./);
      } finally {
        platform.server.close();
      }
    },
    LONG,
  );
});

/**
 * As a user does whose registry has neither package.
 *
 * @returns what the project depends on
 */
function pointAtArchives(): readonly string[] {
  const file = path.join(shop, "package.json");
  const own = JSON.parse(readFileSync(file, "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  expect(own.dependencies["@proto-gen/runtime"]).toBe("0.1.0");
  expect(own.devDependencies["proto-gen"]).toBe("0.1.0");
  write(file, {
    ...own,
    dependencies: { ...own.dependencies, "@proto-gen/runtime": archives.runtime },
    devDependencies: { ...own.devDependencies, "proto-gen": archives.generator },
  });
  return [...Object.keys(own.dependencies), ...Object.keys(own.devDependencies)];
}

async function addressOf(started: Running): Promise<string> {
  const [, address = ""] = await started.printed(/The shop is open: (\S+)\/\.well-known\/proto/);
  return address;
}

type Call = (method: string, at: string, body?: object) => Promise<unknown>;

/** @param platform the URL of its profile */
function caller(address: string, platform: string, more: Record<string, string> = {}): Call {
  return async (method, at, body) => {
    const response = await fetch(`${address}${at}`, {
      method,
      headers: {
        ...more,
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

function variantOf(found: unknown): string {
  const { products } = found as {
    readonly products: readonly { readonly variants: readonly { readonly id: string }[] }[];
  };
  return products[0]?.variants[0]?.id ?? "";
}

function keysOf(profile: unknown): unknown {
  const { signing_keys } = profile as { readonly signing_keys: readonly object[] };
  expect(signing_keys).toHaveLength(2);
  return signing_keys;
}
