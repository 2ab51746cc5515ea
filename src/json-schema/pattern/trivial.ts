/**
 * The cheap half of the pattern check: in goes a `pattern`, out comes whether its shape
 * alone rules out exponential backtracking. No parser is loaded, one pass over the text;
 * `false` only means that `analyzePattern` has to decide.
 */

/**
 * A fixed count such as `{4}` leaves nothing to choose. Every other quantifier and every
 * `|` does, and a choice outside all loops can be made once only: at most this many of
 * them stay below `MAX_ATTEMPTS` of `ambiguity.ts`.
 */
const MAX_CHOICES = 9;

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
 * True when `source` is valid and cannot backtrack exponentially, as every quantified
 * group is free of alternatives, of variable quantifiers and of other quantified groups.
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
  let choices = 0;
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
      if (choice) choices++;
      inherit(groups.at(-1), choice || group?.choice, repeated || group?.repeatedGroup);
    } else if (token.bar !== undefined || isChoice(token.quantifier)) {
      choices++;
      inherit(parent, true, false);
    }
    if (choices > MAX_CHOICES) return false;
  }
  return true;
}

function isValid(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}

function isChoice(quantifier: string | undefined): boolean {
  return quantifier !== undefined && !/^\{\d+\}$/.test(quantifier);
}

function inherit(parent: Group | undefined, choice = false, repeatedGroup = false): void {
  if (!parent) return;
  parent.choice ||= choice;
  parent.repeatedGroup ||= repeatedGroup;
}
