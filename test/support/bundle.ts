/** The service bundle of a release: what is emitted, in memory and on disk. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { emit } from "../../src/emit/emit.js";
import { DEFAULT_FORM, type DescriptorForm } from "../../src/emit/descriptor-form.js";
import type { OutputFile } from "../../src/emit/output-file.js";
import { isObject } from "../../src/json-schema/keywords.js";
import type { Model } from "../../src/model/model.js";
import type { Operation } from "../../src/model/services/operation.js";
import { modelRelease } from "./compose-release.js";
import { writeEmitted } from "./emitted.js";
import { ownRelease, type Release } from "./published.js";

export interface Bundle {
  readonly model: Model;
  readonly files: readonly OutputFile[];
  /** Where the files are. */
  readonly directory: string;
  /** A file's content; undefined where there is none. */
  text(file: string): string | undefined;
  /** A file's JSON. Throws where there is none. */
  json(file: string): JsonObject;
}

/** Tools with the schemas of their results, all written out. */
export const WHOLE_TOOLS: DescriptorForm = { ...DEFAULT_FORM, schemas: "inline", results: true };

const emitted = new WeakMap<Model, Map<DescriptorForm, Promise<readonly OutputFile[]>>>();

/** @param out the directory below `test/.out`; one per bundle, since test files run beside each other */
export async function bundleOf(
  release: Release,
  out: string,
  descriptors = DEFAULT_FORM,
): Promise<Bundle> {
  const model = await modelRelease(release);
  const byForm = emitted.get(model) ?? new Map<DescriptorForm, Promise<readonly OutputFile[]>>();
  emitted.set(model, byForm);
  const made = byForm.get(descriptors) ?? emit(model, undefined, { descriptors });
  byForm.set(descriptors, made);
  const files = await made;
  const directory = writeEmitted(out, files);
  const text = (file: string): string | undefined =>
    files.find((each) => each.path === file)?.content;
  const json = (file: string): JsonObject => {
    const content = text(file);
    if (content === undefined) throw new Error(`${out} has no ${file}`);
    return JSON.parse(content) as JsonObject;
  };
  return { model, files, directory, text, json };
}

/** All operations of a bundle's services. */
export function operationsOf({ model }: Bundle): readonly Operation[] {
  return model.services.flatMap(({ operations }) => operations);
}

/** The tools of `mcp-tools.json`, by name. */
export function toolsOf(bundle: Bundle): ReadonlyMap<string, JsonObject> {
  const { tools } = bundle.json("mcp-tools.json") as { readonly tools: readonly JsonObject[] };
  return new Map(tools.map((tool) => [String(tool["name"]), tool]));
}

/** All temporary profiles of one run; gone with the process. */
const HOME = mkdtempSync(path.join(tmpdir(), "proto-gen-bundle-"));
process.on("exit", () => rmSync(HOME, { recursive: true, force: true }));

/** A release whose files stand in the test: its profile, and documents by URL. */
export function memoryRelease(
  name: string,
  profile: JsonObject,
  documents: Readonly<Record<string, Json>> = {},
): Release {
  const directory = mkdtempSync(path.join(HOME, "release-"));
  put(path.join(directory, "profile.json"), profile);
  const hosts = new Set<string>();
  for (const [url, document] of Object.entries(documents)) {
    const { host, pathname } = new URL(url);
    hosts.add(host);
    put(path.join(directory, host, pathname), document);
  }
  const schemas = [...hosts].map((host) => ({
    directory: path.join(directory, host),
    prefix: `https://${host}`,
    label: host,
  }));
  return { name, profile: path.join(directory, "profile.json"), schemas };
}

function put(file: string, content: Json): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content, null, 2));
}

/** The repository's profile. */
export function ownProfile(): JsonObject {
  return JSON.parse(readFileSync(ownRelease.profile, "utf8")) as JsonObject;
}

export interface Choice {
  /** Whether a capability stays, by what follows `dev.proto.shopping.` in its name. */
  readonly capability?: (name: string) => boolean;
  readonly transport?: string;
}

/** The repository's profile with fewer capabilities or transports. */
function reducedProfile({ capability = () => true, transport }: Choice): JsonObject {
  const profile = ownProfile();
  const proto = profile["proto"] as JsonObject;
  const capabilities = Object.entries(proto["capabilities"] as JsonObject).filter(([name]) =>
    capability(name.replace("dev.proto.shopping.", "")),
  );
  const services = Object.entries(proto["services"] as Readonly<Record<string, JsonObject[]>>).map(
    ([name, bindings]): [string, Json] => [
      name,
      bindings.filter((each) => transport === undefined || each["transport"] === transport),
    ],
  );
  return {
    ...profile,
    proto: {
      ...proto,
      services: Object.fromEntries(services),
      capabilities: Object.fromEntries(capabilities),
    },
  };
}

const reduced = new Map<string, Release>();

/** For equal choices the same one, so that what is made of it is made once a worker. */
export function reducedRelease(name: string, choice: Choice): Release {
  const profile = reducedProfile(choice);
  const key = JSON.stringify([name, profile]);
  const release = reduced.get(key) ?? memoryRelease(name, profile);
  reduced.set(key, release);
  return release;
}

/** Every `$ref` of a document that leads out of it or nowhere, by pointer. */
export function brokenReferences(document: JsonObject): string[] {
  const broken: string[] = [];
  const visit = (value: Json, at: string): void => {
    if (typeof value !== "object" || value === null) return;
    const reference = isObject(value) ? value["$ref"] : undefined;
    if (typeof reference === "string" && !leadsInside(document, reference))
      broken.push(`${at}: ${reference}`);
    for (const [name, child] of Object.entries(value)) visit(child as Json, `${at}/${name}`);
  };
  visit(document, "");
  return broken;
}

function leadsInside(document: JsonObject, reference: string): boolean {
  if (!reference.startsWith("#/")) return false;
  const tokens = decodeURIComponent(reference.slice(2)).split("/");
  const target = tokens.reduce<Json | undefined>((value, token) => {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof value === "object" && value !== null && Object.hasOwn(value, key)
      ? (value as JsonObject)[key]
      : undefined;
  }, document);
  return target !== undefined;
}
