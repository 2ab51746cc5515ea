/**
 * A tiny release on disk, for one test: a profile, and the schemas that it names. In: what differs
 * from a release that generates. Out: where its files stand, and what a run of the tool makes of it.
 */

import type { DocumentFetch } from "@proto-gen/runtime/profile";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { main } from "../../src/cli/main.js";
import type { DiagnosticReport } from "../../src/cli/report.js";
import { generate } from "../../src/generate.js";
import { interpret, type InterpretOptions } from "../../src/interpret.js";
import type { Interpretation } from "../../src/interpretation.js";
import { parseRoots, type SchemaRoot } from "../../src/load/schema-root.js";
import { line } from "../../src/text/line.js";

export const CHECKOUT = "com.example.shop.checkout";
export const GIFT = "com.example.shop.gift";
export const SCHEMAS = "https://example.com/schemas";

const VERSION = "2026-01-01";

/** Text and bytes are written as they are, anything else as JSON with an indent of two. */
export type Content = unknown;

export interface ReleaseFiles {
  /** The whole profile; or give only its `capabilities`. */
  readonly profile?: Content;
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** By path below the root; replaces the usual `checkout.json` only where it names it. */
  readonly schemas?: Readonly<Record<string, Content>>;
  /** Other files, by path in the release's directory. */
  readonly files?: Readonly<Record<string, Content>>;
}

export interface Release {
  readonly directory: string;
  readonly profile: string;
  readonly schemas: string;
  readonly out: string;
  /** The command line that generates it. */
  readonly args: readonly string[];
}

/** In a directory of its own, removed after the test. */
export function release(given: ReleaseFiles = {}): Release {
  const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-release-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return releaseIn(directory, given);
}

export function releaseIn(directory: string, given: ReleaseFiles = {}): Release {
  const files = {
    "profile.json": given.profile ?? profileOf(given.capabilities ?? capability(CHECKOUT)),
    ...below("schemas", { "checkout.json": checkoutSchema(), ...given.schemas }),
    ...given.files,
  };
  for (const [name, content] of Object.entries(files)) put(path.join(directory, name), content);
  const at = (name: string): string => path.join(directory, name);
  const args = [
    ...["--profile", at("profile.json"), "--schemas", `${at("schemas")}=${SCHEMAS}`],
    ...["--out", at("out")],
  ];
  return { directory, profile: at("profile.json"), schemas: at("schemas"), out: at("out"), args };
}

export function profileOf(capabilities: unknown, more: object = {}): object {
  return { proto: { version: VERSION, capabilities, ...more } };
}

/** For a profile of a business: a service without a document. */
export const SERVED = {
  services: {
    "com.example.shop": [
      { version: VERSION, transport: "a2a", endpoint: "https://shop.example.com/card.json" },
    ],
  },
};

/** One entry of the keyed registry; its schema is named after the capability's last segment. */
export function capability(name: string, more: object = {}): Record<string, readonly object[]> {
  const schema = `${SCHEMAS}/${name.slice(name.lastIndexOf(".") + 1)}.json`;
  return { [name]: [{ version: VERSION, schema, ...more }] };
}

/** The checkout, and the gift that extends it. */
export function checkoutAndGift(): Record<string, readonly object[]> {
  return { ...capability(CHECKOUT), ...capability(GIFT, { extends: CHECKOUT }) };
}

/** @param properties members beside the usual ones, or in their place */
export function checkoutSchema(properties: object = {}, more: object = {}): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `${SCHEMAS}/checkout.json`,
    type: "object",
    required: ["id", "total"],
    properties: { id: { type: "string" }, total: { type: "integer" }, ...properties },
    ...more,
  };
}

/** An extension of the checkout, or of another extension's, that says something of these properties. */
export function giftSchema(properties: object, below?: string): object {
  const $ref = below === undefined ? "checkout.json" : `${below}.json#/$defs/${CHECKOUT}`;
  return { $defs: { [CHECKOUT]: { allOf: [{ $ref }, { type: "object", properties }] } } };
}

/** The root of its schemas, as `load` takes it. */
export function rootOf({ schemas }: Release): SchemaRoot {
  return { directory: schemas, prefix: SCHEMAS, label: "schemas" };
}

export interface RunResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const interpretations = new Map<string, Promise<Interpretation>>();

/** Of files that no test writes, once a worker. */
function interpretOnce(options: InterpretOptions): Promise<Interpretation> {
  const { profile, platform, schemas = [], capabilities, remote, onStage } = options;
  const files = [profile, platform ?? "", ...parseRoots(schemas).map(({ directory }) => directory)];
  const isWritten = (file: string): boolean => path.resolve(file).startsWith(tmpdir());
  const isPlain = options.overlays === undefined && options.accepted === undefined;
  if (remote !== undefined || !isPlain || files.some(isWritten)) return interpret(options);
  const key = JSON.stringify([profile, platform, schemas, capabilities]);
  const known = interpretations.get(key);
  if (known === undefined) {
    const made = interpret(options);
    interpretations.set(key, made);
    return made;
  }
  for (const stage of [line`load`, line`negotiate`, line`compose`, line`model`]) onStage?.(stage);
  return known;
}

/** The whole tool, but for the process around it. */
export async function runTool(
  args: readonly string[],
  fetch: DocumentFetch = () => Promise.reject(new Error("something was fetched")),
): Promise<RunResult> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(args, {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
    env: { XDG_CACHE_HOME: process.env["XDG_CACHE_HOME"] },
    loadGenerate: () => Promise.resolve(generate),
    loadInterpret: () => Promise.resolve(interpretOnce),
    loadFetch: () => Promise.resolve(fetch),
  });
  return { code, out: out.join(""), err: err.join("") };
}

/** What `--json` says of a run that failed or warned. */
export function diagnosticsIn({ out }: RunResult): readonly DiagnosticReport[] {
  return (JSON.parse(out) as { readonly diagnostics: readonly DiagnosticReport[] }).diagnostics;
}

/** Every file below a directory with its content; undefined where there is no directory. */
export function snapshot(directory: string): ReadonlyMap<string, string> | undefined {
  const entries = readEntries(directory);
  return (
    entries &&
    new Map(
      entries.map(({ parentPath, name }) => {
        const file = path.join(parentPath, name);
        return [path.relative(directory, file), readFileSync(file, "latin1")];
      }),
    )
  );
}

function readEntries(directory: string): { parentPath: string; name: string }[] | undefined {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    return undefined;
  }
}

function below(folder: string, files: Readonly<Record<string, Content>>): Record<string, Content> {
  return Object.fromEntries(
    Object.entries(files).map(([name, each]) => [`${folder}/${name}`, each]),
  );
}

function put(file: string, content: Content): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytesOf(content));
}

function bytesOf(content: Content): string | Uint8Array {
  if (typeof content === "string" || content instanceof Uint8Array) return content;
  return `${JSON.stringify(content, null, 2)}\n`;
}
