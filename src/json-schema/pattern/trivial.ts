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
  return isValid(source) && hasTrivialShape(source);
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
