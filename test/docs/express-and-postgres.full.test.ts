/**
 * What `docs/guide/express-and-postgres.md` says, done to the shop in `existing-shop/`: outside of the repository, with the packages as npm
 * packs them, in two processes on one database.
 */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeBlock, codeBlocks, filesOf, readPage } from "../support/documentation.js";
import { lockLikeOurs, packPackages } from "../support/packages.js";
import { DATABASE_URL, newPrefix } from "../support/postgres.js";
import { repository } from "../support/published.js";
import { freePort } from "../support/starter/start-project.js";
import { runCommand, startCommand, type Running } from "../support/user-process.js";

const PAGE = "docs/guide/express-and-postgres.md";
const LONG = 600_000;
const OFFLINE = "--prefer-offline --no-audit --no-fund";
const FROM_NPM = ["@modelcontextprotocol/client", "@modelcontextprotocol/server"];

const home = mkdtempSync(path.join(tmpdir(), "proto-gen-existing-"));
const shop = path.join(home, "shop");
const schema = `${newPrefix()}shop`;
const env = { DATABASE_URL: `${DATABASE_URL}?options=-csearch_path%3D${schema}` };
const instances: { readonly port: number; readonly process: Running }[] = [];
const database = new pg.Client({ connectionString: DATABASE_URL });

const shell = (command: string) => runCommand("bash", ["-ec", command], { cwd: shop, env });

function commands(mark: string): string {
  return codeBlock(PAGE, "sh", mark);
}

/** The lines that a block of the page adds to a module of the shop: imports at its top, the rest after a line of it. */
function insert(file: string, mark: string, { after }: { readonly after: RegExp }): void {
  const place = path.join(shop, file);
  const block = codeBlock(PAGE, "ts", mark);
  const isImport = (line: string): boolean => line.startsWith("import ");
  const lines = block.split("\n");
  const rest = lines.filter((line) => !isImport(line)).join("\n");
  const source = readFileSync(place, "utf8");
  expect(source).toMatch(after);
  const changed = source.replace(after, (found) => `${found}\n${rest}`);
  writeFileSync(place, `${lines.filter(isImport).join("\n")}\n${changed}`);
}

async function install(): Promise<void> {
  cpSync(path.join(repository, "test/docs/existing-shop"), shop, { recursive: true });
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(shop, "package.json"), "utf8"),
  ) as Readonly<Record<"dependencies" | "devDependencies", object>>;
  const wanted = [...Object.keys({ ...dependencies, ...devDependencies }), ...FROM_NPM];
  writeFileSync(path.join(shop, "package-lock.json"), lockLikeOurs(wanted));
  const packed = path.join(home, "proto-gen");
  mkdirSync(packed);
  await packPackages(packed);
  await shell(commands("--save-dev").replaceAll("npm install", `npm install ${OFFLINE}`));
}

async function start(): Promise<void> {
  const block = commands("npm start");
  await shell(block.split("\n").find((line) => line.includes("migrate")) ?? "");
  for (const _ of block.matchAll(/^PORT=\d+ npm start &$/gm)) {
    const port = await freePort();
    const own = { cwd: shop, env: { ...env, PORT: String(port) } };
    const process = startCommand("node", ["dist/main.js"], own);
    instances.push({ port, process });
    await process.printed(/listens on port/);
  }
}

describe.skipIf(DATABASE_URL === undefined)("an Express shop on PostgreSQL", () => {
  beforeAll(async () => {
    await database.connect();
    await database.query(`CREATE SCHEMA ${schema}`);
    await database.query(`SET search_path TO ${schema}`);
    await install();
    await shell("npm run build && npm run migrate");
    for (const [name, content] of filesOf(PAGE)) writeFileSync(path.join(shop, name), content);
    await shell(commands("npm run generate"));
    insert("src/app.ts", "toNodeHandler", { after: /^export const app = express\(\);$/m });
    insert("src/main.ts", "SIGTERM", {
      after: /^const server = [^]*?;\n(?=\nprocess)/m,
    });
    // The page's lines take the place of the shop's own.
    const main = path.join(shop, "src/main.ts");
    const own = /^process\.on\("SIGTERM", \(\) => \{\n[^]*?^\}\);\n/m;
    writeFileSync(main, readFileSync(main, "utf8").replace(own, ""));
    await start();
  }, LONG);
  afterAll(async () => {
    for (const { process } of instances) process.kill();
    await database.query(`DROP SCHEMA ${schema} CASCADE`);
    await database.end();
    await rm(home, { recursive: true, force: true });
  }, LONG);

  it(
    "is one business in two instances, which sells over REST and MCP",
    { timeout: LONG },
    async () => {
      expect(instances).toHaveLength(2);
      const [buy = ""] = codeBlocks(readPage(PAGE))
        .map(({ code }) => code)
        .filter((code) => code.includes("node dist/buy.js"));
      const urls = instances.map(({ port }) => `http://localhost:${port}`);
      const ports = /http:\/\/localhost:3001 http:\/\/localhost:3002/;
      expect(buy).toMatch(ports);
      const { stdout } = await shell(buy.replace(ports, urls.join(" ")));
      const shown = codeBlock(PAGE, "text", "over REST").replaceAll("…", "\\S+");
      expect(stdout).toMatch(new RegExp(shown));
    },
  );

  it("has the orders of agents in its own table, and takes them from its own stock", async () => {
    const orders = "SELECT email, cents, lines FROM orders WHERE protocol_id IS NOT NULL";
    const order = { email: "ada@example.com", cents: 4900, lines: { "desk-lamp": 1 } };
    await expect
      .poll(async () => (await database.query<object>(orders)).rows)
      .toEqual([order, order]);
    const lamp = "SELECT stock FROM products WHERE id = 'desk-lamp'";
    expect((await database.query<{ readonly stock: number }>(lamp)).rows).toEqual([{ stock: 18 }]);
  });

  it("serves its own pages as before, and gives no session to agents", async () => {
    const at = (target: string) => `http://localhost:${instances[0]?.port}${target}`;
    const products = await fetch(at("/products"));
    expect(products.headers.get("set-cookie")).toContain("sid=");
    const cookie = products.headers.get("set-cookie") ?? "";
    const post = (target: string, body: object) =>
      fetch(at(target), {
        method: "POST",
        headers: { cookie, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    await post("/basket", { id: "floor-lamp", quantity: 2 });
    expect((await post("/orders", { email: "bob@example.com" })).status).toBe(201);
    expect((await fetch(at("/nothing"))).status).toBe(404);
    const profile = await fetch(at("/.well-known/proto"));
    expect([profile.status, profile.headers.get("set-cookie")]).toEqual([200, null]);
  });

  it("ends when it is told to", async () => {
    for (const { process: running } of instances) {
      process.kill(running.pid, "SIGTERM");
      expect(await running.ended).toBe(0);
    }
  });
});
