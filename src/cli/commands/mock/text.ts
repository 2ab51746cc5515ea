/** The messages of `proto-gen mock`: where the server listens, a request to try, and one line per event. */

import { cutText } from "@proto-gen/runtime/json";
import { jsonOutput } from "../../../text/json-output.js";
import {
  composedLine,
  EMPTY_LINE,
  indented,
  line,
  startLine,
  type Line,
} from "../../../text/line.js";
import { exampleBody, type ExampleRequest } from "../../../mock/example-request.js";
import type { MockData } from "../../../mock/mock-data.js";
import type {
  AnsweredRequest,
  MockAddresses,
  MockEvent,
  SentMail,
  WebhookDelivery,
} from "../../../mock/messages.js";

export function gettingStartedLines(
  addresses: MockAddresses,
  example: ExampleRequest | undefined,
  data: MockData,
): Line[] {
  const { url, site, discovery, platform, tokenizer, mail, certificate, standIns } = addresses;
  // Buyers are always sent to https; with --https there is only that address.
  const https = site === url;
  return [
    line`The business is running, in memory and on this machine only. Press Ctrl-C to stop it.`,
    EMPTY_LINE,
    ...[
      line`address      ${url}`,
      line`discovery    ${discovery}`,
      line`status       ${url}/`,
      ...(https ? [] : [line`site         ${site}  where buyers are sent`]),
      line`platform     ${platform}`,
      ...(tokenizer === undefined ? [] : [line`tokenizer    ${tokenizer}`]),
      line`mail         ${mail}`,
      line`certificate  ${certificate}`,
    ].map((each) => indented(each)),
    EMPTY_LINE,
    ...(standIns.length === 0 ? [] : [...standIns.map(composedLine), EMPTY_LINE]),
    line`Browsers warn about the self-signed certificate: accept it, or have them trust that file. For Node:`,
    EMPTY_LINE,
    indented(line`NODE_EXTRA_CA_CERTS=${certificate} node ...`),
    EMPTY_LINE,
    line`Try:`,
    EMPTY_LINE,
    ...exampleLines(addresses, { example, data }, https ? ` --cacert ${certificate}` : "").map(
      (each) => indented(each),
    ),
  ];
}

/** A command that can be pasted into a POSIX shell. */
function exampleLines(
  addresses: MockAddresses,
  { example, data }: { readonly example: ExampleRequest | undefined; readonly data: MockData },
  trust: string,
): Line[] {
  const { endpoints, agentHeader, platform, discovery } = addresses;
  if (example === undefined || endpoints.rest === undefined)
    return [line`curl -s${trust} ${quoted(discovery)}`];
  const { path, headers } = example;
  const others = headers.filter((name) => name.toLowerCase() !== agentHeader.toLowerCase());
  return [
    line`curl -s${trust} ${quoted(endpoints.rest + path)} \\`,
    indented(line`-H ${quoted(`${agentHeader}: profile="${platform}"`)} \\`),
    // Their values do not matter.
    ...others.map((name) => indented(line`-H ${quoted(`${name}: first`)} \\`)),
    indented(
      line`-H 'Content-Type: application/json' -d ${quoted(jsonOutput(exampleBody(example, data)))}`,
    ),
  ];
}

/** Paths and header names come from documents of third parties: when pasted, they must not become commands. */
function quoted(text: string): string {
  return /^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The caller decides how long a path is; the line must stay readable. */
const MAX_LENGTH = 200;

/** `POST /proto/v1/carts create_cart 201 - 12 ms` */
export function eventLine(event: MockEvent): Line {
  if (event.kind === "answered") return requestLine(event);
  return event.kind === "webhook" ? webhookLine(event) : mailLine(event);
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

export function requestLine(request: AnsweredRequest): Line {
  const { path, operation = "-", status, milliseconds, issue } = request;
  const { outcome = "-", code = outcome } = request;
  const method = METHODS.find((each) => each === request.method) ?? "OTHER";
  const why = issue === undefined ? "" : `: ${shortened(issue)}`;
  return startLine(
    method,
    ` ${shortened(path)} ${operation} ${status} ${code} ${milliseconds} ms${why}`,
  );
}

function webhookLine({ order, host, became, status, code }: WebhookDelivery): Line {
  const why = [status, code].filter((each) => each !== undefined).map((each) => ` ${each}`);
  return line`webhook of ${order} to ${host} ${became}${why.join("")}`;
}

function mailLine({ to, subject }: SentMail): Line {
  return line`mail to ${shortened(to)}: ${shortened(subject)}`;
}

function shortened(text: string): string {
  return cutText(text, MAX_LENGTH, "...");
}
