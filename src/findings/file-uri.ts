/** File names of findings, as SARIF and GitHub need them. */

/** Relative to the working directory, or `file://` for an absolute name. */
export function fileUri(file: string): string {
  const encoded = stripDotSlash(file).split("/").map(encodeSegment).join("/");
  return encoded.startsWith("/") ? `file://${encoded}` : encoded;
}

/** Readers of reports match file names with the repository's, which have no `./`. */
export function stripDotSlash(file: string): string {
  return file.replace(/^(?:\.\/+)+(?=.)/, "");
}

/** A name may contain half of a surrogate pair, which `encodeURIComponent` rejects. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(segment)));
}
