/**
 * `manifest.json`: what a run read and what it wrote. By it the next run knows whether there is anything to
 * do, which files are the tool's own, and which of them someone edited. Deterministic: sorted, without
 * times and without absolute paths.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Agreement } from "@proto-gen/runtime/negotiation";
import type { OutputFile } from "./output-paths.js";
import type { CodeForm } from "../emit/code-form.js";
import type { DescriptorForm } from "../emit/descriptor-form.js";
import type { EmitterIdentity } from "../emit/emitter.js";
import type { FactOverrides } from "../facts/facts-in-force.js";
import { factTexts } from "../facts/parse-fact.js";
import { jsonText } from "../text/json-text.js";
import { sha256 } from "../text/sha256.js";

export { MANIFEST_PATH } from "../emit/output-file.js";

/** Name and version as in package.json; a run without work must not read that file too. */
export const TOOL = Object.freeze({ name: "proto-gen", version: "0.1.0" });

/** How the manifest calls the inputs that have no URI of their own. */
export const PROFILE_INPUT = "profile";
export const PLATFORM_INPUT = "platform";
const OVERLAY_INPUT = "overlay ";

/** @param index the place of the overlay in the order in which they were given, from 0 */
export function overlayInput(index: number): string {
  return `${OVERLAY_INPUT}${index + 1}`;
}

/** The number from `overlayInput`; undefined for another input. */
export function overlayIndex(uri: string): number | undefined {
  return /^overlay [1-9]\d{0,5}$/.test(uri)
    ? Number(uri.slice(OVERLAY_INPUT.length)) - 1
    : undefined;
}

export interface InputRecord {
  /** A schema document's retrieval URI, or `profile`, `platform` or `overlay 1`. */
  readonly uri: string;
  readonly sha256: string;
}

export interface OutputRecord {
  readonly path: string;
  readonly sha256: string;
}

/** How many capabilities are active, and how many were pruned. */
export interface AgreementCounts {
  readonly active: number;
  readonly pruned: number;
}

/** An entry of a profile that was left out, and why. */
export interface LeftOutRecord {
  readonly profile: string;
  readonly name?: string;
  /** JSON pointer in the profile. */
  readonly pointer: string;
  readonly reason: string;
}

/** The facts about a generation that are known before anything is written. */
export interface ManifestRecord {
  /** The options that determine the output, as `recordedOptions` gives them. */
  readonly options: Readonly<Record<string, Json>>;
  /** For the message of a later run with nothing to do. */
  readonly agreement?: AgreementCounts;
  readonly inputs: readonly InputRecord[];
  /** URIs that were looked for and not found. */
  readonly absent: readonly string[];
  /** Sorted; without any, undefined. */
  readonly leftOut?: readonly LeftOutRecord[];
}

export interface Manifest extends ManifestRecord {
  readonly tool: { readonly name: string; readonly version: string };
  readonly outputs: readonly OutputRecord[];
}

export interface DeterminingOptions {
  readonly capabilities?: readonly string[] | undefined;
  readonly release?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly payment?: string | undefined;
  readonly whose?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly facts?: FactOverrides | undefined;
  readonly descriptors?: DescriptorForm | undefined;
  readonly code?: CodeForm | undefined;
  /** Those of others; of this package's, the tool's version says what they are. */
  readonly emitters?: readonly EmitterIdentity[] | undefined;
}

/** The options that determine the output, in the one form in which they are recorded and compared. */
export function recordedOptions({
  capabilities,
  release,
  only,
  payment,
  whose,
  strict = false,
  facts,
  descriptors,
  code,
  emitters = [],
}: DeterminingOptions): Readonly<Record<string, Json>> {
  return Object.freeze({
    ...(capabilities === undefined ? {} : { capabilities: sortUnique(capabilities) }),
    ...(release === undefined ? {} : { release }),
    ...(only === undefined ? {} : { only: sortUnique(only) }),
    ...(payment === undefined ? {} : { payment }),
    ...(whose === undefined ? {} : { whose }),
    ...(strict ? { strict } : {}),
    ...(facts === undefined ? {} : { facts: factTexts(facts).sort() }),
    ...(descriptors === undefined ? {} : { descriptors: { ...descriptors } }),
    ...(code === undefined ? {} : { code: { ...code } }),
    ...(emitters.length === 0 ? {} : { emitters: emitterRecords(emitters) }),
  });
}

