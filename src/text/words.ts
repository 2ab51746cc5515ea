/** In: a file stem, a `$defs` key or a capability segment. Out: its words in the case of their place. */

export function pascalCase(text: string): string {
  const joined = joinCapitalised(wordsOf(text));
  return /^[A-Za-z]/.test(joined) ? joined : `Type${joined}`;
}

/** A module's path, or a part of one, as part of a name: `proto.dev/line-item` is `ProtoDevLineItem`. */
export function pathCase(path: string): string {
  return joinCapitalised(path.split(/[^A-Za-z0-9]+/));
}

/** `["ap2", "mandate"]` is `Ap2Mandate`. */
export function joinCapitalised(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

export function kebabCase(text: string): string {
  const joined = wordsOf(text)
    .map((word) => word.toLowerCase())
    .join("-");
  return joined === "" ? "schema" : joined;
}

/** Splits at what no identifier has, and where a lower-case letter meets an upper-case one. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
}
