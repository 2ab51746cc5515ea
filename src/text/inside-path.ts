/** Paths below a directory: which stay there, and which are one file where upper and lower case are. */

/** True where a path stays below the directory it is joined to, on every operating system. */
export function isInsidePath(path: string): boolean {
  if (/[\\:\u0000-\u001f]/.test(path)) return false;
  return path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}

/** The same text for two paths that are one file on some file system. */
export function pathKey(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
