/**
 * What releases say in prose or examples and in no schema: one row for each release that differs from the protocol's own text. Nothing
 * else in the generator decides anything by a date. `docs/releases.md` is printed from this table, `generated/release.ts` carries what is
 * in force, and `--fact NAME=VALUE` overrides it.
 */

import type { ReleaseFacts } from "@proto-gen/runtime/codegen/generator";

export type FactName = keyof ReleaseFacts;

/** A value that the releases of a protocol have. */
export interface FactRow<Value extends string = string> {
  /** The protocol's name: the member of a profile. */
  readonly protocol: string;
  /** The first release that has it. */
  readonly from: string;
  /** The last one; undefined for all that follow. */
  readonly until?: string;
  readonly value: Value;
  /** Page and section of the release's documentation; `observed` where no sentence says it. */
  readonly source: string;
}

export interface Fact<Value extends string = string> {
  /** What is decided, as a noun phrase. */
  readonly title: string;
  /** Where the protocol's own text is about it. */
  readonly section: string;
  /** What each value means. */
  readonly values: Readonly<Record<Value, string>>;
  readonly rows: readonly FactRow<Value>[];
  /** The module that reads it. */
  readonly reader: string;
}

type FactTable = { readonly [Name in FactName]: Fact<ReleaseFacts[Name]> };

const UCP = "ucp";
const APRIL = { protocol: UCP, from: "2026-04-08" } as const;
const JANUARY = { protocol: UCP, from: "2026-01-11", until: "2026-01-23" } as const;

