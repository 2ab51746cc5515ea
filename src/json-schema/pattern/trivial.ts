/**
 * The cheap half of the pattern check: in goes a `pattern`, out comes whether its shape
 * alone rules out that backtracking is worse than quadratic. No parser is loaded, one pass over the text;
 * `false` only means that `analyzePattern` has to decide.
 */

/**
 * A fixed count such as `{4}` leaves nothing to choose. Every other quantifier and every
 * `|` does, and a choice outside all loops can be made once only: at most so many ways through all of
 * them stay below `MAX_ATTEMPTS` of `ambiguity.ts`.
 */
const MAX_WAYS = 2 ** 9;

/**
 * Repetitions without a bound, or with one from `MANY_TURNS` on, among which a text can be divided; so is the search
 * for a pattern that may begin anywhere. `MAX_DEGREE` of `degree.ts`.
 */
const MAX_LOOPS = 2;
const MANY_TURNS = 10;

/**
 * Groups within groups. An engine reads them by calling itself: how many it takes depends on what called it, so that
 * one that is taken here would be refused where it is used.
 */
const MAX_NESTING = 100;

/** In UTF-16 units. What is too large for an engine, it refuses no sooner than it is used. */
const MAX_LENGTH = 5_000;

interface Group {
  choice: boolean;
  repeatedGroup: boolean;
}

const CLASS = String.raw`\[(?:[^\]\\]|\\.)*\]`;
const QUANTIFIER = String.raw`[*+?]|\{\d+(?:,\d*)?\}`;
// Anything else that starts with `(?` is a modifier, which the full check judges.
const OPEN = String.raw`\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?`;
const TOKEN = new RegExp(
  String.raw`(?<skip>\\k|\\[1-9])|\\.|${CLASS}|(?<modifier>\(\?(?![:=!<]))|(?<open>${OPEN})|` +
    String.raw`(?<close>\)(?<repeat>${QUANTIFIER})?)|(?<quantifier>${QUANTIFIER})|(?<bar>\|)|.`,
  "gsu",
);

/**
 * True when `source` is valid and cannot backtrack worse than quadratically, as every quantified
 * group is free of alternatives, of variable quantifiers and of other quantified groups, and there are few of them.
 * Backreferences and modifiers are never trivially safe.
 */
export function isTriviallySafe(source: string): boolean {
  return sizeProblem(source) === undefined && isValid(source) && hasTrivialShape(source);
}

/** Why a pattern is larger than what every engine reads; undefined where it is not. */
export function sizeProblem(source: string): string | undefined {
  if (source.length > MAX_LENGTH) return `the pattern is longer than ${MAX_LENGTH} characters`;
  let depth = 0;
  for (const { groups: token = {} } of source.matchAll(TOKEN)) {
    if (token.open !== undefined || token.modifier !== undefined) depth++;
    else if (token.close !== undefined) depth--;
    if (depth > MAX_NESTING) return `its groups are nested more than ${MAX_NESTING} deep`;
  }
  return undefined;
}

function hasTrivialShape(source: string): boolean {
  const groups: Group[] = [];
  let [ways, loops, isAnchored] = [1, 0, source.startsWith("^")];
  const count = (quantifier: string): void => {
    const turns = turnsOf(quantifier);
    if (turns >= MANY_TURNS) loops++;
    else ways *= turns + 1;
  };
  for (const { groups: token = {} } of source.matchAll(TOKEN)) {
    const parent = groups.at(-1);
    if (token.skip !== undefined || token.modifier !== undefined) {
      return false;
    } else if (token.open !== undefined) {
      groups.push({ choice: false, repeatedGroup: false });
    } else if (token.close !== undefined) {
      const group = groups.pop();
      const repeated = token.repeat !== undefined;
      if (repeated && (group?.choice || group?.repeatedGroup)) return false;
      const choice = repeated && isChoice(token.repeat);
      if (isChoice(token.repeat)) count(token.repeat);
      inherit(groups.at(-1), choice || group?.choice, repeated || group?.repeatedGroup);
    } else if (token.bar !== undefined) {
      ways *= 2;
      isAnchored &&= parent !== undefined;
      inherit(parent, true, false);
    } else if (isChoice(token.quantifier)) {
      count(token.quantifier);
      inherit(parent, true, false);
    }
    if (ways > MAX_WAYS) return false;
  }
  return loops + (isAnchored ? 0 : 1) <= MAX_LOOPS;
}

function isValid(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}

function isChoice(quantifier: string | undefined): quantifier is string {
  return quantifier !== undefined && !/^\{\d+\}$/.test(quantifier);
}

/** How many turns it may take or leave. */
function turnsOf(quantifier: string): number {
  if (quantifier === "?") return 1;
  const [, least, most] = /^\{(\d+),(\d+)\}$/.exec(quantifier) ?? [];
  return least === undefined ? Infinity : Number(most) - Number(least);
}

function inherit(parent: Group | undefined, choice = false, repeatedGroup = false): void {
  if (!parent) return;
  parent.choice ||= choice;
  parent.repeatedGroup ||= repeatedGroup;
}
