/** Documents of the protocol that were written by hand. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "./published.js";

export function instance<Value>(name: string): Value {
  const file = path.join(repository, `test/data/instances/${name}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Value;
}
