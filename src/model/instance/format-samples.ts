/**
 * Samples of formats. In: a format, and what the text is about. Out: texts that have it: a typical one,
 * the shortest, and one that grows to a length. Domains and addresses are those that RFC 2606, RFC 5737
 * and RFC 3849 keep for documentation.
 */

import { slugFor } from "./wording.js";

interface Sample {
  readonly typical: string;
  readonly shortest: string;
  /** Before, what repeats, and after. */
  readonly grows?: readonly [string, string, string];
}

const URL = "https://example.com/";
const WEB: Sample = { typical: URL, shortest: "a:", grows: [URL, "a", ""] };
const PATH: Sample = { typical: "/", shortest: "", grows: ["/", "a", ""] };
const MAIL: Sample = {
  typical: "name@example.com",
  shortest: "a@b",
  grows: ["a", "b", "@example.com"],
};

const SAMPLES: ReadonlyMap<string, Sample> = /* @__PURE__ */ new Map<string, Sample>([
  [
    "date-time",
    {
      typical: "2026-11-20T12:00:00Z",
      shortest: "2026-11-20T12:00:00Z",
      grows: ["2026-11-20T12:00:00.0", "0", "Z"],
    },
  ],
  ["date", { typical: "2026-11-20", shortest: "2026-11-20" }],
  ["time", { typical: "12:00:00Z", shortest: "12:00:00Z", grows: ["12:00:00.0", "0", "Z"] }],
  ["duration", { typical: "PT1H", shortest: "P1D", grows: ["P1", "0", "D"] }],
  ["email", MAIL],
  ["idn-email", MAIL],
  ["hostname", { typical: "example.com", shortest: "a", grows: ["example", ".a", ""] }],
  ["idn-hostname", { typical: "example.com", shortest: "a", grows: ["example", ".a", ""] }],
  ["ipv4", { typical: "192.0.2.1", shortest: "1.1.1.1", grows: ["192.0.2.1", "0", ""] }],
  ["ipv6", { typical: "2001:db8::1", shortest: "::", grows: ["2001:db8", ":1000", "::1"] }],
  ["uri", WEB],
  ["iri", WEB],
  ["uri-reference", PATH],
  ["iri-reference", PATH],
  ["uri-template", { typical: `${URL}{id}`, shortest: "", grows: [URL, "a", ""] }],
  ["uuid", { typical: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", shortest: "" }],
  ["json-pointer", { typical: "/", shortest: "", grows: ["/", "a", ""] }],
  ["relative-json-pointer", { typical: "0", shortest: "0", grows: ["0/", "a", ""] }],
  ["regex", { typical: "^[a-z]+$", shortest: "", grows: ["a", "a", ""] }],
]);

const NAMED: readonly string[] = ["uri", "iri", "uri-reference", "iri-reference", "json-pointer"];

export const FORMATS: readonly string[] = [...SAMPLES.keys()];

/** @param lengths that the text may have to grow to */
export function* samplesOf(
  format: string,
  name: string,
  lengths: readonly number[],
): Generator<string, void> {
  const sample = SAMPLES.get(format);
  if (sample === undefined) return;
  const { typical, shortest, grows } = sample;
  yield* typicalOf(format, name);
  yield shortest;
  if (grows === undefined) return;
  for (const length of lengths) yield grown(grows, length);
  for (let number = 1; number <= 64; number++) yield grown(grows, typical.length + number);
}

/** The typical text, with and without what it is about. */
export function typicalOf(format: string, name: string): readonly string[] {
  const { typical } = SAMPLES.get(format) ?? {};
  if (typical === undefined) return [];
  return NAMED.includes(format) ? [typical + slugFor(name), typical] : [typical];
}

function grown([before, unit, after]: readonly [string, string, string], length: number): string {
  const room = length - before.length - after.length;
  return before + unit.repeat(Math.max(0, Math.ceil(room / unit.length))) + after;
}
