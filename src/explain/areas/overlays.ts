/** Explanations of the codes of overlays and of accepted findings. */

import type { OVERLAY_CODES } from "../../errors/codes/overlays.js";
import type { Explanation } from "../../findings/explanation.js";
import { commandLine } from "../commands.js";

const OVERLAY = "overlays/checkout.json";
const RUN = commandLine("generate", "--overlay ./overlays/checkout.json");
const ACCEPTED = "accepted.json";
const ACCEPT = commandLine("generate", "--accept ./accepted.json");

export const OVERLAYS = {
  OVERLAY_INVALID: {
    text: "An overlay has the members of the OpenAPI Overlay Specification 1.0: overlay, info, extends, and actions with a target and either update or remove. Here extends is required, since a run reads many documents and an overlay changes one. A target that is updated must select objects or arrays: to change a text or a number, select the object that contains it. Patterns of match() and search() must be safe to run.",
    source: "OpenAPI Overlay 1.0 §4, RFC 9535 §2",
    run: RUN,
    wrong: { file: OVERLAY, at: "/actions/0/target", json: "$.properties.id.type" },
    right: { file: OVERLAY, at: "/actions/0/target", json: "$.properties.id" },
  },
  OVERLAY_NO_MATCH: {
    text: "The document has nothing at the target of an action, so the action would change nothing. Often the document was corrected upstream, or its author has moved or renamed what the overlay changes. Look at the document, and correct the target or remove the action. Actions run in order: an action before this one may have removed it.",
    source: "OpenAPI Overlay 1.0 §4",
    run: RUN,
    wrong: { file: OVERLAY, at: "/actions/0/target", json: "$.properties.totl" },
    right: { file: OVERLAY, at: "/actions/0/target", json: "$.properties.total" },
  },
  OVERLAY_UNUSED: {
    text: "A run applies an overlay to the document that its extends names, by the URL in a profile or a $ref, by the document's $id, or by the path of a file relative to the overlay. This run reads no such document, so that the overlay corrects nothing. The URL may be misspelt, or the profile may have moved on to another release.",
    source: "OpenAPI Overlay 1.0 §4",
    run: RUN,
    wrong: { file: OVERLAY, at: "/extends", json: "https://example.com/schemas/chekout.json" },
    right: { file: OVERLAY, at: "/extends", json: "https://example.com/schemas/checkout.json" },
  },
  OVERLAY_NOT_NEEDED: {
    text: "A run with --capabilities or --platform reads a part of what the profile leads to, and one that reads a single schema reads less. The document of this overlay is not among what was read. diff applies an overlay to generated code that was made with it, and to nothing else. The whole profile may lead to it, so that this is a warning, where a run of the whole profile fails.",
    source: "OpenAPI Overlay 1.0 §4",
    run: commandLine(
      "generate",
      "--capabilities com.example.shop.checkout --overlay ./overlays/checkout.json",
    ),
    wrong: { file: OVERLAY, at: "/extends", json: "https://example.com/schemas/sale.json" },
    right: { file: OVERLAY, at: "/extends", json: "https://example.com/schemas/checkout.json" },
  },
  ACCEPT_INVALID: {
    text: "A file of accepted findings is a list of entries, each with the code of a warning, the place of the finding, a reason and a last day. Without a reason nobody can tell later why it was accepted, and without a last day nobody looks again. Errors end a run, so they cannot be accepted.",
    run: ACCEPT,
    wrong: {
      file: ACCEPTED,
      text: '{ "accept": [{ "code": "LOAD_REF_BY_PLACE", "place": "https://example.com/schemas/*" }] }\n',
    },
    right: { file: ACCEPTED, text: '{ "accept": [] }\n' },
  },
  ACCEPT_OWN: {
    text: "Only findings in documents of others are accepted: in the package, in vendor: directories and installed packages, in what was fetched, and in another's profile. This finding is in a document of your own, which you can correct. It is reported as if there were no entry.",
    untested: "It needs a second finding, which is the one of your own.",
  },
  ACCEPT_EXPIRED: {
    text: "An entry counts up to and including the day of until, in UTC. That day is over, and the finding is still there, so it is reported again. Ask its author what became of it.",
    untested: "It needs a finding in a document of somebody else.",
  },
  ACCEPT_UNUSED: {
    text: "No finding of this run has the code of the entry at its place. It may have been corrected upstream, or by an overlay; then the entry has done its work. A place is written as in the report of the finding: the file or the URL of the document, then # and the JSON pointer.",
    run: ACCEPT,
    wrong: {
      file: ACCEPTED,
      text: '{ "accept": [{ "code": "LOAD_REF_BY_PLACE", "place": "https://example.com/schemas/gift.json", "reason": "reported to its author", "until": "2126-11-20" }] }\n',
    },
    right: { file: ACCEPTED, text: '{ "accept": [] }\n' },
  },
} satisfies Record<keyof typeof OVERLAY_CODES, Explanation>;
