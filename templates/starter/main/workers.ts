/** A worker: every runtime that takes `{ fetch }` runs it. What is in memory is lost with its isolate. */

import { webFetch, webPost } from "@proto-gen/runtime/profile";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { openBusiness, type Business } from "./business.js";

interface Environment {
  /** The public address. */
  readonly BASE_URL?: string;
}

let opened: Promise<Business> | undefined;

function businessAt(url: string, development: boolean): Promise<Business> {
  opened ??= openBusiness({
    ...{ url, storage: createMemoryStorage(), development },
    fetch: webFetch({ development }),
    post: webPost({ development }),
  });
  return opened;
}

/** Says in the log why the business cannot open: most often, BASE_URL is not what it must be. */
function unopened(error: unknown): Response {
  opened = undefined;
  console.error(error instanceof TypeError ? error.message : error);
  return Response.json(
    { code: "internal_error", content: "The business is not open." },
    { status: 500 },
  );
}

const worker = {
  async fetch(request: Request, { BASE_URL: base }: Environment): Promise<Response> {
    const business = businessAt(base ?? new URL(request.url).origin, base === undefined);
    return business.then((each) => each.fetch(request), unopened);
  },
  /**
   * Events, expiry and releases, once a minute: see wrangler.json. Without BASE_URL, the first request says where the business
   * is. `wrangler dev` calls this when asked: `curl localhost:8787/cdn-cgi/local/scheduled`.
   */
  async scheduled(_event: unknown, { BASE_URL: base }: Environment): Promise<void> {
    const business = base === undefined ? opened : businessAt(base, false);
    await business?.then((each) => each.sweep(), unopened);
  },
};
export default worker;
