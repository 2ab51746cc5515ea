/**
 * The formats of JSON Schema 2020-12 Validation §7.3: the runtime's predicate of each, and texts that have it, for
 * examples. Domains and addresses are those that RFC 2606, RFC 5737 and RFC 3849 keep for documentation.
 */

import { formats as predicates } from "@proto-gen/runtime/codegen/generator";
import { nearestKeyword } from "../text/nearest.js";

export interface FormatSample {
  readonly typical: string;
  readonly shortest: string;
  /** A text that grows: what comes before the repeated part, that part, and what comes after. */
  readonly grows?: readonly [string, string, string];
  /** The name of a member can be appended to the typical text. */
  readonly takesName?: true;
}

export interface Format {
  /** The predicate's name; undefined for a format that only annotates. */
  readonly predicate?: keyof typeof predicates;
  readonly sample: FormatSample;
}

const URL = "https://example.com/";
const WEB: FormatSample = {
  typical: URL,
  shortest: "a:",
  grows: [URL, "a", ""],
  takesName: true,
};
const PATH: FormatSample = {
  typical: "/",
  shortest: "",
  grows: ["/", "a", ""],
  takesName: true,
};
const HOST: FormatSample = { typical: "example.com", shortest: "a", grows: ["example", ".a", ""] };
const MAIL: FormatSample = {
  typical: "name@example.com",
  shortest: "a@b",
  grows: ["a", "b", "@example.com"],
};
const INSTANT: FormatSample = {
  typical: "2026-11-20T12:00:00Z",
  shortest: "2026-11-20T12:00:00Z",
  grows: ["2026-11-20T12:00:00.0", "0", "Z"],
};

export const FORMATS: ReadonlyMap<string, Format> = /* @__PURE__ */ new Map<string, Format>([
  ["date-time", { predicate: "isDateTime", sample: INSTANT }],
  ["date", { predicate: "isDate", sample: { typical: "2026-11-20", shortest: "2026-11-20" } }],
  [
    "time",
    {
      predicate: "isTime",
      sample: { typical: "12:00:00Z", shortest: "12:00:00Z", grows: ["12:00:00.0", "0", "Z"] },
    },
  ],
  [
    "duration",
    {
      predicate: "isDuration",
      sample: { typical: "PT1H", shortest: "P1D", grows: ["P1", "0", "D"] },
    },
  ],
  ["email", { predicate: "isEmail", sample: MAIL }],
  ["idn-email", { sample: MAIL }],
  ["hostname", { predicate: "isHostname", sample: HOST }],
  ["idn-hostname", { sample: HOST }],
  [
    "ipv4",
    {
      predicate: "isIpv4",
      sample: { typical: "192.0.2.1", shortest: "1.1.1.1", grows: ["192.0.2.1", "0", ""] },
    },
  ],
  [
    "ipv6",
    {
      predicate: "isIpv6",
      sample: { typical: "2001:db8::1", shortest: "::", grows: ["2001:db8", ":1000", "::1"] },
    },
  ],
  ["uri", { predicate: "isUri", sample: WEB }],
  ["iri", { predicate: "isIri", sample: WEB }],
  ["uri-reference", { predicate: "isUriReference", sample: PATH }],
  ["iri-reference", { predicate: "isIriReference", sample: PATH }],
  [
    "uri-template",
    {
      predicate: "isUriTemplate",
      sample: { typical: `${URL}{id}`, shortest: "", grows: [URL, "a", ""] },
    },
  ],
  [
    "uuid",
    {
      predicate: "isUuid",
      sample: { typical: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", shortest: "" },
    },
  ],
  ["json-pointer", { predicate: "isJsonPointer", sample: PATH }],
  [
    "relative-json-pointer",
    {
      predicate: "isRelativeJsonPointer",
      sample: { typical: "0", shortest: "0", grows: ["0/", "a", ""] },
    },
  ],
  [
    "regex",
    {
      predicate: "isRegex",
      sample: { typical: "^[a-z]+$", shortest: "", grows: ["a", "a", ""] },
    },
  ],
]);

/**
 * The name under which the runtime exports a format's predicate; undefined for one that only annotates.
 *
 * @example
 * ```ts
 * import { predicateName } from "proto-gen/emitter/v1";
 *
 * predicateName("date-time"); // "isDateTime"
 * predicateName("com.example.color"); // undefined
 * ```
 */
export function predicateName(format: string): keyof typeof predicates | undefined {
  return FORMATS.get(format)?.predicate;
}

export function formatPredicate(format: string): ((value: string) => boolean) | undefined {
  const name = predicateName(format);
  return name && predicates[name];
}

/** The known format that an unknown one probably stands for. Formats that are far from all are data (§7.2.3). */
export function nearestFormat(format: string): string | undefined {
  if (FORMATS.has(format)) return undefined;
  const near = format === "url" ? "uri" : nearestKeyword(format, FORMATS.keys());
  // `mime` is one letter from `time`, and no mistake.
  const isOtherWord = format.length < 5 && near?.charAt(0) !== format.charAt(0).toLowerCase();
  return isOtherWord ? undefined : near;
}
