/**
 * A release that stands in the test itself. In: schema documents by URL, and the capabilities that name
 * them. Out: its files in a temporary directory, which the test removes.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import type { Release } from "./published.js";

export interface InlineRelease {
  /** Schema documents by URL: `https://example.com/schemas/checkout.json`. */
  readonly documents: Readonly<Record<string, object | boolean>>;
  /** What a capability declares beside its version, by name. */
  readonly capabilities: Readonly<Record<string, object>>;
}

/** A release with its files below a temporary directory, a folder a host. */
export function inlineRelease({ documents, capabilities }: InlineRelease): Release {
  const directory = mkdtempSync(path.join(tmpdir(), "proto-gen-inline-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const version = "2026-01-01";
  const declared = Object.entries(capabilities).map(([name, more]) => [
    name,
    [{ version, ...more }],
  ]);
  const profile = put(directory, "profile.json", {
    proto: { version, capabilities: Object.fromEntries(declared) as object },
  });
  const hosts = new Set<string>();
  for (const [url, schema] of Object.entries(documents)) {
    const { host, pathname } = new URL(url);
    hosts.add(host);
    put(directory, path.join(host, decodeURIComponent(pathname)), schema);
  }
  const schemas = [...hosts].map((host) => ({
    directory: path.join(directory, host),
    prefix: `https://${host}`,
    label: host,
  }));
  return { name: "inline", profile, schemas };
}

function put(directory: string, name: string, content: object | boolean): string {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
  return file;
}
