/** SARIF 2.1.0's own schema as a judge. In: a log. Out: what is wrong with it; nothing where it is valid. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

const FILE = createRequire(import.meta.url).resolve(
  "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json",
);

/** It says draft-04, and has no keyword that later drafts read otherwise but `id`. */
function schema(): object {
  const {
    $schema: _,
    id,
    ...rules
  } = JSON.parse(readFileSync(FILE, "utf8")) as {
    readonly $schema: string;
    readonly id: string;
  };
  return { $id: id, ...rules };
}

// One of its patterns is none with the u flag.
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema());

export function sarifErrors(log: unknown): readonly string[] {
  if (validate(log)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
