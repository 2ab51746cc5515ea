/** curl as a platform: a process for each request. */

import { execFile } from "node:child_process";
import { headersOf, restAnswer, type Caller, type CallerOptions } from "./release-caller.js";

export function openCurl(options: CallerOptions): Promise<Caller> {
  const { documents, endpoint } = options;
  return Promise.resolve({
    async call(call) {
      const { operation, id = "", payload } = call;
      const { method, path } = documents.rest(operation);
      const url = endpoint + path.replace("{id}", encodeURIComponent(id));
      const body = payload === undefined ? [] : bodyArguments(payload);
      const headers = Object.entries(headersOf(options, call));
      const args = headers.flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
      const text = await curl(["--request", method, ...args, ...body, url]);
      const [, content = "", status] = /^([^]*)\n(\d+)$/.exec(text) ?? [];
      return restAnswer(documents, operation, {
        status: Number(status),
        body: JSON.parse(content) as unknown,
      });
    },
    close: () => Promise.resolve(),
  });
}

function bodyArguments(payload: object): string[] {
  return ["--header", "Content-Type: application/json", "--data-raw", JSON.stringify(payload)];
}

/** @returns the body, and the status on a line of its own */
function curl(args: readonly string[]): Promise<string> {
  const all = ["--silent", "--show-error", "--write-out", "\n%{http_code}", ...args];
  return new Promise((resolve, reject) => {
    execFile("curl", all, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(error);
    });
  });
}
