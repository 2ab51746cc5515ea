import { failure } from "../../../errors.js";
import { isLevelChoice, levelProblem, type LevelOverrides } from "../../../diff/review/levels.js";

/**
 * Parses the values of `--level rule=level`.
 * @throws ProtoGenError DIFF_UNKNOWN_RULE, or USAGE where there is no `=`
 */
export function parseLevels(values: readonly string[], rules: readonly string[]): LevelOverrides {
  return new Map(
    values.flatMap((value) => {
      const at = value.indexOf("=");
      if (at < 1) throw failure("USAGE", `--level ${value} is not rule=level`, { hint: EXAMPLE });
      const [rule, level] = [value.slice(0, at), value.slice(at + 1)];
      const problem = levelProblem(rule, level, rules);
      if (problem !== undefined)
        throw failure("DIFF_UNKNOWN_RULE", `--level ${value}: ${problem.message}`, {
          hint: problem.hint ?? `the rules are ${rules.join(", ")}`,
        });
      return isLevelChoice(level) ? [[rule, level] as const] : [];
    }),
  );
}

const EXAMPLE = "for example --level enum-widened=safe";
