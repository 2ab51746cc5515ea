/** The messages of `proto-gen mock`: where the server listens, a request to try, and one line per event. */

import { oneLine } from "../../table.js";
import type { ExampleRequest } from "./example-request.js";
import type {
  AnsweredRequest,
  MockAddresses,
  MockEvent,
  SentMail,
  WebhookDelivery,
} from "./messages.js";

export function gettingStartedLines(
  addresses: MockAddresses,
  example: ExampleRequest | undefined,
): string[] {
  const { url, site, discovery, platform, mail, certificate, standIns } = addresses;
  // Buyers are always sent to https; with --https there is only that address.
  const https = site === url;
  return [
    "The business is running, in memory and on this machine only. Press Ctrl-C to stop it.",
    "",
    `  address      ${url}`,
    `  discovery    ${discovery}`,
    `  status       ${url}/`,
    ...(https ? [] : [`  site         ${site}  where buyers are sent`]),
    `  platform     ${platform}`,
    `  mail         ${mail}`,
    `  certificate  ${certificate}`,
    "",
    ...(standIns.length === 0 ? [] : [...standIns, ""]),
    "Browsers warn about the self-signed certificate: accept it, or have them trust that file. For Node:",
    "",
    `  NODE_EXTRA_CA_CERTS=${certificate} node ...`,
    "",
    "Try:",
    "",
    ...exampleLines(addresses, example, https ? ` --cacert ${certificate}` : "").map(
      (line) => `  ${line}`,
    ),
  ];
}

/** A command that can be pasted into a POSIX shell. */
function exampleLines(
  addresses: MockAddresses,
  example: ExampleRequest | undefined,
  trust: string,
): string[] {
  const { endpoints, agentHeader, platform, discovery } = addresses;
  if (example === undefined || endpoints.rest === undefined)
    return [`curl -s${trust} ${quoted(discovery)}`];
  const { path, body, headers } = example;
  const others = headers.filter((name) => name.toLowerCase() !== agentHeader.toLowerCase());
  return [
    `curl -s${trust} ${quoted(endpoints.rest + path)} \\`,
    `  -H ${quoted(`${agentHeader}: profile="${platform}"`)} \\`,
    // Their values do not matter.
    ...others.map((name) => `  -H ${quoted(`${name}: first`)} \\`),
    `  -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`,
  ];
}

/** Paths and header names come from documents of third parties: when pasted, they must not become commands. */
function quoted(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The caller decides how long a path is; the line must stay readable. */
const MAX_LENGTH = 200;

/** `POST /proto/v1/carts create_cart 201 - 12 ms` */
export function eventLine(event: MockEvent): string {
  if (event.kind === "answered") return requestLine(event);
  return oneLine(event.kind === "webhook" ? webhookText(event) : mailText(event));
}

export function requestLine(request: AnsweredRequest): string {
  const { method, path, operation = "-", status, milliseconds, issue } = request;
  const { outcome = "-", code = outcome } = request;
  const why = issue === undefined ? "" : `: ${shortened(issue)}`;
  return oneLine(
    `${method} ${shortened(path)} ${operation} ${status} ${code} ${milliseconds} ms${why}`,
  );
}

function webhookText({ order, host, became, status, code }: WebhookDelivery): string {
  const why = [status, code].filter((each) => each !== undefined).map((each) => ` ${each}`);
  return `webhook of ${order} to ${host} ${became}${why.join("")}`;
}

function mailText({ to, subject }: SentMail): string {
  return `mail to ${shortened(to)}: ${shortened(subject)}`;
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}...` : text;
}
