/** A certificate for `localhost` that nobody but the test trusts. */

import { generate } from "selfsigned";

export async function localhostCertificate(): Promise<{
  readonly key: string;
  readonly cert: string;
}> {
  const altNames = [{ type: 2 as const, value: "localhost" }];
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames }],
  });
  return { key, cert };
}
