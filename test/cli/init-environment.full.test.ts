/**
 * Projects of `proto-gen init` in an environment that is not as it must be: what ends a start, in one sentence, and what a process that
 * serves outlives. `init-runs.full.test.ts` has the sentences that all projects share.
 */

import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { createSqliteStorage, openDatabase } from "@proto-gen/runtime/storage/sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { DATABASE_URL } from "../support/postgres.js";
import { repository } from "../support/published.js";
import { freePort, projectDirectory, requireSentence } from "../support/starter/start-project.js";
import { startWorker } from "../support/starter/start-worker.js";
import { openTcpProxy } from "../support/tcp-proxy.js";
import { runCommand, startCommand, type Running } from "../support/user-process.js";

const BIN = path.join(repository, "node_modules/.bin");
const SCHEMA = `starter_environment_${process.pid}`;

async function createProject(name: string, ...args: string[]): Promise<string> {
  const directory = projectDirectory(name);
  const tool = path.join(repository, "bin/proto-gen.js");
  await runCommand("node", [tool, "init", directory, "--quiet", ...args], { cwd: repository });
  return directory;
}

async function createBuilt(name: string, ...args: string[]): Promise<string> {
  const directory = await createProject(name, ...args);
  await runCommand(path.join(BIN, "tsc"), ["-p", "tsconfig.build.json"], { cwd: directory });
  return directory;
}

function start(directory: string, env: Readonly<Record<string, string>>): Running {
  const running = startCommand("node", ["dist/main.js"], { cwd: directory, env });
  onTestFinished(() => running.kill());
  return running;
}

describe("a project that keeps its data in a file", () => {
  let directory: string;
  beforeAll(async () => void (directory = await createBuilt("environment-sqlite")));

  const FOLDER = "name a folder that this process may write to.";

  it("makes the folder that does not exist", async () => {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: "new/deep" };
    await start(directory, env).printed(/The profile is at/);
  });

  it("does not start where the folder is a file", async () => {
    const file = path.join(directory, "README.md");
    await requireSentence(
      `DATA_DIR does not work (EEXIST: file already exists, mkdir '${file}'): ${FOLDER}`,
      start(directory, { DATA_DIR: file }),
    );
  });

  it("does not start where its file is no database", async () => {
    const broken = path.join(directory, "broken");
    mkdirSync(broken, { recursive: true });
    writeFileSync(path.join(broken, "shop.db"), "This is a text, and no database.".repeat(200));
    await requireSentence(
      "DATA_DIR does not work (file is not a database): name a folder without such a file, or restore the file from a backup.",
      start(directory, { DATA_DIR: broken }),
    );
  });

  // Nothing is closed to root.
  it.skipIf(process.getuid?.() === 0)("does not start where it may not write", async () => {
    const closed = path.join(directory, "closed");
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    onTestFinished(() => chmodSync(closed, 0o700));
    const inner = path.join(closed, "data");
    await requireSentence(
      `DATA_DIR does not work (EACCES: permission denied, mkdir '${inner}'): ${FOLDER}`,
      start(directory, { DATA_DIR: inner }),
    );
  });

  it.each([{}, { keys: [] }, { keys: [{ privateKey: {}, signsSince: "2026-01-01T00:00:00Z" }] }])(
    "does not start where its signing keys are %j",
    async (value) => {
      const kept = path.join(directory, "kept");
      rmSync(kept, { recursive: true, force: true });
      mkdirSync(kept);
      const database = await openDatabase(path.join(kept, "shop.db"));
      const storage = createSqliteStorage({ database });
      const key = { collection: "signing_keys", key: "schedule" };
      await storage.commit([{ ...key, value, expected: 0 }]);
      await storage.close();
      await requireSentence(
        "The stored signing keys (by default, the collection signing_keys) cannot be used: restore them from a backup, or remove them for new ones.",
        start(directory, { DATA_DIR: kept }),
      );
    },
  );

  it("does not start for the public while its payments are a sandbox", async () => {
    await requireSentence(
      "sandboxPayments() takes no money: pass your payment provider as payments, or, for a trial, development: true (for startBusiness: unset BASE_URL).",
      start(directory, { BASE_URL: "https://shop.example" }),
    );
  });
});

