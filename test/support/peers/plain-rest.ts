/** The operations of a plain business over REST. */

import type { PlainContext, PlainFailure, PlainRequest } from "./plain-business.js";
import { completesWithInstrument, missingHeader, payloadProblem } from "./plain-rules.js";
import type { Body } from "./release-requests.js";

export const OPERATIONS = [
  ...["create_checkout", "get_checkout", "update_checkout"],
  ...["complete_checkout", "cancel_checkout"],
];

export function answerRest(request: PlainRequest, context: PlainContext): PlainFailure {
  const { documents, shop, answers, refused } = context;
  const operation = OPERATIONS.find((each) => isCalled(request, context, each));
  if (operation === undefined) return { status: 404, body: { detail: "Not Found" } };
  const problem = problemOf(request, context, operation);
  if (problem !== undefined) {
    refused.push(`${operation}: ${problem}`);
    return { status: 400, body: { code: "bad_request", content: problem } };
  }
  const failure = context.failure();
  if (failure !== undefined) return failure;
  const id = request.path.split("/")[2];
  const body = shop.perform({ operation, id, payload: request.body as Body | undefined });
  if (body === undefined) return { status: 404, body: { detail: "No such checkout" } };
  const { status, answers: schemas } = documents.rest(operation);
  answers.push({ operation, status, body, schema: schemas.get(status) });
  return { status, body };
}

function isCalled({ method, path }: PlainRequest, { documents }: PlainContext, operation: string) {
  const route = documents.rest(operation);
  const pattern = new RegExp(`^${route.path.replace("{id}", "[^/]+")}$`);
  return method === route.method && pattern.test(path);
}

function problemOf(
  { headers, body }: PlainRequest,
  { documents }: PlainContext,
  operation: string,
): string | undefined {
  const { headers: required } = documents.rest(operation);
  const header = missingHeader(required, headers);
  if (header !== undefined) return `the header ${header} is missing`;
  const takesPayload = !["get_checkout", "cancel_checkout"].includes(operation);
  if (!takesPayload) return undefined;
  if (operation === "complete_checkout" && completesWithInstrument(documents))
    return "payment_data" in (body as object) ? undefined : "payment_data is missing";
  return payloadProblem(documents, operation, body as Body | undefined);
}
