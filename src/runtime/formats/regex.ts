/**
 * The format `regex`: an ECMA-262 pattern with the `u` flag, as JSON Schema 2020-12 core §6.4 recommends. Without the
 * flag, misspelt escapes such as `\Z` would be read as their letter.
 */
export function isRegex(value: string): boolean {
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    return false;
  }
}
