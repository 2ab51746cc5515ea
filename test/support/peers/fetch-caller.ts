/** openapi-fetch as a platform. It keeps its calls as source, to be compiled against the types of a document. */

import createClient, { type Client } from "openapi-fetch";
import {
  headersOf,
  restAnswer,
  type Call,
  type Caller,
  type CallerOptions,
} from "./release-caller.js";

export interface FetchCaller extends Caller {
  /** A statement for each call. */
  readonly statements: readonly string[];
}

/** Any path with any method: the types of a release are those of its statements. */
type AnyPaths = Readonly<Record<string, Record<"get" | "put" | "post", object>>>;

export function openFetch(options: CallerOptions): Promise<FetchCaller> {
  const { documents, endpoint } = options;
  const client: Client<AnyPaths> = createClient<AnyPaths>({ baseUrl: endpoint });
  const statements: string[] = [];
  return Promise.resolve({
    statements,
    async call(call) {
      const { method, path } = documents.rest(call.operation);
      const init = initOf(options, call);
      statements.push(`await client.${method}(${JSON.stringify(path)}, ${JSON.stringify(init)});`);
      const { data, error, response } = await client.request(
        method.toLowerCase() as "post",
        path,
        init as never,
      );
      const body = (data ?? error) as unknown;
      return restAnswer(documents, call.operation, { status: response.status, body });
    },
    close: () => Promise.resolve(),
  });
}

function initOf(options: CallerOptions, call: Call): object {
  const { id, payload, operation } = call;
  const declared = options.documents.rest(operation).headers;
  const all = Object.entries(headersOf(options, call));
  const isDeclared = ([name]: readonly [string, string]): boolean => declared.includes(name);
  const header = Object.fromEntries(all.filter(isDeclared));
  const headers = Object.fromEntries(all.filter((each) => !isDeclared(each)));
  const params = { header, ...(id === undefined ? {} : { path: { id } }) };
  return { params, headers, ...(payload === undefined ? {} : { body: payload }) };
}
