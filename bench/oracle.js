/** ajv 2020, as a peer and as the oracle that says which payloads are valid. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { filesBelow } from "./inputs.js";

/** Default options but `strict: false`, and all formats in full mode. */
export function createAjv(options = {}) {
  const ajv = new Ajv2020.default({ strict: false, ...options });
  addFormats.default(ajv);
  return ajv;
}

/** Throws unless the flattened schema and the published `allOf` give every text one verdict. */
export function assertFlatteningKeepsVerdicts(inputs, texts) {
  const flat = createAjv().compile(inputs.flattened);
  const published = compilePublished(inputs);
  for (const text of texts) {
    const value = JSON.parse(text);
    if (flat(value) !== published(value)) throw new Error(`BENCH_FLATTENING_DIFFERS: ${text}`);
  }
}

function compilePublished({ sourceDir, extensionRefs }) {
  const ajv = createAjv();
  const files = filesBelow(join(sourceDir, "schemas")).map((file) => join("schemas", file));
  for (const file of files) ajv.addSchema(JSON.parse(readFileSync(join(sourceDir, file), "utf8")));
  return ajv.compile({ allOf: extensionRefs.map(($ref) => ({ $ref })) });
}
