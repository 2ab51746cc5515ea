/**
 * The cheap half of the analysis: one pass over a pattern's text, without a parser, that settles most patterns in use.
 * A pattern that is not trivially safe is not therefore dangerous: `analyzePattern` has to decide.
 */

/**
 * The most ways through the choices outside all loops; it stays below `MAX_ATTEMPTS` of `ambiguity.ts`. Every `|` is a
 * choice, and so is every quantifier but a fixed count such as `{4}`.
 */
const MAX_WAYS = 2 ** 9;

/**
 * The most repetitions that may divide a text among them, which is `MAX_DEGREE` of `degree.ts`. A repetition counts if
 * it has no bound or one of at least `MANY_TURNS`; the search for a pattern that is not anchored counts, too.
 */
const MAX_LOOPS = 2;
const MANY_TURNS = 10;

/**
 * The deepest nesting of groups. Engines parse groups recursively, so that the depth which they accept depends on the
 * stack: a pattern that is accepted here must not fail where it is used.
 */
const MAX_NESTING = 100;

/** In UTF-16 units. Engines refuse a pattern that is too large only when it is first used. */
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
 * True if `source` is valid with the flag `u` and its shape rules out backtracking that is worse than quadratic: no
 * quantified group holds alternatives, variable quantifiers or other quantified groups, and repetitions are few.
 * Patterns with backreferences or modifiers are never trivially safe. Takes linear time and never throws.
 *
 * @param source the pattern, without slashes and flags
 */
export function isTriviallySafe(source: string): boolean {
  return sizeProblem(source) === undefined && isValid(source) && hasTrivialShape(source);
}

/** Says why a pattern may be too large for an engine; undefined if it is not. */
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

/** The number of turns that are optional. */
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
