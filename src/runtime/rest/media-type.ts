/** Recognizes JSON in UTF-8 by Content-Type, and uncompressed bodies by Content-Encoding. */

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
/** RFC 9110 §5.6.6. Each part starts with a character that the previous part cannot contain. */
const PARAMETER = new RegExp(
  `[\\t ]*;[\\t ]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)"))?`,
  "y",
);

/** RFC 8259 §11 defines no charset parameter; if one is sent, it must be UTF-8 (§8.1). */
export function isJsonInUtf8(contentType: string, essence = "application/json"): boolean {
  if (contentType.slice(0, essence.length).toLowerCase() !== essence) return false;
  let at = essence.length;
  while (at < contentType.length) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(contentType);
    if (match === null) return false;
    const [parameter, name, token, quoted] = match;
    const isCharset = name?.toLowerCase() === "charset";
    if (isCharset && (token ?? quoted)?.toLowerCase() !== "utf-8") return false;
    at += parameter.length;
  }
  return true;
}

export function isIdentity(contentEncoding: string | null): boolean {
  return contentEncoding === null || contentEncoding.trim().toLowerCase() === "identity";
}
