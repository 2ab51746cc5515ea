/** What a mock says once it is open. In: where everything is. Out: lines, the last of which are a call to try. */

import type { FirstCall } from "./first-call.js";
import type { Opened } from "./messages.js";

export function firstSteps(opened: Opened, call: FirstCall | undefined): string[] {
  const { url, site, discovery, platform, mail, certificate } = opened;
  // Buyers are sent to https always: where that is the address, all of it is.
  const https = site === url;
  return [
    "The business is open: in memory, and on this machine alone. Ctrl-C ends it.",
    "",
    `  address      ${url}`,
    `  discovery    ${discovery}`,
    `  status       ${url}/`,
    ...(https ? [] : [`  site         ${site}  where buyers are sent`]),
    `  platform     ${platform}`,
    `  mail         ${mail}`,
    `  certificate  ${certificate}`,
    "",
    "Browsers warn that nobody they know made the certificate: go on, or have them trust that file. For Node:",
    "",
    `  NODE_EXTRA_CA_CERTS=${certificate} node ...`,
    "",
    "Try:",
    "",
    ...callToTry(opened, call, https ? ` --cacert ${certificate}` : "").map((line) => `  ${line}`),
  ];
}

/** For a POSIX shell, as it stands. */
function callToTry(opened: Opened, call: FirstCall | undefined, trust: string): string[] {
  const { endpoints, agentHeader, platform, discovery } = opened;
  if (call === undefined || endpoints.rest === undefined)
    return [`curl -s${trust} ${quoted(discovery)}`];
  const { path, body, headers } = call;
  const others = headers.filter((name) => name.toLowerCase() !== agentHeader.toLowerCase());
  return [
    `curl -s${trust} ${quoted(endpoints.rest + path)} \\`,
    `  -H ${quoted(`${agentHeader}: profile="${platform}"`)} \\`,
    // None of them has to say anything in particular.
    ...others.map((name) => `  -H ${quoted(`${name}: first`)} \\`),
    `  -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`,
  ];
}

/** Paths and names of headers come from documents of others: pasted, they must not be commands. */
function quoted(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
