/** What errors and warnings look like, as text and as JSON, in every command: a warning says that it is one. */

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reportFailure } from "../../src/cli/failure.js";
import { main } from "../../src/cli/main.js";
import { createReporter } from "../../src/cli/reporter.js";
import { diagnostic, ProtoGenError } from "../../src/errors.js";
import { load } from "../support/load.js";
import { ownRelease } from "../support/published.js";
import { fakeHost } from "./fake-host.js";

const WARNING = diagnostic("LOAD_FILE_SKIPPED", "a.json is a link", { place: { file: "a.json" } });
const ERROR = diagnostic("LOAD_REF_UNRESOLVED", "b.json is not there");
const OTHER_ERROR = diagnostic("COMPOSE_MEMBERS_REFUSED", "c.json refuses it");
const MIXED = new ProtoGenError([WARNING, ERROR, WARNING, OTHER_ERROR]);

const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-messages-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function failed(...argv: string[]) {
  const host = fakeHost();
  const code = reportFailure(MIXED, { argv, called: { name: "list", options: [] } as never, host });
  return { code, out: host.out(), err: host.err() };
}

function codesIn(text: string): readonly string[] {
  return text.split("\n").filter((each) => /^(?:warning: )?[A-Z_]+: /.test(each));
}

const WARNING_LINE = "warning: LOAD_FILE_SKIPPED: a.json is a link";
const ERROR_LINES = [
  "LOAD_REF_UNRESOLVED: b.json is not there",
  "COMPOSE_MEMBERS_REFUSED: c.json refuses it",
];

describe("a run that fails", () => {
  it("says first what stopped it, then what it noticed, with the exit code of the errors", () => {
    const { code, err, out } = failed();
    expect(codesIn(err)).toEqual([...ERROR_LINES, WARNING_LINE, WARNING_LINE]);
    expect([code, out]).toEqual([3, ""]);
  });

  it("says nothing of warnings with --quiet", () => {
    expect(codesIn(failed("--quiet").err)).toEqual(ERROR_LINES);
  });

  it.each([["--json"], ["--format=json"]])(
    "has severities in the order of the text: %s",
    (flag) => {
      const { ok, diagnostics } = JSON.parse(failed(flag).out) as {
        readonly ok: boolean;
        readonly diagnostics: readonly { readonly code: string; readonly severity: string }[];
      };
      expect(ok).toBe(false);
      expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
        ["LOAD_REF_UNRESOLVED", "error"],
        ["COMPOSE_MEMBERS_REFUSED", "error"],
        ["LOAD_FILE_SKIPPED", "warning"],
        ["LOAD_FILE_SKIPPED", "warning"],
      ]);
    },
  );
});

describe("the message of a ProtoGenError", () => {
  it("is the same text, for whoever uses the library", () => {
    expect(codesIn(MIXED.message)).toEqual([...ERROR_LINES, WARNING_LINE, WARNING_LINE]);
    expect(MIXED.diagnostics[0]).toBe(ERROR);
    expect(MIXED.exitCode).toBe(3);
  });

  it("is of the missing file before the file that was skipped", async () => {
    const schemas = path.join(directory, "schemas");
    mkdirSync(schemas);
    writeFileSync(path.join(directory, "outside.json"), "{}");
    symlinkSync(path.join(directory, "outside.json"), path.join(schemas, "checkout.json"));
    const profile = path.join(directory, "profile.json");
    const entry = {
      version: "2026-11-20",
      spec: "https://acme.com/gift.html",
      schema: "https://acme.com/gift.json",
    };
    const proto = {
      version: "2026-11-20",
      services: {},
      capabilities: { "com.acme.gift": [entry] },
    };
    writeFileSync(profile, JSON.stringify({ proto }));
    const error = await load({
      profile,
      schemas: [{ directory: schemas, prefix: "https://acme.com", label: "acme" }],
    }).catch((thrown: unknown) => thrown);
    const lines = codesIn((error as ProtoGenError).message);
    expect(lines[0]).toMatch(/^LOAD_SCHEMA_UNRESOLVED: /);
    expect(lines.slice(1).join()).toMatch(/^warning: LOAD_FILE_SKIPPED: /);
  });
});

describe("the messages of a run", () => {
  it("are errors before warnings, which --quiet hides", () => {
    const said = [false, true].map((quiet) => {
      const host = fakeHost();
      createReporter(host, { quiet }).diagnostics([WARNING, ERROR]);
      return codesIn(host.err());
    });
    expect(said).toEqual([[ERROR_LINES[0], WARNING_LINE], [ERROR_LINES[0]]]);
  });

  it("paint the word and the code of a warning, and the code of an error", () => {
    const host = fakeHost({ terminal: true, env: { TERM: "xterm" } });
    createReporter(host, { quiet: false }).diagnostics([WARNING, ERROR]);
    const plain = host.err().replace(/\u001b\[[0-9;]*m/g, "");
    expect(codesIn(plain)).toEqual([ERROR_LINES[0], WARNING_LINE]);
    expect(host.err()).toMatch(/\u001b\[[0-9;]*mwarning\u001b/);
  });
});

describe("--json of each command has a severity in every error", () => {
  const missing = path.join(directory, "none.json");
  it.each([
    ["generate", ["--profile", missing]],
    ["list", ["list", "--profile", missing]],
    ["inspect", ["inspect", "--profile", missing]],
    ["resolve", ["resolve", missing]],
    ["validate", ["validate", missing]],
    ["lint", ["lint", missing]],
    ["release", ["release", "yesterday"]],
    ["scaffold", ["scaffold", "--into", "a.txt", "--profile", ownRelease.profile]],
    ["init", ["init", repositoryFile()]],
    ["mock", ["mock", "--profile", missing]],
    ["diff", ["diff", missing, missing]],
    ["explain", ["explain", "NOTHING_LIKE_IT"]],
  ])("%s", async (_, args) => {
    const host = fakeHost();
    const { loadInterpret, loadGenerate } = await pipeline();
    const code = await main([...args, "--json"], { ...host, loadInterpret, loadGenerate });
    expect(code).toBeGreaterThan(0);
    const { diagnostics } = JSON.parse(host.out()) as {
      readonly diagnostics: readonly { readonly severity: string }[];
    };
    expect(diagnostics.map(({ severity }) => severity)).toEqual(diagnostics.map(() => "error"));
    expect(diagnostics.length).toBeGreaterThan(0);
  });
});

async function pipeline() {
  const { interpret } = await import("../../src/interpret.js");
  const { generate } = await import("../../src/generate.js");
  return { loadInterpret: async () => interpret, loadGenerate: async () => generate };
}

/** A file, where a directory is needed. */
function repositoryFile(): string {
  return path.join(import.meta.dirname, "fake-host.ts");
}
