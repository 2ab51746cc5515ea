/** What the tests of facts share: a mock of a release with facts given, and the host of platforms' profiles. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openMock, type OpenMock } from "./mock-process.js";
import type { Release } from "./published.js";

const flagsOf = (values: readonly string[]): string[] => values.flatMap((each) => ["--fact", each]);

export async function openWithFacts(
  { profile, schemas }: Release,
  facts: readonly string[],
): Promise<OpenMock> {
  const roots = schemas.flatMap(({ directory, prefix = "" }) => [
    ...["--schemas", `${directory}=${prefix}`],
  ]);
  return openMock("--profile", profile, ...roots, ...flagsOf(facts));
}

export interface ProfileHost {
  readonly base: string;
  close(): void;
}

/** @param documents by path */
export async function hostOf(documents: Readonly<Record<string, object>>): Promise<ProfileHost> {
  const server: Server = createServer(({ url = "" }, response) => {
    const found = documents[url];
    response.writeHead(found === undefined ? 404 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(found ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { base, close: () => void server.close() };
}
