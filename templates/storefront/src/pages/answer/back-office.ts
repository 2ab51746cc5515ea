/**
 * The routes of the back office: `POST /back-office/orders/{id}/ship`, `deliver` and `adjust`, and `POST /back-office/checkouts/{id}/review` and
 * `expire`. They take JSON from programs, and the forms of the status page.
 */

import { ProtocolError } from "@proto-gen/runtime/error";
import { readJsonBody, type Answer, type ServerRequest } from "@proto-gen/runtime/server";
import type { BackOffice } from "../../backstage/back-office.js";
import { decoded } from "../buyer/paths.js";
import { readForm } from "../buyer/read-form.js";
import { notAllowed, seeOther, textAnswer } from "./answers.js";
import { isSameOrigin } from "./same-origin.js";

const ROUTE = /^\/back-office\/(orders|checkouts)\/([^/]+)\/([a-z]+)$/;
const LIMITS = { maxBytes: 32_768, timeoutMs: 10_000 };

type Act = (office: BackOffice, id: string, body: Body) => Promise<object>;

const ACTS: Readonly<Record<string, Act>> = {
  "orders/ship": (office, id, body) => office.ship(id, sentIn(body)),
  "orders/deliver": (office, id, body) => office.deliver(id, sentIn(body)),
  "orders/adjust": (office, id, body) => office.adjust(id, adjustedIn(body)),
  "checkouts/review": (office, id) => office.review(id),
  "checkouts/expire": (office, id) => office.expire(id),
};

/** The acts that the path names; undefined for a path that names none. */
export function backOfficeAct(path: string): ((sent: Call) => Promise<Answer>) | undefined {
  const [, kind, id = "", name] = ROUTE.exec(path) ?? [];
  const act = ACTS[`${kind}/${name}`];
  return act && ((call) => answer(act, decoded(id), call));
}

interface Call {
  readonly office: BackOffice;
  readonly request: ServerRequest;
  readonly origin: string | undefined;
}

async function answer(act: Act, id: string, { office, request, origin }: Call): Promise<Answer> {
  if (request.method !== "POST") return notAllowed("POST");
  const { headers } = request;
  const type = headers.get("content-type") ?? "";
  const isForm = type.startsWith("application/x-www-form-urlencoded");
  // Programs are no browsers, and pages of somebody else have no business here.
  const isFromPage =
    isForm || ["origin", "sec-fetch-site"].some((name) => headers.get(name) !== null);
  if (isFromPage && !isSameOrigin(request, origin)) throw new ProtocolError("forbidden");
  if (isForm) {
    await readForm(request);
    await act(office, id, {});
    return seeOther("/");
  }
  if (type !== "" && !/^application\/json\b/i.test(type))
    throw new ProtocolError("unsupported_media_type");
  const { value: body } = await readJsonBody(request, "optional", LIMITS);
  if (body !== undefined && (typeof body !== "object" || body === null || Array.isArray(body)))
    throw new ProtocolError("invalid_request", { content: "The body must be an object." });
  const result = await act(office, id, (body ?? {}) as Body);
  return textAnswer(200, "application/json", `${JSON.stringify(result)}\n`);
}

type Body = Readonly<Record<string, unknown>>;

function sentIn(body: Body): Parameters<BackOffice["ship"]>[1] {
  return {
    lines: linesIn(body),
    carrier: textIn(body, "carrier"),
    trackingNumber: textIn(body, "tracking_number"),
    trackingUrl: textIn(body, "tracking_url"),
    description: textIn(body, "description"),
  };
}

function adjustedIn(body: Body): Parameters<BackOffice["adjust"]>[1] {
  const { amount, status } = body;
  if (amount !== undefined && (!Number.isSafeInteger(amount) || (amount as number) < 0))
    throw wrong("amount", "a whole number of minor units");
  if (status !== undefined && !["pending", "completed", "failed"].includes(status as string))
    throw wrong("status", "pending, completed or failed");
  return {
    type: textIn(body, "type"),
    status: status as "pending" | undefined,
    amount: amount as number | undefined,
    lines: linesIn(body),
    description: textIn(body, "description"),
  };
}

function linesIn({ line_items: lines }: Body): readonly Line[] | undefined {
  if (lines === undefined) return undefined;
  if (!Array.isArray(lines) || !lines.every(isLine))
    throw wrong("line_items", "a list of lines with id and quantity");
  return lines;
}

interface Line {
  readonly id: string;
  readonly quantity: number;
}

function isLine(value: unknown): value is Line {
  const { id, quantity } = (value ?? {}) as { readonly [Name in keyof Line]?: unknown };
  return typeof id === "string" && Number.isSafeInteger(quantity);
}

function textIn(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || (typeof value === "string" && value !== "")) return value as string;
  throw wrong(name, "a text");
}

function wrong(name: string, expected: string): ProtocolError {
  return new ProtocolError("invalid_request", { content: `${name} must be ${expected}.` });
}
