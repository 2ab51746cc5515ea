/** Literals that everyone writes, against the types of a published release. */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { emit } from "../../src/emit/emit.js";
import { compileProblems, HAND_WRITTEN } from "../support/compile.js";
import { modelRelease } from "../support/compose-release.js";
import { writeEmitted } from "../support/emitted.js";
import { published, publishedRelease } from "../support/published.js";

const USE = `import type { CheckoutCompleteRequest, CheckoutUpdateRequest } from "./index.js";

const instrument = { id: "card", handler_id: "tokenizer", type: "card" };

// payment_credential.json: "additionalProperties": true beside "type".
export const payment: CheckoutCompleteRequest["payment"] = {
  instruments: [{ ...instrument, credential: { type: "token", token: "tok_ok" } }],
};
export const untyped: CheckoutCompleteRequest["payment"] = {
  // @ts-expect-error a credential has a type
  instruments: [{ ...instrument, credential: { token: "tok_ok" } }],
};

// fulfillment_method.json and fulfillment_group.json: an update requires "line_item_ids" of a method, and "id" of a group.
export const choice: CheckoutUpdateRequest["fulfillment"] = {
  methods: [
    { type: "shipping", line_item_ids: ["1"], groups: [{ id: "group_1", selected_option_id: "express" }] },
  ],
};
export const unnamed: CheckoutUpdateRequest["fulfillment"] = {
  methods: [
    {
      type: "shipping",
      line_item_ids: ["1"],
      // @ts-expect-error the group has no id
      groups: [{ selected_option_id: "express" }],
    },
  ],
};
`;

describe.skipIf(published === undefined)("literals of 2026-04-08", () => {
  it("are what the release's schemas say", async () => {
    const files = await emit(await modelRelease(publishedRelease("2026-04-08")));
    const directory = writeEmitted("published-literals", files);
    const file = path.join(directory, "use.ts");
    writeFileSync(file, USE);
    expect(compileProblems({ files: [file], options: HAND_WRITTEN })).toEqual([]);
  });
});