const TABLE: FactTable = {
  toolResult: {
    title: "the shape of a tool's result",
    section: "§4.5",
    values: {
      keyed: "the resource stands in `structuredContent` under its key, such as `checkout`",
      bare: "`structuredContent` is the resource itself",
    },
    rows: [
      {
        ...APRIL,
        value: "bare",
        source: "checkout-mcp, cart-mcp, order-mcp, catalog/mcp: every response; overview, MCP",
      },
    ],
    reader: "src/runtime/mcp/call-tool.ts",
  },
  unsupportedVersion: {
    title: "the answer to a platform of a later version",
    section: "§9.5",
    values: {
      outcome: "200 and `requires_escalation`, with the message `version_unsupported`",
      error: "422 over REST, -32001 over MCP, with the code `version_unsupported`",
    },
    rows: [{ ...APRIL, value: "error", source: "overview, Error Codes, Negotiation Errors" }],
    reader: "src/runtime/server/release-refusals.ts",
  },
  nothingInCommon: {
    title: "the message where the capability of the operation is not active",
    section: "§9.5",
    values: {
      version_unsupported: "with the status `requires_escalation`",
      capabilities_incompatible: "without that status",
    },
    rows: [
      {
        ...APRIL,
        value: "capabilities_incompatible",
        source: "overview, Error Codes, Negotiation Errors; overview, Request-Time Validation",
      },
    ],
    reader: "src/runtime/server/release-refusals.ts",
  },
  missingProfile: {
    title: "the error for a call without a profile URL",
    section: "§4.8",
    values: {
      invalid_request: "400",
      invalid_profile_url: "400 over REST, -32001 over MCP",
    },
    rows: [
      {
        ...APRIL,
        value: "invalid_profile_url",
        source: "overview, Error Codes, Negotiation Errors",
      },
    ],
    reader: "src/runtime/rest/read-headers.ts",
  },
  missingResource: {
    title: "the answer where a checkout or an order is not there",
    section: "§4.2, §7",
    values: {
      error: "404 `not_found`; a cart is a business outcome in all releases",
      outcome: "200 and a result over MCP, with the message `not_found`",
    },
    rows: [
      {
        ...APRIL,
        value: "outcome",
        source: "order-rest, Get Order, Not Found; checkout, error handling",
      },
    ],
    reader: "src/runtime/server/release-refusals.ts",
  },
  foreignOrder: {
    title: "the code of the answer about an order of another platform",
    section: "§2.9",
    values: {
      not_found: "as where there is no such order",
      unauthorized: "in a business outcome",
    },
    rows: [{ ...APRIL, value: "unauthorized", source: "order-rest, Get Order, Not Authorized" }],
    reader: "src/runtime/commerce/order/create-orders.ts",
  },
  answerCapabilities: {
    title: "the capabilities that an answer lists",
    section: "§2.2",
    values: {
      active: "all that are active",
      relevant: "that of the operation, and the active extensions that extend one of these",
    },
    rows: [{ ...APRIL, value: "relevant", source: "overview, Response Capability Selection" }],
    reader: "src/runtime/envelope/create-envelope.ts",
  },
  outcomeSeverity: {
    title: "the severity of an error without a resource",
    section: "§2.3",
    values: {
      own: "that of the code",
      unrecoverable: "there is no resource to act on",
    },
    rows: [{ ...APRIL, value: "unrecoverable", source: "checkout, error handling" }],
    reader: "src/runtime/envelope/message.ts",
  },
  signatureErrors: {
    title: "the code of JSON-RPC for errors of digest and algorithm",
    section: "§7",
    values: {
      "-32000": "-32000",
      "-32600": "-32600",
    },
    rows: [{ ...APRIL, value: "-32600", source: "overview, Error Codes, Signature Errors" }],
    reader: "src/runtime/error/error-body.ts",
  },
  sharedRequest: {
    title: "the request view of a schema with the annotation `shared_request`",
    section: "§1.6",
    values: {
      create: "one for all operations, that of create",
      operation: "that of each operation: the annotation has no effect",
    },
    rows: [
      {
        ...APRIL,
        value: "operation",
        source:
          "observed: the tool that resolves the release's schemas; fulfillment_group.json, `id`",
      },
    ],
    reader: "src/compose/view.ts",
  },
  unknownSeverity: {
    title: "an error with a severity that the release does not have",
    section: "§2.3",
    values: {
      warning: "a warning with the same code",
      error: "an error with a severity that the release has",
    },
    rows: [{ ...JANUARY, value: "error", source: "checkout, Cancel Checkout" }],
    reader: "src/runtime/envelope/message.ts",
  },
  errorBody: {
    title: "the body of a 4xx over REST",
    section: "§7",
    values: {
      code: "`{code, content}`",
      messages: '`{status: "requires_escalation", messages}`',
    },
    rows: [{ ...JANUARY, value: "messages", source: "checkout-rest, Error Responses" }],
    reader: "src/runtime/error/error-body.ts",
  },
  emptySearch: {
    title: "a search without any input",
    section: "§4.4",
    values: {
      accepted: "all products are found",
      refused: "a query, a filter or an input of an extension is required",
    },
    rows: [{ ...APRIL, value: "refused", source: "catalog/search" }],
    reader: "src/runtime/server/release-refusals.ts",
  },
  missingMandate: {
    title: "the refusal of a request to complete without its mandate",
    section: "§1.8",
    values: {
      invalid_request: "400 at `$.ap2`",
      mandate_required: "in a business outcome",
    },
    rows: [
      {
        ...APRIL,
        value: "mandate_required",
        source: "ap2-mandates, verification by the business",
      },
    ],
    reader: "src/runtime/server/release-refusals.ts",
  },
  cartDiscounts: {
    title: "the discount codes of a cart that becomes a checkout",
    section: "§2.7",
    values: {
      carried: "those of the checkout (the protocol's own text does not say)",
      dropped: "left in the cart",
    },
    rows: [{ ...APRIL, value: "carried", source: "discount, cart" }],
    reader: "src/runtime/commerce/checkout/cart-conversion.ts",
  },
};

export const FACTS: Readonly<Record<FactName, Fact>> = Object.freeze(TABLE);

export const FACT_NAMES = Object.keys(FACTS) as readonly FactName[];
