/** From a template to a path. In: `/carts/{id}`, identifiers. Out: `/carts/a%2Fb`. */

import { type ClientError, invalidRequest } from "./client-error.js";

/** @throws ClientError REQUEST_INVALID for what no path can name */
export function resourcePath(
  template: string,
  identifiers: Readonly<Record<string, string>>,
): string {
  return template.replace(/\{([^{}]*)\}/g, (_, name: string) => segment(name, identifiers[name]));
}

function segment(name: string, value: string | undefined): string {
  // A URL's parser takes dot segments away, even where they are percent-encoded.
  if (value === undefined || value === "." || value === "..") throw invalid(name);
  try {
    return encodeURIComponent(value);
  } catch (cause) {
    throw invalid(name, cause);
  }
}

function invalid(name: string, cause?: unknown): ClientError {
  return invalidRequest(`${name}: expected an identifier that a path can name.`, cause);
}