describe("a project in a single file", () => {
  it("does not start for the public while its data is in memory", async () => {
    const directory = await createBuilt("environment-minimal", "--minimal");
    await requireSentence(
      "startBusiness has no storage, and what is in memory is lost with the process: pass storage, or, for a trial, unset BASE_URL.",
      start(directory, { BASE_URL: "https://shop.example" }),
    );
  });
});

describe.skipIf(DATABASE_URL === undefined)(
  "a project that keeps its data in PostgreSQL (DATABASE_URL)",
  () => {
    const url = new URL(DATABASE_URL ?? "postgres://localhost");
    url.searchParams.set("options", `-csearch_path=${SCHEMA}`);
    let directory: string;

    async function inDatabase(statement: string): Promise<void> {
      const client = new pg.Client({ connectionString: DATABASE_URL });
      await client.connect();
      await client.query(statement);
      await client.end();
    }

    beforeAll(async () => {
      await inDatabase(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
      directory = await createBuilt("environment-postgres", "--store", "postgres");
    });
    afterAll(() => inDatabase(`DROP SCHEMA ${SCHEMA} CASCADE`));

    it("does not start without its database", async () => {
      const missing = new URL(url);
      missing.pathname = "/no_such_shop";
      await requireSentence(
        'DATABASE_URL does not work (database "no_such_shop" does not exist): create that database, or correct the name in it.',
        start(directory, { DATABASE_URL: missing.href }),
      );
    });

    it("does not start while the database answers nothing", async () => {
      const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
      onTestFinished(() => proxy.close());
      proxy.stall();
      const through = new URL(url);
      through.port = String(proxy.port);
      const running = start(directory, { DATABASE_URL: through.href });
      await running.printed(/^DATABASE_URL does not work \([^\n]*timeout[^\n]*\): it must be /);
      expect(await running.ended).toBe(1);
    });

    it("refuses calls while the database is down, and sells again afterwards", async () => {
      const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
      onTestFinished(() => proxy.close());
      const through = new URL(url);
      through.port = String(proxy.port);
      const port = await freePort();
      const running = start(directory, { DATABASE_URL: through.href, PORT: String(port) });
      await running.printed(/The profile is at/);
      const shop = `http://localhost:${port}`;
      const buy = () =>
        runCommand(path.join(BIN, "tsx"), ["test/buy.ts", shop], { cwd: directory });
      await buy();

      proxy.cut();
      await expect(buy()).rejects.toThrow("temporarily_unavailable");
      expect((await fetch(`${shop}/readyz`)).status).toBe(503);
      expect((await fetch(`${shop}/healthz`)).status).toBe(200);

      proxy.restore();
      expect((await buy()).stdout).toContain("is completed.");
      process.kill(running.pid, "SIGTERM");
      expect(await running.ended).toBe(0);
    });
  },
);

describe("a worker", () => {
  it("answers nothing but an error while BASE_URL is not right, and says so in its log", async () => {
    const directory = await createProject("environment-workers", "--framework", "workers");
    const port = await freePort();
    const workerd = path.join(BIN, "workerd");
    const running = await startWorker(workerd, directory, port, "shop.example");
    onTestFinished(() => running.kill());
    const answer = () => fetch(`http://localhost:${port}/.well-known/proto`).catch(() => undefined);
    await expect.poll(async () => (await answer())?.status).toBe(500);
    expect(await (await answer())?.json()).toEqual({
      code: "internal_error",
      content: "The business is not open.",
    });
    await running.printed(/url must be the public https URL of the business/);
  });
});
