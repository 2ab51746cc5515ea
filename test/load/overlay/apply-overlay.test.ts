/** Actions on documents, as the OpenAPI Overlay Specification 1.0 says (§4.3.3, Action Object). */

import { describe, expect, it } from "vitest";
import { ProtoGenError } from "../../../src/errors.js";
import { locateSource } from "../../../src/load/document.js";
import { changesIn } from "../../../src/load/overlay/changes.js";
import { changedTo, documentOf, overlaid } from "../../support/overlays.js";

async function refusal(run: Promise<unknown>) {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProtoGenError);
  const [first] = (error as ProtoGenError).diagnostics;
  return {
    code: first?.code,
    message: first?.message,
    line: first?.place?.line,
    hint: first?.hint,
  };
}

describe("update", () => {
  it("merges objects member by member, and replaces other values", async () => {
    const root = { a: { kept: 1, old: "x", deep: { kept: true } } };
    const update = { old: "y", deep: { more: [1] }, added: null };
    expect(await changedTo(root, [{ target: "$.a", update }])).toEqual({
      a: { kept: 1, old: "y", deep: { kept: true, more: [1] }, added: null },
    });
  });

  it("replaces a value of another type", async () => {
    const root = { a: { one: [1], two: { x: 1 }, three: "x" } };
    const update = { one: { y: 1 }, two: [2], three: { z: 1 } };
    expect(await changedTo(root, [{ target: "$.a", update }])).toEqual({ a: update });
  });

  it("appends to an array that the target selects, also an array", async () => {
    expect(await changedTo({ a: [1] }, [{ target: "$.a", update: 2 }])).toEqual({ a: [1, 2] });
    expect(await changedTo({ a: [1] }, [{ target: "$.a", update: [2, 3] }])).toEqual({
      a: [1, [2, 3]],
    });
  });

  it("appends the items of an array to that of the same name", async () => {
    const update = { required: ["total"] };
    expect(await changedTo({ required: ["id"] }, [{ target: "$", update }])).toEqual({
      required: ["id", "total"],
    });
  });

  it("changes every place that the target selects, each with a value of its own", async () => {
    const root = { a: { x: {} }, b: { x: {} } };
    const changed = (await changedTo(root, [{ target: "$..x", update: { y: {} } }])) as {
      a: { x: { y: object } };
      b: { x: { y: object } };
    };
    expect(changed).toEqual({ a: { x: { y: {} } }, b: { x: { y: {} } } });
    expect(changed.a.x.y).not.toBe(changed.b.x.y);
  });

  it("adds a member that is called __proto__ to its object alone", async () => {
    const update = JSON.parse('{ "__proto__": { "polluted": true } }') as object;
    const changed = await changedTo({ a: {} }, [{ target: "$.a", update }]);
    expect(JSON.stringify(changed)).toBe('{"a":{"__proto__":{"polluted":true}}}');
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
  });

  it("of something else than an object or array is refused", async () => {
    expect(await refusal(overlaid({ a: "x" }, [{ target: "$.a", update: "y" }]))).toEqual({
      code: "OVERLAY_INVALID",
      message: "target must select objects or arrays, and /a is neither",
      line: 6,
      hint: "select the object that contains it, and update that",
    });
  });

  it("of several places names the one that is neither, also where the action has replaced it", async () => {
    const target = "$..a";
    const texts = overlaid({ b: { a: {} }, "c/d": { a: "x" } }, [{ target, update: {} }]);
    expect((await refusal(texts)).message).toContain("and /c~1d/a is neither");
    const replaced = overlaid({ a: { a: {} } }, [{ target, update: { a: "x" } }]);
    expect((await refusal(replaced)).message).toContain("and /a/a is neither");
  });

  it("of an object with something else is refused", async () => {
    expect(await refusal(overlaid({ a: {} }, [{ target: "$.a", update: ["y"] }]))).toMatchObject({
      code: "OVERLAY_INVALID",
      message: "target selects an object, so that update must be one, too",
    });
  });
});

describe("remove", () => {
  it("removes members of objects, whatever they are", async () => {
    const root = { a: { x: 1, y: {} }, b: 2 };
    const actions = [
      { target: "$.a['x', 'y']", remove: true },
      { target: "$.b", remove: true },
    ];
    expect(await changedTo(root, actions)).toEqual({ a: {} });
  });

  it("counts alone beside an update, which has no impact there", async () => {
    const action = { target: "$.a", remove: true, update: { y: 1 } };
    expect(await changedTo({ a: { x: 1 }, b: 2 }, [action])).toEqual({ b: 2 });
  });

  it("removes items of an array all at once", async () => {
    const root = { a: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }] };
    expect(await changedTo(root, [{ target: "$.a[?@.n < 3]", remove: true }])).toEqual({
      a: [{ n: 3 }, { n: 4 }],
    });
  });

  it("removes what is in something that it removes, too", async () => {
    const root = { x: { x: { y: 1 } }, z: 1 };
    expect(await changedTo(root, [{ target: "$..x", remove: true }])).toEqual({ z: 1 });
  });

  it("of the whole document is refused", async () => {
    expect(await refusal(overlaid({ a: 1 }, [{ target: "$", remove: true }]))).toMatchObject({
      code: "OVERLAY_INVALID",
      line: 6,
    });
  });
});

