/** What a process of a business reads from its environment: each value that cannot be right is a sentence, without the value. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSqliteStorage, openDatabase } from "@proto-gen/runtime/storage/sqlite";
import { StorageError } from "@proto-gen/runtime/storage";
import { afterAll, describe, expect, it } from "vitest";
import {
  readPlace,
  readSetting,
  settingFailure,
  startFailure,
} from "../../../src/runtime/node/start-business.js";

const folder = mkdtempSync(path.join(tmpdir(), "setting-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("where a process listens", () => {
  it("is port 3000 of this machine, for a trial, where the environment says nothing", () => {
    const url = "http://localhost:3000";
    expect(readPlace({})).toEqual({ port: 3_000, host: "127.0.0.1", url, development: true });
  });

  it("is every interface behind a public URL, whose slash is dropped", () => {
    expect(readPlace({ PORT: "65535", BASE_URL: "https://shop.example/" })).toEqual({
      ...{ port: 65_535, host: "0.0.0.0" },
      ...{ url: "https://shop.example", development: false },
    });
  });

  it.each(["abc", "", " ", "0", "-1", "99999", "65536", "3.5", "1e3", "0x10", " 80", "+80"])(
    "is refused for PORT=%j",
    (PORT) => {
      expect(() => readPlace({ PORT })).toThrow(
        /^PORT (?:is empty: it )?must be a whole number from 1 to 65535: PORT=3000\.$/,
      );
    },
  );

  it.each([
    ...["", "shop.example", "https:shop.example", "https:///shop.example", "ftp://shop.example"],
    ...["http://shop.example", "http://localhost:3000", "https://shop.example/eu"],
    ...["https://shop.example?a", "https://shop.example#a", "https://ada:secret@shop.example"],
  ])("is refused for BASE_URL=%j", (BASE_URL) => {
    expect(() => readPlace({ BASE_URL })).toThrow(
      /^BASE_URL must be the public https URL of the business, with nothing behind the host: BASE_URL=https:\/\/shop\.example$/,
    );
  });
});

const setting = {
  variable: "DATABASE_URL",
  expected: "the URL of a database",
  pattern: /^postgres:/,
};

describe("a variable", () => {
  it.each([
    [{}, "DATABASE_URL is not set: it must be the URL of a database."],
    [{ DATABASE_URL: "" }, "DATABASE_URL is empty: it must be the URL of a database."],
    [{ DATABASE_URL: "ada:secret" }, "DATABASE_URL must be the URL of a database."],
  ])("that is %j is refused without its value", (env, sentence) => {
    expect(() => readSetting(env, setting)).toThrow(
      expect.objectContaining({ message: sentence }) as Error,
    );
  });

  it("has its default where it is not set, and not where it is empty", () => {
    const withDefault = { variable: "DATA_DIR", expected: "a folder", fallback: "data" };
    expect(readSetting({}, withDefault)).toBe("data");
    expect(() => readSetting({ DATA_DIR: "" }, withDefault)).toThrow("DATA_DIR is empty");
  });
});

/** As drivers throw it. */
function failed(message: string, code?: string): Error {
  return Object.assign(new Error(message), { code });
}

describe("a variable whose value does not work", () => {
  it.each([
    [failed("connect ECONNREFUSED 127.0.0.1:1", "ECONNREFUSED"), "start that server"],
    [failed("getaddrinfo ENOTFOUND db", "ENOTFOUND"), "correct the host"],
    [failed('password authentication failed for user "ada"', "28P01"), "the password"],
    [failed('role "ada" does not exist', "28000"), "correct the user"],
    [failed('database "shop" does not exist', "3D000"), "create that database"],
    [failed("permission denied for schema public", "42501"), "GRANT CREATE ON SCHEMA public"],
    [failed("EACCES: permission denied, mkdir 'data'", "EACCES"), "may write to"],
    [failed("file is not a database", "SQLITE_NOTADB"), "from a backup"],
    [failed("timeout expired"), "it must be the URL of a database"],
  ])("has the reason of %o, and the fix", (cause, fix) => {
    const { message } = settingFailure(setting, new StorageError("it could not open", cause));
    expect(message).toMatch(/^DATABASE_URL does not work \([^\n]+\): [^\n]+\.$/);
    expect(message).toContain(`(${cause.message})`);
    expect(message).toContain(fix);
  });

  it("has the reason of the first address, where a host has several", () => {
    const first = failed("connect ECONNREFUSED ::1:5432", "ECONNREFUSED");
    const all = Object.assign(new AggregateError([first, new Error("other")]), {
      code: "ECONNREFUSED",
    });
    const { message } = settingFailure(setting, all);
    expect(message).toContain("(connect ECONNREFUSED ::1:5432): start that server");
  });

  it("is one line, whatever the reason has in it", () => {
    const { message } = settingFailure(setting, failed("a\n\u001b[31mb"));
    expect(message).not.toMatch(/[\n\u001b]/);
  });
});

describe("a storage in SQLite", () => {
  const data = { variable: "DATA_DIR", expected: "a folder that this process may write to" };

  it("is refused where its file is none of SQLite's", async () => {
    const file = path.join(folder, "shop.db");
    writeFileSync(file, "This is a text of some length, and no database.".repeat(100));
    const opened = openDatabase(file).then((database) => createSqliteStorage({ database }));
    const error: unknown = await opened.catch((thrown: unknown) => thrown);
    expect(startFailure(error, data)).toMatch(/^DATA_DIR does not work \(file is not a database\)/);
  });
});

describe("an error that no setting mends", () => {
  it("stays what it is", () => {
    const bug = new TypeError("undefined is not a function");
    expect(() => startFailure(bug, {})).toThrow(bug);
  });
});
