/** The protocol's own schemas of the two calls, through ajv: a judge that we did not write. */

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { repository } from "./published.js";

const FOLDER = path.join(repository, "schemas/2026-11-27/shopping/types");
const BASE = "https://proto.dev/schemas/2026-11-27/shopping/types/";

const ajv = new Ajv2020({ strict: false, logger: false });
formats.default(ajv);
for (const name of readdirSync(FOLDER)) {
  const schema = JSON.parse(readFileSync(path.join(FOLDER, name), "utf8")) as object;
  ajv.addSchema(schema, BASE + name);
}

/** @param name of the file: `tokenize_request` */
export function isShape(name: string, value: unknown): boolean {
  return ajv.compile({ $ref: `${BASE}${name}.json` })(value) as boolean;
}