describe("actions", () => {
  it("run in order, those of the first overlay first, each on what the one before has left", async () => {
    const root = { a: { x: 1 } };
    const first = [
      { target: "$.a", remove: true },
      { target: "$", update: { a: { y: 2 } } },
    ];
    const second = [{ target: "$.a[?@ == 2]", remove: true }];
    expect(await changedTo(root, first, second)).toEqual({ a: {} });
  });

  it("leave the document as it was, and freeze what they make", async () => {
    const { document, changed } = await overlaid({ a: { b: {} } }, [
      { target: "$.a.b", update: { c: { d: 1 } } },
    ]);
    expect(document.root).toEqual({ a: { b: {} } });
    const { a } = changed.root as { a: { b: { c: object } } };
    for (const each of [changed, changed.root, a, a.b, a.b.c])
      expect(Object.isFrozen(each)).toBe(true);
    expect(changed.sha256).toBe(document.sha256);
  });

  it("that select nothing are an error with the nearest path that is there", async () => {
    const root = { $defs: { checkout: {} } };
    const run = overlaid(root, [{ target: "$['$defs'].chekout.x", remove: true }]);
    expect(await refusal(run)).toEqual({
      code: "OVERLAY_NO_MATCH",
      message: "$['$defs'].chekout.x selects nothing in checkout.json",
      line: 6,
      hint: "the document has $['$defs']; did you mean $['$defs']['checkout']['x']?",
    });
  });
});

describe("a place in a changed document", () => {
  const root = { a: { list: [{ n: 1 }, { n: 2 }, { n: 3 }] }, z: { kept: true } };
  const actions = [
    { target: "$.a.list[?@.n == 1]", remove: true },
    { target: "$.a.list", update: { n: 4 } },
    { target: "$.a.list[?@.n == 4]", update: { more: { deep: [1] } } },
    { target: "$.z", update: { added: "x" } },
  ];

  it("is in the overlay for what that brought, and else in the document's own text", async () => {
    const { changed, files } = await overlaid(root, actions);
    const at = (pointer: string): string => {
      const { file, line, pointer: written } = locateSource(changed, pointer);
      return `${file === files[0] ? "overlay" : file}:${line} ${written}`;
    };
    // The items have moved up by one.
    expect(at("/a/list/0")).toBe("checkout.json:7 /a/list/1");
    expect(at("/a/list/1/n")).toBe("checkout.json:11 /a/list/2/n");
    expect(at("/a/list/2")).toBe("overlay:7 /actions/1/update");
    expect(at("/a/list/2/n")).toBe("overlay:7 /actions/1/update/n");
    expect(at("/a/list/2/more/deep/0")).toBe("overlay:8 /actions/2/update/more/deep/0");
    expect(at("/z")).toBe("checkout.json:15 /z");
    expect(at("/z/added")).toBe("overlay:9 /actions/3/update/added");
    expect(at("/z/kept")).toBe("checkout.json:16 /z/kept");
    // Nothing is there: the nearest is what the text has.
    expect(at("/a/none")).toMatch(/^checkout\.json:/);
  });

  it("tells which actions changed it, or something in it", async () => {
    const { changed } = await overlaid(root, actions);
    const lines = (pointer: string) => changesIn(changed, pointer).map(({ line }) => line);
    expect(lines("/z")).toEqual([9]);
    expect(lines("/z/kept")).toEqual([]);
    expect(lines("/z/added")).toEqual([9]);
    expect(lines("/a")).toEqual([6, 7, 8]);
    expect(lines("/a/list/0")).toEqual([]);
    expect(lines("/a/list/2")).toEqual([7, 8]);
    expect(changesIn(documentOf(root), "/a")).toEqual([]);
  });
});

describe("the work of overlays", () => {
  it("is bounded by what targets visit", async () => {
    const items = Array.from({ length: 8000 }, (_, n) => ({ n }));
    const run = overlaid({ items }, [{ target: "$..[?@..n]", remove: true }]);
    expect(await refusal(run)).toMatchObject({ code: "LOAD_TOO_LARGE", line: 6 });
  });

  it("is bounded by what patterns are tried on", async () => {
    const root = { text: "a".repeat(10_000), items: Array.from({ length: 7000 }, () => 0) };
    const target = "$..[?search($.text, 'a*b')]";
    const run = overlaid(root, [{ target, remove: true }]);
    expect(await refusal(run)).toMatchObject({ code: "LOAD_TOO_LARGE", line: 6 });
  });

  it("is bounded by the levels of what targets visit", async () => {
    let root: object = { items: Array.from({ length: 200_000 }, () => 0) };
    for (let level = 0; level < 500; level++) root = { a: root };
    const run = overlaid(root, [{ target: "$..x", remove: true }]);
    expect(await refusal(run)).toMatchObject({ code: "LOAD_TOO_LARGE", line: 6 });
  });

  it("is bounded by what actions bring, at all places together", async () => {
    const items = Array.from({ length: 2000 }, () => ({}));
    const update = { list: Array.from({ length: 150 }, () => 0) };
    const run = overlaid({ items }, [{ target: "$.items[*]", update }]);
    expect(await refusal(run)).toMatchObject({ code: "LOAD_TOO_LARGE", line: 6 });
  });

  it("never makes a document deeper than one that is read", async () => {
    const nested = (levels: number): object =>
      levels === 0 ? {} : { a: nested(levels - 1), end: {} };
    const update = nested(300);
    const target = `$${".a".repeat(300)}`;
    const run = overlaid({ a: nested(299) }, [{ target, update }]);
    expect(await refusal(run)).toMatchObject({ code: "LOAD_TOO_LARGE", line: 6 });
    expect(await changedTo({}, [{ target: "$", update }])).toEqual(update);
  });

  it("changes thousands of places of one array in little time", async () => {
    const items = Array.from({ length: 60_000 }, (_, n) => ({ n }));
    const actions = [
      { target: "$.items[*]", update: { seen: true } },
      { target: "$.items[?@.n > 0]", remove: true },
    ];
    expect(await changedTo({ items }, actions)).toEqual({ items: [{ n: 0, seen: true }] });
  }, 20_000);
});
