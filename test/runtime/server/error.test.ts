import { describe, expect, it } from "vitest";
import {
  asProtocolError,
  ERROR_CODES,
  ProtocolError,
  type ProtocolErrorCode,
} from "@proto-gen/runtime/error";
import { errorBody, toJsonRpcError } from "../../../src/runtime/error/error-body.js";

type Row = readonly [
  code: ProtocolErrorCode,
  status: number,
  jsonRpcCode: -32000 | -32001,
  retry: boolean,
];

const ROWS: readonly Row[] = [
  // Those that §7 names.
  ["signature_missing", 401, -32000, false],
  ["signature_invalid", 401, -32000, false],
  ["key_not_found", 401, -32000, false],
  ["digest_mismatch", 400, -32000, false],
  ["algorithm_unsupported", 400, -32000, false],
  ["invalid_profile_url", 400, -32001, false],
  ["profile_unreachable", 424, -32001, true],
  ["profile_not_trusted", 403, -32001, false],
  ["request_too_large", 400, -32000, false],
  // Ours, for the statuses that it leaves without a code.
  ["invalid_request", 400, -32000, false],
  ["request_aborted", 400, -32000, true],
  ["unauthorized", 401, -32000, false],
  ["forbidden", 403, -32000, false],
  ["not_found", 404, -32000, false],
  ["method_not_allowed", 405, -32000, false],
  ["not_acceptable", 406, -32000, false],
  ["request_timeout", 408, -32000, true],
  ["conflict", 409, -32000, false],
  ["idempotency_key_reused", 409, -32000, false],
  ["idempotency_in_progress", 409, -32000, true],
  ["content_too_large", 413, -32000, false],
  ["uri_too_long", 414, -32000, false],
  ["unsupported_media_type", 415, -32000, false],
  ["version_unsupported", 422, -32001, false],
  ["profile_malformed", 422, -32001, false],
  ["rate_limited", 429, -32000, true],
  ["headers_too_large", 431, -32000, false],
  ["internal_error", 500, -32000, false],
  ["unsupported_request", 501, -32000, false],
  ["temporarily_unavailable", 503, -32000, true],
];

describe("the table of protocol errors (§7)", () => {
  it.each(ROWS)("%s is %i over REST and %i over MCP", (code, status, jsonRpcCode, retry) => {
    const error = new ProtocolError(code);
    expect(error).toMatchObject({ code, status, jsonRpcCode, retry });
    expect(errorBody(error)).toEqual({ code, content: ERROR_CODES[code].content });
    expect(toJsonRpcError(error)).toEqual({
      code: jsonRpcCode,
      message: ERROR_CODES[code].content,
      data: { code, content: ERROR_CODES[code].content },
    });
  });

  it("has these rows and no other", () => {
    expect(Object.keys(ERROR_CODES).sort()).toEqual(ROWS.map(([code]) => code).sort());
  });

  it("has a code for every status of §7", () => {
    const statuses = new Set(Object.values(ERROR_CODES).map(({ status }) => status));
    for (const status of [400, 401, 403, 404, 409, 422, 424, 429, 500, 503]) {
      expect(statuses).toContain(status);
    }
  });

  it.each(Object.entries(ERROR_CODES))("%s has a sentence and is frozen", (_, row) => {
    expect(row.content).toMatch(/^[A-Z][^.]+\.$/);
    expect(Object.isFrozen(row)).toBe(true);
  });
});

describe("ProtocolError", () => {
  it("says what is known, in place of the table's words", () => {
    const error = new ProtocolError("not_found", { content: "There is no checkout chk_1." });
    expect(errorBody(error)).toEqual({ code: "not_found", content: "There is no checkout chk_1." });
    expect(error.message).toBe("not_found: There is no checkout chk_1.");
    expect(error.name).toBe("ProtocolError");
  });

  it("keeps its headers, frozen, and has none unless told", () => {
    const headers = { "Retry-After": "2" };
    const error = new ProtocolError("rate_limited", { headers });
    headers["Retry-After"] = "3";
    expect(error.headers).toEqual({ "Retry-After": "2" });
    expect(Object.isFrozen(error.headers)).toBe(true);
    expect("headers" in new ProtocolError("rate_limited")).toBe(false);
  });

  it("keeps its cause out of everything that is sent", () => {
    const cause = new Error("password=hunter2");
    const error = new ProtocolError("temporarily_unavailable", { cause });
    expect(error.cause).toBe(cause);
    expect("cause" in new ProtocolError("temporarily_unavailable")).toBe(false);
    const sent = JSON.stringify([errorBody(error), toJsonRpcError(error), error]);
    expect(sent).not.toContain("hunter2");
  });
});

describe("asProtocolError", () => {
  it("leaves a protocol error as it is", () => {
    const error = new ProtocolError("forbidden");
    expect(asProtocolError(error)).toBe(error);
  });

  it.each([
    [new Error("connect ECONNREFUSED 10.0.0.1:5432")],
    [new TypeError("x is not a function")],
    ["a string"],
    [undefined],
    [null],
    [{ code: "not_found", content: "looks like one", status: 404 }],
  ])("makes an internal_error of %s", (thrown) => {
    const error = asProtocolError(thrown);
    expect(error).toMatchObject({ code: "internal_error", status: 500 });
    expect(error.cause).toBe(thrown);
    expect(errorBody(error)).toEqual({
      code: "internal_error",
      content: "An unexpected error occurred.",
    });
  });
});
