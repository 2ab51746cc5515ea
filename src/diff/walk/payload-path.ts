/** Paths into a payload, as reports show them: `line_items[].quantity`, `capabilities.*`, `["odd name"]`. */

const PLAIN = /^[A-Za-z_$][\w$-]*$/;

export function memberPath(path: string, name: string): string {
  if (!PLAIN.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

/** Any member that is not named. */
export function childPath(path: string): string {
  return path === "" ? "*" : `${path}.*`;
}

/** The names of those. */
export function keyPath(path: string): string {
  return `${childPath(path)} (name)`;
}

export function itemPath(path: string, index?: number): string {
  return `${path}[${index ?? ""}]`;
}

/** A path below another, or below what a report calls a parameter or a file. */
export function payloadPath(above: string, below: string): string {
  if (above === "" || below === "") return above + below;
  if (/[ #/]/.test(above)) return `${above} ${below}`;
  return below.startsWith("[") ? above + below : `${above}.${below}`;
}
