/** What the pages are made with, and what they use where nothing is said. */

import { randomBytes } from "node:crypto";
import { NO_GEO_IP, type GeoIp } from "../geo-ip.js";
import type { Backstage } from "./backstage.js";
import { isThisMachine, type MayLook } from "./answer/backstage-pass.js";
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
  /** Of amounts and times; `en` unless told. */
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
  readonly writing: Writing;
  readonly mayLook: MayLook;
  readonly now: () => number;
  readonly report: (thrown: unknown) => void;
}

const LEAST_SECRET = 16;

/** @throws RangeError for a locale that is none, or a secret that could be guessed */
export function settingsOf(options: PagesOptions): Settings {
  const { backstage, title, notice, origin, locale = "en", csrfSecret = randomBytes(32) } = options;
  if (csrfSecret.length < LEAST_SECRET)
    throw new RangeError(`csrfSecret has to have ${LEAST_SECRET} bytes at least`);
  return {
    backstage,
    title,
    notice,
    origin,
    csrfSecret,
    geoIp: options.geoIp ?? NO_GEO_IP,
    writing: createWriting(locale),
    mayLook: options.mayLook ?? isThisMachine,
    now: options.now ?? Date.now,
    report: options.report ?? (() => undefined),
  };
}
