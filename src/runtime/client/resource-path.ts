/** Inserts identifiers into a path template: `/carts/{id}` becomes `/carts/a%2Fb`. */

import { type ClientError, invalidRequest } from "./client-error.js";

/** @throws ClientError `REQUEST_INVALID` if an identifier cannot be a path segment */
export function resourcePath(
  template: string,
  identifiers: Readonly<Record<string, string>>,
): string {
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => segment(name, identifiers[name]));
}

function segment(name: string, value: string | undefined): string {
  // URL parsers remove dot segments, even percent-encoded ones.
  if (value === undefined || value === "." || value === "..") throw invalid(name);
  try {
    return encodeURIComponent(value);
  } catch (cause) {
    throw invalid(name, cause);
  }
}

function invalid(name: string, cause?: unknown): ClientError {
  return invalidRequest(`${name}: expected an identifier usable in a path.`, cause);
}
