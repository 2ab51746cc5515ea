/**
 * Vendor extensions in a temporary schema root, and a profile that declares them beside capabilities
 * of the protocol. In: documents. Out: the options of `generate`.
 */

import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Json } from "@proto-gen/runtime/json";
import type { GenerateOptions } from "../../../src/generate.js";
import type { SchemaRoot } from "../../../src/index.js";

export interface VendorCapability {
  /** `com.acme.<last segment>`; its schema stands at `https://acme.com/<last segment>.json`. */
  readonly name: string;
  readonly extends?: string | readonly string[];
  /** The schema, without `$schema` and `$id`. */
  readonly schema: { readonly [keyword: string]: Json };
}

const VERSION = "2026-11-27";

/** All roots of one run; gone with the process. */
const HOME = mkdtempSync(join(tmpdir(), "proto-gen-oracle-"));
process.on("exit", () => rmSync(HOME, { recursive: true, force: true }));

/** @param base names of protocol capabilities below `dev.proto.shopping` */
export function vendorProfile(
  base: readonly string[],
  vendors: readonly VendorCapability[],
): GenerateOptions & { readonly schemas: readonly SchemaRoot[] } {
  const folder = mkdtempSync(join(HOME, "set-"));
  const hosts = new Map<string, string>();
  for (const { name, schema } of vendors) {
    const { host, path } = locate(name);
    const directory = join(folder, host);
    hosts.set(host, directory);
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    const document = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: `https://${host}/${path}`,
      ...schema,
    };
    writeFileSync(file, JSON.stringify(document, null, 2));
  }
  const capabilities = Object.fromEntries([
    ...base.map(protocolEntry),
    ...vendors.map(vendorEntry),
  ]);
  const profile = join(folder, "profile.json");
  writeFileSync(profile, JSON.stringify({ proto: { version: VERSION, capabilities } }, null, 2));
  const schemas = [...hosts].map(([host, directory]) => ({
    directory,
    prefix: `https://${host}`,
    label: host,
  }));
  return { profile, schemas };
}

function protocolEntry(name: string): [string, Json] {
  const path = `shopping/${name.replaceAll(".", "/")}.json`;
  const schema = `https://proto.dev/schemas/${VERSION}/${path}`;
  const parent = EXTENSIONS.has(name) ? { extends: "dev.proto.shopping.checkout" } : {};
  return [
    `dev.proto.shopping.${name}`,
    [{ version: VERSION, spec: `https://proto.dev/${name}`, schema, ...parent }],
  ];
}

const EXTENSIONS = new Set(["fulfillment", "buyer_consent", "discount", "ap2_mandate"]);

function vendorEntry({ name, extends: parents }: VendorCapability): [string, Json] {
  const { host, path } = locate(name);
  const declaration = {
    version: VERSION,
    spec: `https://${host}/${path}.html`,
    schema: `https://${host}/${path}`,
  };
  return [name, [{ ...declaration, ...(parents === undefined ? {} : { extends: parents }) }]];
}

/** `com.acme.gift` stands at `acme.com/gift.json`. */
function locate(name: string): { readonly host: string; readonly path: string } {
  const [top = "", domain = "", ...rest] = name.split(".");
  return { host: `${domain}.${top}`, path: `${rest.join("/")}.json` };
}

/** The schema of an extension that adds `addition` to a root, as the protocol's own extensions do. */
export function extensionOf(root: string, addition: Json): VendorCapability["schema"] {
  return { $defs: { [root]: { allOf: [{ $ref: schemaOf(root) }, addition] } } };
}

/** The URL of a capability's schema. */
export function schemaOf(root: string): string {
  if (!root.startsWith("dev.proto.shopping.")) {
    const { host, path } = locate(root);
    return `https://${host}/${path}`;
  }
  const path = root.replace("dev.proto.shopping.", "").replaceAll(".", "/");
  return `https://proto.dev/schemas/${VERSION}/shopping/${path}.json`;
}