/** By name: their files are the same in any order. */
function emitterRecords(emitters: readonly EmitterIdentity[]): Json {
  return sortBy(
    emitters.map(({ name, version }) => ({ name, version })),
    ({ name }) => name,
  );
}

export function agreementCounts({ capabilities, excluded }: Agreement): AgreementCounts {
  return { active: capabilities.length, pruned: excluded.length };
}

export function createManifest(record: ManifestRecord, files: readonly OutputFile[]): Manifest {
  return {
    ...record,
    tool: TOOL,
    outputs: files.map(({ path, content }) => ({ path, sha256: sha256(content) })),
  };
}

export function manifestText(manifest: Manifest): string {
  const { tool, options, agreement, inputs, absent, leftOut, outputs } = manifest;
  return jsonText({
    tool: { name: tool.name, version: tool.version },
    options: Object.fromEntries(sortBy(Object.entries(options), ([name]) => name)),
    ...(agreement === undefined
      ? {}
      : { agreement: { active: agreement.active, pruned: agreement.pruned } }),
    inputs: sortBy(inputs, ({ uri }) => uri).map(({ uri, sha256: hash }) => ({
      uri,
      sha256: hash,
    })),
    absent: sortUnique(absent),
    ...(leftOut === undefined ? {} : { leftOut: leftOut.map(leftOutJson) }),
    outputs: sortBy(outputs, ({ path }) => path).map(({ path, sha256: hash }) => ({
      path,
      sha256: hash,
    })),
  });
}

function leftOutJson({ profile, name, pointer, reason }: LeftOutRecord): JsonObject {
  return { profile, ...(name === undefined ? {} : { name }), pointer, reason };
}

/** The manifest that a text holds; undefined where it is none, for example with a merge conflict in it. */
export function parseManifest(text: string): Manifest | undefined {
  const value = parseObject(text);
  if (value === undefined) return undefined;
  const { tool, options, agreement, inputs, absent, leftOut, outputs } = value;
  if (!isObject(tool) || typeof tool["name"] !== "string" || typeof tool["version"] !== "string")
    return undefined;
  if (!isObject(options)) return undefined;
  if (agreement !== undefined && !isAgreementCounts(agreement)) return undefined;
  if (leftOut !== undefined && !isListOf(leftOut, isLeftOutRecord)) return undefined;
  if (
    !isListOf(inputs, isInputRecord) ||
    !isListOf(absent, isString) ||
    !isListOf(outputs, isOutputRecord)
  )
    return undefined;
  return {
    tool: { name: tool["name"], version: tool["version"] },
    options,
    ...(agreement === undefined ? {} : { agreement }),
    inputs,
    absent,
    ...(leftOut === undefined ? {} : { leftOut }),
    outputs,
  };
}

/** True where a text is some other program's manifest.json, which must not be overwritten. */
export function isForeignManifest(text: string): boolean {
  const value = parseObject(text);
  if (value === undefined) return false;
  const tool = value["tool"];
  return !isObject(tool) || tool["name"] !== TOOL.name;
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isString(value: Json): value is string {
  return typeof value === "string";
}

function isAgreementCounts(value: Json): value is JsonObject & AgreementCounts {
  return (
    isObject(value) && typeof value["active"] === "number" && typeof value["pruned"] === "number"
  );
}

function isInputRecord(value: Json): value is JsonObject & InputRecord {
  return isObject(value) && typeof value["uri"] === "string" && typeof value["sha256"] === "string";
}

function isOutputRecord(value: Json): value is JsonObject & OutputRecord {
  return (
    isObject(value) && typeof value["path"] === "string" && typeof value["sha256"] === "string"
  );
}

function isLeftOutRecord(value: Json): value is JsonObject & LeftOutRecord {
  if (!isObject(value)) return false;
  const { profile, name, pointer, reason } = value;
  return [profile, pointer, reason, name ?? ""].every((each) => typeof each === "string");
}

function isListOf<Item extends Json>(
  value: Json | undefined,
  isItem: (item: Json) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && (value as readonly Json[]).every(isItem);
}

function sortUnique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

function sortBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...items].sort((left, right) =>
    key(left) < key(right) ? -1 : key(left) > key(right) ? 1 : 0,
  );
}
