/**
 * A registry on this machine: it has both packages as they are packed, and everything else from the registry that npm is configured
 * with. verdaccio would do the same, and needs Node 22 and several hundred packages for it.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

/** A package that is published there. */
export interface Published {
  /** Its directory, which has the package.json. */
  readonly directory: string;
  readonly archive: string;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** @param upstream the registry that has all other packages, with a slash at its end */
export async function openRegistry(
  packages: readonly Published[],
  upstream: string,
): Promise<Registry> {
  const answers = new Map<string, Promise<Answer>>();
  let url = "";
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.url ?? "/";
    const { accept = "*/*" } = request.headers;
    const key = `${accept} ${target}`;
    const answer = answers.get(key) ?? answerTo(target, accept);
    answers.set(key, answer);
    const { status, type, body } = await answer;
    response.writeHead(status, { "content-type": type, "content-length": body.length }).end(body);
  };
  const answerTo = async (target: string, accept: string): Promise<Answer> => {
    const own = packages.flatMap((each) => ownAnswer(each, url, target) ?? []).at(0);
    return own ?? fetched(new URL(target.slice(1), upstream), accept);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) =>
      response.writeHead(502).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function ownAnswer({ directory, archive }: Published, url: string, target: string) {
  const file = path.basename(archive);
  if (target === `/-/${file}`)
    return { status: 200, type: "application/octet-stream", body: readFileSync(archive) };
  const text = readFileSync(path.join(directory, "package.json"), "utf8");
  const manifest = JSON.parse(text) as { readonly name: string; readonly version: string };
  const { name, version } = manifest;
  if (decodeURIComponent(target) !== `/${name}`) return undefined;
  const digest = (algorithm: string, encoding: "hex" | "base64"): string =>
    createHash(algorithm).update(readFileSync(archive)).digest(encoding);
  const dist = {
    tarball: `${url}-/${file}`,
    shasum: digest("sha1", "hex"),
    integrity: `sha512-${digest("sha512", "base64")}`,
  };
  const packument = {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist } },
    time: { [version]: "2026-01-01T00:00:00.000Z" },
  };
  return { status: 200, type: "application/json", body: Buffer.from(JSON.stringify(packument)) };
}

async function fetched(url: URL, accept: string): Promise<Answer> {
  const response = await fetch(url, { headers: { accept } });
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "application/octet-stream",
    body: Buffer.from(await response.arrayBuffer()),
  };
}
