/**
 * Names of files and folders from the names of schemas and hosts: valid on every operating system, without a path in
 * them, and in lower case, so that no two differ only in case.
 */

/** Names of devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin|conout|clock|com[0-9]|lpt[0-9])(?:\.|$)/;

/** A directory takes 255 bytes; an extension and the name of a temporary file beside it have to fit, too. */
const MAX_LENGTH = 200;

/** A name that stays as it is, unless it is a device's or too long. */
const PLAIN = /^[a-z0-9]+$/;

/** @returns lower case letters, digits, underscores, hyphens, and dots between them */
export function pathSegment(text: string): string {
  const plain = PLAIN.test(text)
    ? text
    : text
        .toLowerCase()
        .replace(/[^a-z0-9._-]+/g, "-")
        .replace(/^[.-]+|[.-]+$/g, "");
  const named = plain === "" ? "schema" : plain;
  const short =
    named.length <= MAX_LENGTH ? named : `${named.slice(0, MAX_LENGTH - 9)}-${shortHash(named)}`;
  return DEVICE.test(short) ? `x-${short}` : short;
}

/** FNV-1a, 8 hexadecimal digits: the same on every machine and in every run. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
