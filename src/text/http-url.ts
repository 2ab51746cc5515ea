/** URLs among the names that a command line gives. */

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** True for http on this machine, which `--development` allows. */
export function isLoopbackHttp(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "http:" && LOOPBACK.has(hostname);
}
