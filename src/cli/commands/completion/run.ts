/** Runs `proto-gen completion`: prints the script of a shell, as it stands in `templates/completion/`. */

import { readFileSync } from "node:fs";
import path from "node:path";
import type { ExitCode } from "../../../errors.js";
import { packageDirectory } from "../../../load/schema-root.js";
import { ownText } from "../../../text/line.js";
import type { Host } from "../../host.js";
import { createReporter } from "../../reporter.js";
import type { CompletionFlags, Shell } from "./command.js";

/** `proto-gen completion --json`. */
export interface CompletionReport {
  readonly ok: true;
  readonly shell: Shell;
  readonly script: string;
}

export function run({ shell, json = false, quiet = false }: CompletionFlags, host: Host): ExitCode {
  const file = path.join(packageDirectory(), "templates/completion", `proto-gen.${shell}`);
  const script = readFileSync(file, "utf8");
  if (json)
    createReporter(host, { quiet }).json({ ok: true, shell, script } satisfies CompletionReport);
  else if (!quiet) host.stdout.write(ownText(script));
  return 0;
}
