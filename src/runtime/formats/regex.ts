/**
 * The format `regex`: an ECMA-262 pattern, read with the `u` flag as JSON Schema 2020-12 core §6.4
 * recommends. Without it, misspelt escapes such as `\Z` would pass for their letter.
 */
export function isRegex(value: string): boolean {
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    return false;
  }
}
