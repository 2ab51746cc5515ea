/** Codes of profiles: what one says of itself, and whether it may. */

import type { PROFILE_CODES } from "../../errors/codes/profiles.js";
import type { Explanation } from "../../findings/explanation.js";

const PROFILE = "profile.json";
const CHECKOUT = "/proto/capabilities/com.example.shop.checkout/0";
const ENDPOINT = "/proto/services/com.example.shop/0/endpoint";

export const PROFILES = {
  PROFILE_NO_PROTOCOL_MEMBER: {
    text: "A profile has one member with its version, its services and its capabilities. The member's name is the protocol's, from which headers, annotations and the place of the profile are derived. No member of this document looks like that: often the inner object is all that was saved.",
    source: "§2.1",
    wrong: { file: PROFILE, at: "", json: { version: "2026-01-01", capabilities: {} } },
    right: {
      file: PROFILE,
      at: "",
      json: {
        proto: {
          version: "2026-01-01",
          capabilities: {
            "com.example.shop.checkout": [
              { version: "2026-01-01", schema: "https://example.com/schemas/checkout.json" },
            ],
          },
        },
      },
    },
  },
  PROFILE_INVALID: {
    text: "A member of the profile has the wrong shape: a version is a date or draft, a URL is a string, a capability names its schema and is declared once a version. The registries may be objects by name or arrays, but their entries look alike. The other side of a purchase could not read it either.",
    source: "§2.1, §9",
    wrong: { file: PROFILE, at: `${CHECKOUT}/version`, json: "v1" },
    right: { file: PROFILE, at: `${CHECKOUT}/version`, json: "2026-01-01" },
  },
  PROFILE_ENDPOINT: {
    text: "A service is called at its endpoint, and all calls go over TLS. Anything but an absolute https URL is refused, since clients would send a buyer's data there in the clear, or nowhere.",
    source: "§2.1.1, §5.7",
    wrong: { file: PROFILE, at: ENDPOINT, json: "http://shop.example.com/v1" },
    right: { file: PROFILE, at: ENDPOINT, json: "https://shop.example.com/v1" },
  },
  PROFILE_ENDPOINT_SLASH: {
    text: "Paths such as /checkout-sessions are appended to the endpoint as it stands, so that a slash at its end is there twice in every URL. Many servers take that for another path. It is a warning, because the protocol only advises against it.",
    source: "§2.1.1",
    wrong: { file: PROFILE, at: ENDPOINT, json: "https://shop.example.com/v1/" },
    right: { file: PROFILE, at: ENDPOINT, json: "https://shop.example.com/v1" },
  },
  AUTHORITY_MISMATCH: {
    text: "A name in reverse-domain form belongs to whoever has the domain, so that the host of its spec and schema, read backwards, has to begin the name. com.example.shop.checkout may be described at example.com or shop.example.com, and nowhere else. Otherwise anyone could say what another's checkout is. Platforms have to check it too, and should reject the capability.",
    source: "§1.9",
    wrong: {
      file: PROFILE,
      at: `${CHECKOUT}/schema`,
      json: "https://example.net/schemas/checkout.json",
    },
    right: {
      file: PROFILE,
      at: `${CHECKOUT}/schema`,
      json: "https://example.com/schemas/checkout.json",
    },
  },
  AUTHORITY_INVALID_URL: {
    text: "Who has authority over a name is read from the host of a URL, so that the URL must leave no doubt of it: https, a registered domain, no port, no user information, no IP address, no dot at the end. A public suffix such as co.uk or github.io is nobody's own.",
    source: "§1.9",
    wrong: {
      file: PROFILE,
      at: `${CHECKOUT}/schema`,
      json: "https://example.com:8443/schemas/checkout.json",
    },
    right: {
      file: PROFILE,
      at: `${CHECKOUT}/schema`,
      json: "https://example.com/schemas/checkout.json",
    },
  },
} satisfies Record<keyof typeof PROFILE_CODES, Explanation>;
