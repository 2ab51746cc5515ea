import { failure } from "../../../errors.js";
import { isLevelChoice, levelProblem, type LevelOverrides } from "../../../diff/review/levels.js";

/**
 * Checks levels by rule.
 * @throws ProtoGenError DIFF_UNKNOWN_RULE
 */
export function parseLevels(
  levels: Readonly<Record<string, string>>,
  rules: readonly string[],
): LevelOverrides {
  return new Map(
    Object.entries(levels).flatMap(([rule, level]) => {
      const problem = levelProblem(rule, level, rules);
      if (problem !== undefined)
        throw failure("DIFF_UNKNOWN_RULE", `--level ${rule}=${level}: ${problem.message}`, {
          hint: problem.hint ?? `the rules are ${rules.join(", ")}`,
        });
      return isLevelChoice(level) ? [[rule, level] as const] : [];
    }),
  );
}
