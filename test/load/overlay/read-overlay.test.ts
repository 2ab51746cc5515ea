/** Overlay documents are read strictly: each mistake has its line. */

import { describe, expect, it } from "vitest";
import { ProtoGenError } from "../../../src/errors.js";
import { readOverlay } from "../../../src/load/overlay/read-overlay.js";
import { put, temporaryDirectory } from "../../write/temporary.js";

const OVERLAY = {
  overlay: "1.0.0",
  info: { title: "A correction", version: "1" },
  extends: "https://example.com/schemas/checkout.json",
  actions: [{ target: "$", update: {} }],
};

function read(content: unknown) {
  const directory = temporaryDirectory();
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
  put(directory, "overlay.json", text);
  return readOverlay(`${directory}/overlay.json`);
}

/** `CODE message pointer`, of each. */
function problems(content: unknown): readonly string[] {
  try {
    read(content);
  } catch (error) {
    expect(error).toBeInstanceOf(ProtoGenError);
    return (error as ProtoGenError).diagnostics.map(({ code, message, place }) => {
      expect(place?.line).toBeGreaterThan(0);
      return `${code} ${message} ${place?.pointer ?? ""}`;
    });
  }
  return [];
}

const action = (members: object) => ({ ...OVERLAY, actions: [members] });

describe("an overlay", () => {
  it("has the members of the format, and extensions", () => {
    const given = {
      ...OVERLAY,
      "x-owner": "me",
      info: { ...OVERLAY.info, "x-ticket": 1 },
      actions: [{ target: "$.a", description: "why", remove: true, "x-seen": "2026-11-20" }],
    };
    const { target, actions } = read(given);
    expect(target).toEqual({ url: "https://example.com/schemas/checkout.json" });
    expect(actions).toMatchObject([{ pointer: "/actions/0", target: "$.a", update: undefined }]);
  });

  it("may name a file, from its own place", () => {
    expect(read({ ...OVERLAY, extends: "../my%20shop/profile.json" }).target).toEqual({
      file: expect.stringMatching(/\/my shop\/profile\.json$/),
      realFile: expect.stringMatching(/\/my shop\/profile\.json$/),
    });
  });

  it.each([
    ["a list", [], ["OVERLAY_INVALID an overlay must be an object "]],
    [
      "of a later version",
      { ...OVERLAY, overlay: "1.1.0" },
      ["OVERLAY_INVALID overlay must be the version of the format: 1.0.0 /overlay"],
    ],
    ["without info", { ...OVERLAY, info: undefined }, ["OVERLAY_INVALID info must be an object "]],
    [
      "with half of its info",
      { ...OVERLAY, info: { title: 1 } },
      [
        "OVERLAY_INVALID info.title must be a string /info/title",
        "OVERLAY_INVALID info.version must be a string /info",
      ],
    ],
    [
      "without extends",
      { ...OVERLAY, extends: undefined },
      [
        "OVERLAY_INVALID extends is missing: a run reads many documents, and this says which one to change ",
      ],
    ],
    [
      "that extends a part",
      { ...OVERLAY, extends: "https://example.com/a.json#/x" },
      ["OVERLAY_INVALID extends must be the URL of one document, without # /extends"],
    ],
    [
      "that extends no URL",
      { ...OVERLAY, extends: "https:example.com/a.json" },
      ["OVERLAY_INVALID https:example.com/a.json is not a URL /extends"],
    ],
    [
      "without actions",
      { ...OVERLAY, actions: [] },
      ["OVERLAY_INVALID actions must be a list of at least one /actions"],
    ],
    [
      "with a text for an action",
      action("x" as never),
      ["OVERLAY_INVALID an action must be an object /actions/0"],
    ],
    [
      "with a misspelt member",
      { ...OVERLAY, action: [] },
      ["OVERLAY_INVALID action is not a known member /action"],
    ],
    [
      "with an action without a target",
      action({ update: {} }),
      ["OVERLAY_INVALID target must be a JSONPath: $.paths['/carts'].get /actions/0"],
    ],
    [
      "with an action that does nothing",
      action({ target: "$.a", remove: false }),
      ["OVERLAY_INVALID an action has neither update nor remove: true /actions/0"],
    ],
    [
      "with wrong types in an action",
      action({ target: "$.a", remove: "yes", description: 1, copy: "$.b" }),
      [
        "OVERLAY_INVALID copy is not a known member /actions/0/copy",
        "OVERLAY_INVALID description must be a string /actions/0/description",
        "OVERLAY_INVALID remove must be true or false /actions/0/remove",
      ],
    ],
    [
      "with a target of more characters than are looked at",
      action({ target: `$.${"a".repeat(1000)}`, update: {} }),
      [
        "OVERLAY_INVALID target has more than 1000 characters, which is the limit /actions/0/target",
      ],
    ],
  ])("%s is refused", (_, content, expected) => {
    expect(problems(content)).toEqual(expected);
  });

  it("with a target that is no path says what is wrong with it", () => {
    expect(problems(action({ target: "/paths", update: {} })).join()).toMatch(
      /^OVERLAY_INVALID target is not a JSONPath \(RFC 9535\): .* \/actions\/0\/target$/,
    );
  });

  it("is strict JSON", () => {
    expect(problems("{ 'overlay': 1 }").join()).toMatch(/^JSON_SYNTAX /);
    expect(problems('{ "overlay": 1, "overlay": 2 }').join()).toMatch(/^JSON_DUPLICATE_KEY /);
  });

  it("has no more actions than the limit", () => {
    const actions = Array.from({ length: 1001 }, () => ({ target: "$", update: {} }));
    expect(problems({ ...OVERLAY, actions }).join()).toMatch(/^LOAD_TOO_LARGE .*1,001 actions/);
  });
});
