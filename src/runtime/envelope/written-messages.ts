/**
 * The messages that the runtime itself adds to responses (§2.3): errors by severity, warnings and information. Codes
 * are an interface: add new ones, never rename. Tests validate each against every release; an error whose severity a
 * release lacks becomes a warning there (`message.ts`).
 */

import {
  errorMessage,
  infoMessage,
  warningMessage,
  type ErrorMessage,
  type InfoMessage,
  type Severity,
  type WarningMessage,
} from "./message.js";

/** Default texts for a person; callers may pass more specific ones. They never echo request values. */
export const WRITTEN_MESSAGES = {
  // §1.8, §2.6, §3.1: the platform can resolve these with another call.
  recoverable: {
    completion_timed_out: "Completing took too long and was given up. It can be completed again.",
    completion_failed: "Completing failed and was given up. It can be completed again.",
    checkout_changed:
      "The checkout has changed since the buyer saw it. It can be completed as it is now.",
    mandate_invalid_signature: "The mandate's signature does not verify.",
    mandate_expired: "The mandate is not valid at this time.",
    mandate_scope_mismatch: "The mandate is not for this checkout as it is.",
    merchant_authorization_invalid:
      "The mandate is for a checkout that this business has not authorized.",
    merchant_authorization_missing:
      "The mandate is for a checkout without the business's authorization.",
    payment_declined: "The payment was declined. Another payment may succeed.",
    payment_handler_unknown: "The checkout offers no payment handler with this id.",
    instrument_unsupported: "The payment handler takes no instruments of this type here.",
    instrument_excluded: "The payment handler takes no instruments like this one here.",
    instrument_ambiguous: "Several instruments are selected; select the one that pays.",
    // §2.4
    item_unavailable: "This item is not sold here.",
    missing: "Choose how the items reach the buyer.",
    fulfillment_method_unknown: "There is no such method; without an id, a method is added.",
    fulfillment_type_unavailable: "This business does not offer methods of this type here.",
    fulfillment_combination_not_allowed: "This type of method cannot be combined with the others.",
    fulfillment_line_unknown: "There is no such line item.",
    fulfillment_line_not_physical: "This line item needs no delivery, so it belongs to no method.",
    fulfillment_line_repeated: "This line item is assigned already.",
    fulfillment_line_unassigned: "Some line items that need delivery are assigned to no method.",
    fulfillment_destination_unknown: "The method has no such destination.",
    fulfillment_multi_destination_not_allowed: "Methods of this type must have one destination.",
    fulfillment_group_unknown: "The method has no such group.",
    fulfillment_option_unknown: "The group has no such option.",
    fulfillment_unavailable: "There are no options for this destination; choose another one.",
    fulfillment_id_repeated: "Something else has this id already.",
  },
  // §9.5
  requires_buyer_input: {
    version_unsupported:
      "The business and the platform support no common version of what was asked for.",
  },
  // §1.8: an order requires the buyer's review, or a mandate that this platform cannot provide.
  requires_buyer_review: {
    buyer_review_required:
      "The buyer has to look the order over and finish it on the business's page.",
    mandate_required: "There is no mandate.",
    agent_missing_key: "There is no key that the mandate can be verified with.",
  },
  // §3.1: the session is over. Before that, `operation_not_allowed` has the severity of the checkout's errors.
  unrecoverable: {
    capabilities_incompatible:
      "The business and the platform have no capability in common that this needs.",
    // §2.7, §4.3
    not_found: "There is no such cart.",
    operation_not_allowed: "The status of the checkout does not allow this.",
    session_expired: "The checkout has expired; start a new one.",
    // §2.9: in releases that distinguish another platform's order from a missing one.
    unauthorized: "The order was placed through another platform.",
  },
  // §2.6: something that existed before.
  warning: {
    fulfillment_method_empty: "The method has no line items any more, so it was removed.",
    fulfillment_destination_unavailable: "The destination is no longer there; choose again.",
    fulfillment_group_unavailable: "The group is no longer there; choose again.",
    fulfillment_option_unavailable: "The option is no longer offered; choose again.",
    // §6.1: the order is placed, but the platform cannot receive its events.
    webhook_url_missing:
      "The platform's profile has no webhook URL, so it hears of the order once it has one.",
    webhook_url_invalid:
      "Nothing can be sent to the webhook URL of the platform's profile; it has to be https.",
    // §1.2: the checkout is valid without the discount.
    discount_code_invalid: "There is no such code.",
    discount_code_expired: "The code has expired.",
    discount_code_not_applicable: "The code applies to nothing in this checkout.",
    discount_code_user_ineligible: "The code is not for this buyer.",
    discount_code_user_not_logged_in: "The buyer has to be logged in to use the code.",
    discount_code_combination_disallowed: "The code cannot be combined with the other discounts.",
  },
  // §4.4: the caller passes the identifier as the content.
  info: {
    not_found: "There is no such product.",
  },
} as const;

type Levels = typeof WRITTEN_MESSAGES;
/** Without information, which may share a code with an error: §7 has `not_found` as both. */
type Level = Exclude<keyof Levels, "info">;

export type WrittenCode = { [Each in Level]: keyof Levels[Each] }[Level];
export type WrittenInfoCode = keyof Levels["info"];

type LevelOf<Code> = { [Each in Level]: Code extends keyof Levels[Each] ? Each : never }[Level];

/** A message of the table above. */
export type WrittenMessage<Code extends WrittenCode = WrittenCode> = Code extends WrittenCode
  ? (LevelOf<Code> extends infer Each extends Severity ? ErrorMessage<Each> : WarningMessage) & {
      readonly code: Code;
    }
  : never;

/** The parts in which a message differs from the table. */
export interface WrittenText {
  readonly content?: string | undefined;
  /** JSONPath of the field concerned. */
  readonly path?: string | undefined;
}

const ROWS = /* @__PURE__ */ new Map<WrittenCode, readonly [level: Level, content: string]>(
  /* @__PURE__ */ Object.entries(WRITTEN_MESSAGES).flatMap(([level, texts]) =>
    Object.entries(level === "info" ? {} : texts).map(
      ([code, content]) => [code as WrittenCode, [level as Level, content]] as const,
    ),
  ),
);

export function writtenMessage<Code extends WrittenCode>(
  code: Code,
  text: WrittenText = {},
): WrittenMessage<Code> {
  const [level, standard] = ROWS.get(code) as readonly [Level, string];
  const { content = standard, path } = text;
  const said = { code, content, path };
  const message =
    level === "warning" ? warningMessage(said) : errorMessage({ ...said, severity: level });
  return message as WrittenMessage<Code>;
}

export function writtenInfo<Code extends WrittenInfoCode>(
  code: Code,
  { content = WRITTEN_MESSAGES.info[code], path }: WrittenText = {},
): InfoMessage & { readonly code: Code } {
  const message = infoMessage({ code, content, path });
  return message as InfoMessage & { readonly code: Code };
}
