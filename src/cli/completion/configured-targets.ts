/** Reads a configuration for shell completion, in a process of its own, and sends its targets to the process that waits for them. */

import process from "node:process";
import { readConfiguration } from "../../config/read-configuration.js";
import type { ConfiguredTarget } from "./project-names.js";

const [config] = process.argv.slice(2);
const { targets } = await readConfiguration({ config });
const message: readonly ConfiguredTarget[] = targets.map(({ name, settings: { profile } }) => ({
  name,
  profile,
}));
process.send?.(message);
