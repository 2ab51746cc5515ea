/** In: the URI of a document. Out: its parts, and what an error says of it. */

export function withoutFragment(uri: string): string {
  const hash = uri.indexOf("#");
  return hash < 0 ? uri : uri.slice(0, hash);
}

/** The flag that would bring a document. */
export function rootHint(uri: string): string {
  const origin = URL.canParse(uri) ? new URL(uri).origin : "https://…";
  return `bring it with --schemas DIR=${origin}`;
}
