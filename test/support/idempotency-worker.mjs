/**
 * One of several processes on one SQLite storage. It says "ready", and at "go" makes its calls at once,
 * each with an effect that writes a line to a file and answers with random bytes.
 */

import { randomBytes } from "node:crypto";
import { appendFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { createIdempotency, idempotent } from "@proto-gen/runtime/server";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import Database from "libsql";

const { file, effects, calls, keys, effectMs, leaseMs } = JSON.parse(process.argv[2]);

async function effect({ token }) {
  appendFileSync(effects, `${process.pid} ${token}\n`);
  process.send({ token });
  await setTimeout(effectMs);
  const headers = [["x-process", `${process.pid}`]];
  return { answer: { status: 201, headers, body: randomBytes(16) }, store: true };
}

function call(claims, index) {
  const scope = { client: "c", operation: "o", key: `key-${index % keys}`, fingerprint: "f" };
  return idempotent(claims, { ...scope, waitMs: 10_000 }, effect);
}

process.once("message", async () => {
  // Opened at once too: the processes race for the tables and for the write-ahead log.
  const storage = createSqliteStorage({ database: new Database(file) });
  const claims = createIdempotency(storage, { leaseMs });
  const results = await Promise.all(
    Array.from({ length: calls }, (_, index) => call(claims, index)),
  );
  await storage.close();
  const answers = results.map(({ answer: { status, headers, body } }, index) => ({
    key: index % keys,
    text: JSON.stringify([status, headers, Buffer.from(body).toString("hex")]),
  }));
  process.send({ answers }, () => process.disconnect());
});
process.send("ready");
