/** The messages of `proto-gen tokenizer`: where it listens, a call to try, and one line for each request. */

import { EMPTY_LINE, indented, line, type Line } from "../../../text/line.js";
import { requestLine as answeredLine } from "../mock/text.js";
import type { OpenedReport, RequestReport } from "./report.js";

export function openedLines({ url, participant, bearer, policy, ttl }: OpenedReport): Line[] {
  const uses = policy === "single_use" ? "one use, within" : "any number of uses, for";
  const credential =
    '{"type":"card","card_number_type":"fpan","number":"4111111111111111","expiry_month":12,"expiry_year":2030,"cvc":"123"}';
  const binding = `{"checkout_id":"checkout_1","identity":{"access_token":"${participant}"}}`;
  return [
    line`The tokenizer is running, in memory and on this machine only. Press Ctrl-C to stop it.`,
    EMPTY_LINE,
    ...[
      line`address      ${url}`,
      line`participant  ${participant}  names the business in a binding`,
      line`bearer       ${bearer}  with which the business detokenizes`,
      line`tokens       for ${uses} ${ttl} minutes`,
    ].map((each) => indented(each)),
    EMPTY_LINE,
    line`Try:`,
    EMPTY_LINE,
    indented(line`curl -s ${url}/tokenize -H 'Content-Type: application/json' \\`),
    indented(indented(line`-d '{"credential":${credential},"binding":${binding}}'`)),
    EMPTY_LINE,
  ];
}

export function requestLine(report: RequestReport): Line {
  return answeredLine(report);
}
