/** Levels that a project gives to rules itself. */

import { didYouMean } from "../../text/nearest.js";
import { gravest, LEVELS, type Change, type Level, type Role } from "../change.js";

/** `off` leaves out the findings of the rule. */
export type LevelChoice = Level | "off";

const LEVEL_CHOICES = [...LEVELS, "off"] as const satisfies readonly LevelChoice[];

/** By the rule's id. */
export type LevelOverrides = ReadonlyMap<string, LevelChoice>;

export interface OverriddenChanges {
  readonly changes: readonly Change[];
  /** How many are left out, because their rule is off. */
  readonly off: number;
}

/** @param roles those that were asked for: a change is as grave as it is for them */
export function applyLevels(
  changes: readonly Change[],
  overrides: LevelOverrides,
  roles: readonly Role[],
): OverriddenChanges {
  const kept = changes.flatMap((change) => {
    const choice = overrides.get(change.rule);
    if (choice === "off") return [];
    return [choice === undefined ? change : overrideLevel(change, choice, roles)];
  });
  return { changes: kept, off: changes.length - kept.length };
}

/** The role with the gravest level gets the chosen one; no role gets a graver one. */
function overrideLevel(change: Change, choice: Level, roles: readonly Role[]): Change {
  const levelFor = (role: Role): Level => {
    const level = change.levels[role];
    return level === change.level ? choice : lesser(level, choice);
  };
  const levels = { platform: levelFor("platform"), business: levelFor("business") };
  return { ...change, levels, level: gravest(roles.map((role) => levels[role])) };
}

function lesser(left: Level, right: Level): Level {
  return gravest([left, right]) === left ? right : left;
}

/** Why an override is invalid, and how to fix it. */
export interface LevelProblem {
  readonly message: string;
  readonly hint: string | undefined;
}

export function levelProblem(
  rule: string,
  choice: string,
  rules: readonly string[],
): LevelProblem | undefined {
  if (!rules.includes(rule))
    return { message: `${rule} is not a rule of diff`, hint: didYouMean(rule, rules) };
  if (!isLevelChoice(choice))
    return {
      message: `${choice} is not a level`,
      hint: didYouMean(choice, LEVEL_CHOICES) ?? `use one of ${LEVEL_CHOICES.join(", ")}`,
    };
  return undefined;
}

export function isLevelChoice(text: string): text is LevelChoice {
  return (LEVEL_CHOICES as readonly string[]).includes(text);
}
