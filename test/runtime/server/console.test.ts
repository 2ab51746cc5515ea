/** What a server writes to the console where a business has no log: why its storage fails, in a line, and where its code does. */

import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from "vitest";
import { createServer } from "node:net";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { ProtocolError } from "@proto-gen/runtime/error";
import { StorageError } from "@proto-gen/runtime/storage";
import { createPostgresStorage } from "@proto-gen/runtime/storage/postgres";
import { Pool } from "pg";
import { errorToConsole, logToConsole } from "../../../src/runtime/server/create-server.js";

let write: Mock<typeof console.error>;

beforeEach(() => void (write = vi.spyOn(console, "error").mockImplementation(() => undefined)));
afterEach(() => void write.mockRestore());

const written = (): readonly unknown[] => write.mock.calls.flat();

/** A port of this machine at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

describe("the report of work in the background", () => {
  it("says in a line which database cannot be reached, and why", async () => {
    const port = await closedPort();
    const pool = new Pool({ host: "127.0.0.1", port, user: "shop", password: "secret" });
    const error: unknown = await createPostgresStorage(pool).catch((thrown: unknown) => thrown);
    await pool.end();
    errorToConsole(error);
    expect(written()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^background storage_unavailable: [^\\n]+: connect ECONNREFUSED 127\\.0\\.0\\.1:${port}$`,
        ),
      ),
    ]);
  });

  it("says in a line what a database answers, with its code, whatever the error is the cause of", () => {
    const cause = Object.assign(new Error("password authentication failed\nat once"), {
      code: "28P01",
    });
    const error = new ProtocolError("temporarily_unavailable", {
      cause: new StorageError("it could not read", cause),
    });
    errorToConsole(error);
    expect(written()).toEqual([
      `background ${error.message.replace(/\.$/, "")}: storage_unavailable: it could not read: ` +
        "password authentication failed\\u{a}at once (28P01)",
    ]);
  });

  it("says why the first of several addresses cannot be reached", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED ::1:5432"), {
      code: "ECONNREFUSED",
    });
    errorToConsole(new StorageError("down", new AggregateError([refused, new Error("other")])));
    expect(written()).toEqual([
      "background storage_unavailable: down: connect ECONNREFUSED ::1:5432",
    ]);
  });

  it("has the stack of an error of the business's own code, and its causes", () => {
    const error = new Error("the price is wrong", { cause: new TypeError("", { cause: "text" }) });
    error.stack = "Error: the price is wrong\n    at here";
    errorToConsole(error);
    errorToConsole("text");
    expect(written()).toEqual([
      "background Error: the price is wrong\n    at here\n  cause: TypeError",
      "background text",
    ]);
  });

  it("ends where an error is its own cause", () => {
    const error = new StorageError("down");
    error.cause = error;
    errorToConsole(error);
    expect(written()).toEqual([
      `background ${Array(5).fill("storage_unavailable: down").join(": ")}`,
    ]);
  });
});

it("the log of a call says in a line why the storage fails", () => {
  const cause = new StorageError("down", new Error("getaddrinfo ENOTFOUND db.example"));
  logToConsole({ level: "error", operation: "get_cart", status: 503, cause } as never);
  expect(written()).toEqual([
    "get_cart: 503 storage_unavailable: down: getaddrinfo ENOTFOUND db.example",
  ]);
});
