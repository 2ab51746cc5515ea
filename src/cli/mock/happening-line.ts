/**
 * What happens, in one line each: `POST /proto/v1/carts create_cart 201 - 12 ms`. In: what the process that serves
 * says. Out: printable text.
 */

import { oneLine } from "../table.js";
import type { Answered, Delivered, Happening, Mailed } from "./messages.js";

/** Whoever calls says how long a path is. */
const LONGEST = 200;

export function happeningLine(happening: Happening): string {
  if (happening.kind === "answered") return requestLine(happening);
  return oneLine(happening.kind === "webhook" ? webhookText(happening) : mailText(happening));
}

export function requestLine(answered: Answered): string {
  const { method, path, operation = "-", status, milliseconds, issue } = answered;
  const { outcome = "-", code = outcome } = answered;
  const why = issue === undefined ? "" : `: ${shortened(issue)}`;
  return oneLine(
    `${method} ${shortened(path)} ${operation} ${status} ${code} ${milliseconds} ms${why}`,
  );
}

function webhookText({ order, host, became, status, code }: Delivered): string {
  const why = [status, code].filter((each) => each !== undefined).map((each) => ` ${each}`);
  return `webhook of ${order} to ${host} ${became}${why.join("")}`;
}

function mailText({ to, subject }: Mailed): string {
  return `mail to ${shortened(to)}: ${shortened(subject)}`;
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
