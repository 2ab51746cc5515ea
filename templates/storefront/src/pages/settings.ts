/** What the pages are made with, and what they use where nothing is said. */

import { randomBytes } from "node:crypto";
import { matchLanguage, type ServerRequest } from "@proto-gen/runtime/server";
import { NO_GEO_IP, type GeoIp } from "../geo-ip.js";
import type { Backstage } from "./backstage.js";
import { isThisMachine, type MayLook } from "./answer/backstage-pass.js";
import { LANGUAGES, type Language } from "./texts.js";
import { createWriting, type Writing } from "./written.js";

export interface PagesOptions {
  readonly backstage: Backstage;
  /** The business's name. */
  readonly title: string;
  /** What the buyer has to know where the order is placed, such as who takes the payment; nothing unless given. */
  readonly notice?: string | undefined;
  /** What seals forms, 16 bytes at least; random unless given: then forms do not outlive the process. */
  readonly csrfSecret?: string | Uint8Array | undefined;
  /** The shop's own, such as `https://shop.example.com`, where a proxy ends TLS or changes the Host field. */
  readonly origin?: string | undefined;
  /** The country of a buyer's browser; none is known unless given. */
  readonly geoIp?: GeoIp | undefined;
  /** The shop's own, of texts, amounts and times, for buyers whose language it does not have; `en` unless told. */
  readonly locale?: string | undefined;
  /** Who sees the status page; only this machine unless told. */
  readonly mayLook?: MayLook | undefined;
  /** In milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  /** Gets what the backstage has thrown, which no page shows. */
  readonly report?: ((thrown: unknown) => void) | undefined;
}

export interface Settings {
  readonly backstage: Backstage;
  readonly title: string;
  readonly notice: string | undefined;
  readonly csrfSecret: string | Uint8Array;
  readonly origin: string | undefined;
  readonly geoIp: GeoIp;
  /** In the shop's own language. */
  readonly writing: Writing;
  /** In the first language that there are texts in: that of a checkout or a cart, then those of the browser. */
  writingFor(request: Pick<ServerRequest, "headers">, of?: WithContext): Writing;
  readonly mayLook: MayLook;
  readonly now: () => number;
  readonly report: (thrown: unknown) => void;
}

/** What may say in which language its buyer reads. */
interface WithContext {
  readonly context?: object | undefined;
}

const LEAST_SECRET = 16;

/** @throws RangeError for a locale that is none, or a secret that could be guessed */
export function settingsOf(options: PagesOptions): Settings {
  const { backstage, title, notice, origin, locale = "en", csrfSecret = randomBytes(32) } = options;
  if (csrfSecret.length < LEAST_SECRET)
    throw new RangeError(`csrfSecret has to have ${LEAST_SECRET} bytes at least`);
  const own = matchLanguage([locale], LANGUAGES) ?? "en";
  const writing = createWriting(own, locale);
  const others = new Map<Language, Writing>([[own, writing]]);
  return {
    backstage,
    title,
    notice,
    origin,
    csrfSecret,
    geoIp: options.geoIp ?? NO_GEO_IP,
    writing,
    writingFor({ headers }, of) {
      const language = matchLanguage(preferred(of, headers), LANGUAGES) ?? own;
      const found = others.get(language) ?? createWriting(language, language);
      others.set(language, found);
      return found;
    },
    mayLook: options.mayLook ?? isThisMachine,
    now: options.now ?? Date.now,
    report: options.report ?? (() => undefined),
  };
}

/** Those of `Accept-Language` may have weights (RFC 9110 §12.5.4). */
const MOST_LANGUAGES = 20;

function preferred(
  { context }: WithContext = {},
  headers: ServerRequest["headers"],
): readonly string[] {
  const { language } = (context ?? {}) as { readonly language?: unknown };
  const accepted = (headers.get("accept-language") ?? "")
    .split(",", MOST_LANGUAGES)
    .map((each) => {
      const [tag = "", weight = "q=1"] = each.split(";").map((part) => part.trim());
      return { tag, weight: Number(weight.replace("q=", "")) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
  return typeof language === "string" ? [language, ...accepted] : accepted;
}
