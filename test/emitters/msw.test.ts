/** The handlers of real releases compile, and answer every operation over REST with what its response is, as ajv judges. */

import { getResponse, type HttpHandler } from "msw";
import { beforeAll, describe, expect, it } from "vitest";
import { msw, pathPattern } from "../../templates/emitters/msw/emit-msw.js";
import {
  ajvVerdicts,
  emitRelease,
  emitterReleases,
  importModule,
  problemsBelow,
  type EmittedRelease,
} from "../support/emitters.js";
import { sized } from "../support/sizes.js";

interface HandlersModule {
  handlers(baseUrl?: string): HttpHandler[];
}

const LEAST_ANSWERS = sized({ quick: 1, full: 3 });
const ORIGIN = "https://shop.example.com/api";

describe.each(emitterReleases)("MSW handlers of $name", (release) => {
  let emitted: EmittedRelease;

  beforeAll(async () => {
    emitted = await emitRelease("emitter-msw", release, [msw()]);
  });

  it("compile under every strict option", () => {
    const { judged, problems } = problemsBelow(emitted, "msw");
    expect(problems).toEqual([]);
    expect(judged).toBeGreaterThan(0);
  });

  it("answer every operation with its status and an example of its response", async () => {
    const { model } = emitted;
    const verdictOf = ajvVerdicts(model);
    let answered = 0;
    for (const { module, operations } of model.services) {
      const bound = operations.filter(({ rest }) => rest !== undefined);
      if (bound.length === 0) continue;
      const { handlers } = await importModule<HandlersModule>(emitted, `msw/${module}`);
      const all = handlers(ORIGIN);
      expect(all).toHaveLength(bound.length);
      for (const { rest, response } of bound) {
        const url = ORIGIN + rest!.path.replaceAll(/\{[^}]*\}/g, "id_1");
        const request = new Request(url, { method: rest!.method.toUpperCase() });
        const answer = await getResponse(all, request);
        expect(answer?.status, url).toBe(rest!.success);
        answered++;
        if (response === undefined) expect(answer?.body).toBeNull();
        else {
          const body: unknown = await answer?.json();
          if (model.hasType(response)) expect(verdictOf(model.typeOf(response))(body)).toBe(true);
        }
      }
    }
    expect(answered).toBeGreaterThan(LEAST_ANSWERS);
  });
});

describe("a path of an operation", () => {
  it.each([
    ["/carts/{id}", "/carts/:id"],
    ["/carts/{cart-id}/items/{item id}", "/carts/:parameter1/items/:parameter2"],
    ["/carts/{id}x", "/carts/:id([^/]+?)x"],
    ["/a:b/(c)?", "/a\\:b/\\(c\\)\\?"],
    ["/a b/%20", "/a%20b/%20"],
    ["/{", "/%7B"],
  ])("%s is %s", (path, pattern) => {
    expect(pathPattern(path)).toBe(pattern);
  });
});
