import { failure } from "../../../errors.js";
import { lintFiles, selectRules } from "../../../lint/lint.js";
import { RULES } from "../../../lint/rules.js";
import { parseRoot } from "../../../load/schema-root.js";
import { countText } from "../../../text/count.js";
import type { ReleaseFile } from "../../../load/release.js";
import { requireRules } from "../../configured.js";
import type { Host } from "../../host.js";
import { EMPTY_LINE, joinLines } from "../../../text/line.js";
import { lintText } from "../lint/text.js";
import { createPaint } from "../../color.js";
import type { DraftLinting } from "./command.js";

/**
 * Lints the draft, and prints the errors that keep it from being released.
 * @throws ProtoGenError RELEASE_HAS_ERRORS, and CONFIG_INVALID for an unknown rule
 */
export async function requireNoErrors(
  draft: { readonly directory: string; readonly files: readonly ReleaseFile[] },
  { schemas = [], facts, rules, rulePlaces }: DraftLinting,
  { stderr, env }: Host,
): Promise<void> {
  requireRules(rulePlaces, RULES);
  const options = { schemas: schemas.map(parseRoot), facts, rules: selectRules(rules) };
  const report = await lintFiles({ ...draft, ...options });
  const errors = report.findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  const lines = lintText(
    { ...report, findings: errors },
    { quiet: true, fixed: undefined, paint: createPaint(stderr, env) },
  );
  // --quiet does not hide errors.
  stderr.write(joinLines([...lines, EMPTY_LINE]));
  throw failure(
    "RELEASE_HAS_ERRORS",
    `${draft.directory} has ${countText(errors.length, "error")}`,
    {
      place: { file: draft.directory },
    },
  );
}
