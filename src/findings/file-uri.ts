/** In: a file's name, as places have it. Out: its URI: relative to where the tool ran, or absolute where the name is. */

/** Every character that is not plain in a path is percent-encoded; dots at the start say nothing and go. */
export function fileUri(file: string): string {
  const encoded = relativeName(file).split("/").map(encodeSegment).join("/");
  return encoded.startsWith("/") ? `file://${encoded}` : encoded;
}

/** `./profile.json` and `profile.json` are one file, and those who match names know the second only. */
export function relativeName(file: string): string {
  return file.replace(/^(?:\.\/+)+(?=.)/, "");
}

/** A name may hold half a surrogate pair, which has no encoding. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(segment)));
}
