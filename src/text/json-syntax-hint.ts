/** The fix for a text that is not JSON, by what stands where reading it stopped. */

const LIKELY: readonly { readonly pattern: RegExp; readonly fix: string }[] = [
  { pattern: /^$/, fix: "the text ends too early: close what is open, with } or ]" },
  { pattern: /^'/, fix: "write double quotes for single ones" },
  { pattern: /^\/[/*]/, fix: "remove the comment: JSON has none" },
  { pattern: /^#/, fix: "remove the comment: JSON has none" },
  { pattern: /^(?:True|False|None)\b/, fix: "write true, false or null" },
  { pattern: /^(?:undefined|NaN|Infinity)\b/, fix: "write null, or leave the member out" },
  { pattern: /^\+?\.?\d/, fix: "write a number as 12, 0.5 or 1e3, without + and leading zeros" },
];

/**
 * @param before the text up to where the reader stopped
 * @param rest the beginning of what stands there
 */
export function jsonSyntaxHint(before: string, rest: string): string | undefined {
  if (before.trim() === "" && rest === "") return "the file is empty: write a JSON object, { … }";
  const last = before.trimEnd().at(-1) ?? "";
  if (/^[}\]]/.test(rest) && last === ",") return "remove the comma before it";
  if (/^"/.test(rest) && /["}\]\del]/.test(last)) return "add a comma before it";
  if (/^[A-Za-z_$]\w*\s*:/.test(rest)) return "put the key in double quotes";
  return LIKELY.find(({ pattern }) => pattern.test(rest))?.fix;
}
