/** All hosts of a test behind one port of this machine, over TLS: each URL has an answer, or leads to a server over http. */

import { createServer as createTlsServer } from "node:https";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";

/** A document, a redirect to a URL, or the base of an http server that answers. */
export type Answer =
  { readonly json: unknown } | { readonly redirect: string } | { readonly forward: string };

export interface Front {
  readonly port: number;
  /** In PEM. */
  readonly certificate: string;
  /** Of each request, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** @param answerTo the answer of a URL; undefined for a 404 */
export async function openFront(
  hosts: readonly string[],
  answerTo: (url: string) => Answer | undefined,
): Promise<Front> {
  const { key, cert } = await certificateFor(hosts);
  const asked: string[] = [];
  const server = createTlsServer({ key, cert }, (request, response) => {
    const url = `https://${request.headers.host ?? ""}${request.url ?? ""}`;
    asked.push(url);
    send(answerTo(url), request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    certificate: cert,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function certificateFor(
  hosts: readonly string[],
): Promise<{ readonly key: string; readonly cert: string }> {
  const altNames = hosts.map((value) => ({ type: 2 as const, value }));
  const { private: key, cert } = await generate([{ name: "commonName", value: "test" }], {
    keyType: "ec",
    notAfterDate: new Date(Date.now() + 24 * 60 * 60 * 1000),
    extensions: [{ name: "subjectAltName", altNames }],
  });
  return { key, cert };
}

function send(
  answer: Answer | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (answer === undefined) return void response.writeHead(404).end();
  if ("redirect" in answer)
    return void response.writeHead(301, { Location: answer.redirect }).end();
  if ("forward" in answer) return forward(answer.forward, request, response);
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer.json));
}

function forward(to: string, request: IncomingMessage, response: ServerResponse): void {
  const { host } = new URL(to);
  const headers = { ...request.headers, host };
  const outgoing = httpRequest(to, { method: request.method ?? "GET", headers }, (incoming) => {
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    incoming.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  request.pipe(outgoing);
}
