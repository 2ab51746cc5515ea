/** Explanations of the codes of profiles, and of the authority over names. */

import type { Json } from "@proto-gen/runtime/json";
import type { PROFILE_CODES } from "../../errors/codes/profiles.js";
import type { Explanation } from "../../findings/explanation.js";
import { commandLine } from "../commands.js";

const PROFILE = "profile.json";
const CHECKOUT = "/proto/capabilities/com.example.shop.checkout/0";
const SEARCH = "/proto/capabilities/com.example.shop.search/0";
const GIFT = "/proto/capabilities/com.example.shop.gift/0";
const KEY = {
  kid: "key-2026",
  kty: "EC",
  crv: "P-256",
  x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
  y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
};
const ENDPOINT = "/proto/services/com.example.shop/0/endpoint";

function platformOf(capability: string): Json {
  const schema = `https://example.com/schemas/${capability}.json`;
  return {
    proto: {
      version: "2026-01-01",
      capabilities: { [`com.example.shop.${capability}`]: [{ version: "2026-01-01", schema }] },
    },
  };
}

export const PROFILES = {
  PROFILE_NO_PROTOCOL_MEMBER: {
    text: "A profile has one member with its version, its services and its capabilities. The member's name is the name of the protocol, from which headers, annotations and the URL of the profile are derived. No member of this document has that form: often only the inner object was saved.",
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
    text: "A member of the profile has the wrong shape: a version is a date or draft, a URL is a string, a capability names its schema and is declared once for each version. Registries may be objects by name or arrays with entries of the same form. The other side of a purchase could not read this profile either.",
    source: "§2.1, §9",
    wrong: { file: PROFILE, at: `${CHECKOUT}/version`, json: "v1" },
    right: { file: PROFILE, at: `${CHECKOUT}/version`, json: "2026-01-01" },
  },
  PROFILE_ENDPOINT_INVALID: {
    text: "A service is called at its endpoint, always over TLS. Anything but an absolute https URL is refused, because clients would send a buyer's data there unencrypted, or could not send it at all.",
    source: "§2.1.1, §5.7",
    wrong: { file: PROFILE, at: ENDPOINT, json: "http://shop.example.com/v1" },
    right: { file: PROFILE, at: ENDPOINT, json: "https://shop.example.com/v1" },
  },
  PROFILE_ENDPOINT_SLASH: {
    text: "Paths such as /checkout-sessions are appended to the endpoint unchanged, so a trailing slash appears twice in every URL. Many servers treat that as a different path. It is a warning, because the protocol only advises against it.",
    source: "§2.1.1",
    wrong: { file: PROFILE, at: ENDPOINT, json: "https://shop.example.com/v1/" },
    right: { file: PROFILE, at: ENDPOINT, json: "https://shop.example.com/v1" },
  },
  PROFILE_MEMBER_MISSPELT: {
    text: "A profile may have members that its schema does not know, so a misspelt one is valid, and nobody reads it. This member differs by one or two letters from one that is known and missing, or it is known, and stands at another place: beside config instead of inside it, in the wrong object, or in the profile of the wrong party. With extend instead of extends, for example, an extension is taken for a capability of its own.",
    source: "§2.1",
    wrong: {
      file: PROFILE,
      at: "/proto/capabilities/com.example.shop.gift/0",
      json: {
        version: "2026-01-01",
        schema: "https://example.com/schemas/gift.json",
        extend: "com.example.shop.checkout",
      },
    },
    right: {
      file: PROFILE,
      at: "/proto/capabilities/com.example.shop.gift/0",
      json: {
        version: "2026-01-01",
        schema: "https://example.com/schemas/gift.json",
        extends: "com.example.shop.checkout",
      },
    },
  },
  PROFILE_UNKNOWN_TRANSPORT: {
    text: "Each entry of a service says how it is reached: in the list form by its transport, in the object form by a member that is named after one. An entry without either would leave no trace in the generated code, and neither would one whose transport is misspelt.",
    source: "§2.1.1",
    wrong: {
      file: PROFILE,
      at: "/proto/services/com.example.shop",
      json: [{ version: "2026-01-01", endpoint: "https://shop.example.com/v1" }],
    },
    right: {
      file: PROFILE,
      at: "/proto/services/com.example.shop",
      json: [{ version: "2026-01-01", transport: "a2a", endpoint: "https://shop.example.com/v1" }],
    },
  },
  PROFILE_KEY_INVALID: {
    text: "Whoever receives a signed message looks for its key in the sender's profile, by the key's id. Only EC keys on the curves P-256 and P-384 are used, as JWKs with both coordinates. With any other key, or with two keys of one id, every signature would be refused.",
    source: "§2.1.4, RFC 7517",
    wrong: { file: PROFILE, at: "/signing_keys", json: [{ ...KEY, kty: "RSA" }] },
    right: { file: PROFILE, at: "/signing_keys", json: [KEY] },
  },
  PROFILE_PRIVATE_KEY_PUBLISHED: {
    text: "A profile is a public document, and a JWK with the member d holds the private key. Whoever has read it can sign orders and webhooks in the name of its owner. Remove the member, and publish a new key under another id: the old one is known.",
    source: "§2.1.4, RFC 7518 §6.2.2",
    wrong: { file: PROFILE, at: "/signing_keys", json: [{ ...KEY, d: KEY.x }] },
    right: { file: PROFILE, at: "/signing_keys", json: [KEY] },
  },
  PROFILE_NAME_MISMATCH: {
    text: "A schema may say which capability or payment handler it describes. The profile declares the same schema under another name: one of the two is misspelt, or the URL is that of another one. The name of a service is compared with the names of the capabilities, which begin with it.",
    source: "§2.1.1, §2.1.2, §2.1.3",
    wrong: {
      file: "schemas/checkout.json",
      at: "/name",
      json: "com.example.shop.basket",
    },
    right: {
      file: "schemas/checkout.json",
      at: "/name",
      json: "com.example.shop.checkout",
    },
  },
  PROFILE_EXTENDS_MISSING: {
    text: "The schema of an extension has an entry in $defs for each capability that it extends, and the profile says the same in extends. Without extends the entry is taken for a capability of its own: negotiation keeps it where the other side does not have its parent.",
    source: "§2.1.2, §9.3",
    wrong: {
      file: PROFILE,
      at: "/proto/capabilities/com.example.shop.gift/0",
      json: { version: "2026-01-01", schema: "https://example.com/schemas/gift.json" },
    },
    right: {
      file: PROFILE,
      at: "/proto/capabilities/com.example.shop.gift/0",
      json: {
        version: "2026-01-01",
        schema: "https://example.com/schemas/gift.json",
        extends: "com.example.shop.checkout",
      },
    },
  },
  PROFILE_SCHEMA_URL_MISMATCH: {
    text: "The URLs of a release have its version in their path. This one has another version than its entry declares, and the schema at it does not say that it is of the declared version. Types would be made of the schema of another release, whose extensions refer to other documents.",
    source: "§2.1.2, §9",
    wrong: {
      file: PROFILE,
      at: `${SEARCH}/schema`,
      json: "https://example.com/schemas/draft/search.json",
    },
    right: {
      file: PROFILE,
      at: `${SEARCH}/schema`,
      json: "https://example.com/schemas/search.json",
    },
  },
  PROFILE_SCHEMA_VERSION_DIFFERS: {
    text: "A schema may say of which version it is, and the profile declares another one. Negotiation compares the declared version, so that the other side would take this schema for that of another release. It is a warning, because some releases do not keep the versions of their schemas up to date.",
    source: "§2.1.2, §9",
    wrong: { file: "schemas/checkout.json", at: "/version", json: "2025-01-01" },
    right: { file: "schemas/checkout.json", at: "/version", json: "2026-01-01" },
  },
  PROFILE_RELEASE_MISMATCH: {
    text: "--release asks for the profile of one release. A business that has moved on still serves earlier ones, and names a profile for each in supported_versions: an https URL at the origin of the profile that names it. It is read without following redirects, it has to be of that release, and what it names itself is not followed. A profile that is a file has no origin, so that it can only be of the release itself.",
    source: "§2.1, §9.2",
    wrong: { command: commandLine("", "--release 2025-01-01") },
    right: { command: commandLine("", "--release 2026-01-01") },
  },
  PROFILE_NO_CONFIG: {
    text: "The schema of a capability describes the capability's entry in a profile, and requires a config there. Code is generated all the same, since the types do not depend on it; the other side will refuse the profile once it is published.",
    source: "§2.1.2",
    wrong: {
      file: "schemas/checkout.json",
      at: "/$defs/com.example.shop.checkout",
      json: { business_schema: { required: ["config"] } },
    },
    right: {
      file: "schemas/checkout.json",
      at: "/$defs/com.example.shop.checkout",
      json: { business_schema: { properties: { config: { type: "object" } } } },
    },
  },
  PROFILE_OPTIONAL_MEMBER: {
    text: "A platform calls services and serves none, so that its profile needs no services, and no payment handlers of its own. The schemas of some releases require both registries of a platform all the same. The profile is read as it is; who holds it against its release to the letter may refuse it. Empty registries say the same and satisfy such a release.",
    source: "§2.1",
    untested: "no release of the package requires these members of a platform",
  },
  PROFILE_LEFT_OUT: {
    text: "A profile that was read from a URL, or with --whose another, is another's: whoever reads it cannot correct it. An entry of it is left out if its name, version or shape is wrong, if its host has no authority for its name, or if the schema that it needs is not at hand, cannot be read or does not compose; the others are generated. The message says why, and the manifest keeps it. In one's own profile, and with --strict, each of these is an error; so is what --capabilities names, and what may be right the next time, such as a server that is down.",
    source: "§1.9, §2.1",
    run: commandLine("generate", "--whose another"),
    wrong: { file: PROFILE, at: `${GIFT}/version`, json: "v1" },
    right: { file: PROFILE, at: `${GIFT}/version`, json: "2026-01-01" },
  },
  PROFILE_DEVIATES: {
    text: "A rule of the release, or of this tool for authors of profiles, is broken, and the entry can be used all the same: a member is misspelt, a configuration does not match its schema, or a member is missing that only its readers need. In one's own profile it is an error. Client and server use such an entry as well, so another's is generated, and this warning is all.",
    source: "§2.1",
    run: commandLine("generate", "--whose another"),
    wrong: {
      file: PROFILE,
      at: SEARCH,
      json: {
        version: "2026-01-01",
        schema: "https://example.com/schemas/search.json",
        confg: {},
      },
    },
    right: {
      file: PROFILE,
      at: SEARCH,
      json: { version: "2026-01-01", schema: "https://example.com/schemas/search.json" },
    },
  },
  PROFILE_NO_CLIENT: {
    text: "A platform serves nothing, so its profile has no services: the client is made of the service documents of the release that its capabilities belong to. They are searched in the directory that holds a capability's schema, and in those above it up to the one that --schemas names. A document counts if it is OpenAPI or OpenRPC and refers to one of the capabilities. None does here, so the output has types and validators, but nothing to call a business with.",
    source: "§2.1.1",
    wrong: { file: PROFILE, at: "", json: platformOf("search") },
    right: { file: PROFILE, at: "", json: platformOf("checkout") },
  },
  AUTHORITY_MISMATCH: {
    text: "A name in reverse-domain form belongs to the owner of the domain, so the host of its spec and schema, read backwards, must begin the name. com.example.shop.checkout may be described at example.com or shop.example.com, and nowhere else. Otherwise anyone could redefine another party's checkout. Platforms have to check it, too, and should reject the capability.",
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
    text: "The authority over a name is the host of a URL, which must be unambiguous: https, a registered domain, no port, no user information, no IP address, no dot at the end. A public suffix such as co.uk or github.io belongs to nobody.",
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
