/**
 * What every measurement reads, prepared once and untimed.
 * In: the published release (`PROTO_GEN_PUBLISHED`). Out: paths, documents, and the sha256 of each
 * input, which the tables are printed with.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleOpenApi } from "./bundle-openapi.js";
import { openDocuments } from "./documents.js";
import { checkoutRefs, flattenCheckout } from "./flatten.js";

export const BENCH = dirname(fileURLToPath(import.meta.url));
export const ROOT = dirname(BENCH);
export const WORK = join(BENCH, ".work");

const RELEASE = "2026-01-23";
const OLDER_RELEASE = "2026-01-11";
const URL_PREFIX = "https://ucp.dev";
const SERVICE = "services/shopping/openapi.json";

export function prepareInputs() {
  const folder = join(publishedFolder(), RELEASE);
  // No output of an older run may pass for a new one. Results name the Node and the processor that they are of.
  for (const entry of existsSync(WORK) ? readdirSync(WORK) : [])
    if (!RESULTS.test(entry)) rmSync(join(WORK, entry), { recursive: true, force: true });
  const sourceDir = join(folder, "source");
  const olderSourceDir = join(publishedFolder(), OLDER_RELEASE, "source");
  const profile = join(folder, "profile.json");
  const documents = openDocuments(sourceDir, URL_PREFIX);
  const bundle = bundleOpenApi(documents, `${URL_PREFIX}/${SERVICE}`);
  const flattened = flattenCheckout(documents, readJson(profile));
  return Object.freeze({
    profile,
    schemasOption: `${sourceDir}=${URL_PREFIX}`,
    sourceDir,
    olderSourceDir,
    documents,
    openapi: writeWork("openapi.bundled.json", JSON.stringify(bundle, null, 2)),
    extensionRefs: checkoutRefs(readJson(profile)),
    flattened,
    flattenedOpenapi: writeWork(
      "openapi.flattened.json",
      JSON.stringify(flattenedAsOpenApi(flattened), null, 2),
    ),
    checkout: readJson(join(BENCH, "checkout.json")),
    digests: [
      [`${RELEASE}/profile.json`, sha(readFileSync(profile))],
      [`${RELEASE}/source/**`, sha(folderText(sourceDir))],
      [`${OLDER_RELEASE}/source/**`, sha(folderText(olderSourceDir))],
      ["openapi.bundled.json", sha(JSON.stringify(bundle))],
      ["flattened checkout", sha(JSON.stringify(flattened))],
      ["checkout.json", sha(readFileSync(join(BENCH, "checkout.json")))],
    ],
  });
}

function publishedFolder() {
  const folder = resolve(ROOT, process.env.PROTO_GEN_PUBLISHED ?? "../shared/published");
  if (!existsSync(join(folder, RELEASE, "profile.json"))) {
    throw new Error(
      `BENCH_NO_PUBLISHED: ${folder} holds no ${RELEASE}/profile.json\n` +
        "  set PROTO_GEN_PUBLISHED to the folder of the published releases",
    );
  }
  return folder;
}

/** The same flattened schema for generators that read OpenAPI only. */
function flattenedAsOpenApi({ $schema: _, $defs, ...checkout }) {
  const text = JSON.stringify({ ...$defs, Checkout: checkout });
  return {
    openapi: "3.1.0",
    info: { title: "Composed checkout", version: RELEASE },
    paths: {},
    components: { schemas: JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/")) },
  };
}

const RESULTS = /^results-node\d+\.json$/;

/** The results of runs of one major version of Node. */
export function resultsFile(major) {
  return join(WORK, `results-node${major}.json`);
}

/** Writes a file under `.work` and returns its path. */
export function writeWork(name, text) {
  const path = join(WORK, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

export function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Every file below `folder`, sorted, relative to it. */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function folderText(folder) {
  return filesBelow(folder)
    .map((file) => `${file}\n${readFileSync(join(folder, file), "utf8")}`)
    .join("\n");
}

function sha(data) {
  return createHash("sha256").update(data).digest("hex").slice(0, 12);
}
