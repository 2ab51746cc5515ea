/**
 * Checks the public keys of a profile (§2.1.4) beyond the schema of its release: other keys cannot verify signatures,
 * and profiles are public.
 */

import { isObject, type Members } from "../json/members.js";
import { joinPointer } from "../json/json-pointer.js";
import { permits } from "../signature/signing-key.js";

/** Private members of a JWK (RFC 7518 §6.2.2, §6.3.2, §6.4.1). */
const PRIVATE_MEMBERS = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

interface Curve {
  readonly alg: string;
  /** Length of a coordinate. */
  readonly bytes: number;
}

const CURVES: ReadonlyMap<unknown, Curve> = /* @__PURE__ */ new Map([
  ["P-256", { alg: "ES256", bytes: 32 }],
  ["P-384", { alg: "ES384", bytes: 48 }],
]);

/** A rule that a key in a profile breaks. */
export interface SigningKeyProblem {
  /** JSON Pointer in the profile: of a member, or of the key if it lacks one. */
  readonly pointer: string;
  readonly message: string;
  readonly hint: string;
  /** True if a private member is published. */
  readonly exposesKey: boolean;
}

/** @param profile a whole profile; a value of another type has no keys */
export function findSigningKeyProblems(profile: unknown): readonly SigningKeyProblem[] {
  const keys = isObject(profile) ? profile["signing_keys"] : undefined;
  if (!Array.isArray(keys)) return [];
  const first = new Map<string, number>();
  return (keys as readonly unknown[]).flatMap((key, index) =>
    isObject(key)
      ? [...keyProblems(key), ...repeatedId(key, index, first)].map((problem) =>
          toSigningKeyProblem(problem, index),
        )
      : [],
  );
}

function toSigningKeyProblem({ member, message, hint }: KeyProblem, index: number) {
  const place = member === undefined ? [] : [member];
  return {
    pointer: joinPointer("/signing_keys", index, ...place),
    message,
    hint,
    exposesKey: member !== undefined && PRIVATE_MEMBERS.includes(member),
  };
}

interface KeyProblem {
  /** The invalid member. Undefined for the key itself. */
  readonly member?: string;
  readonly message: string;
  readonly hint: string;
}

function keyProblems(key: Members): KeyProblem[] {
  const exposed = PRIVATE_MEMBERS.filter((member) => Object.hasOwn(key, member));
  if (exposed.length > 0)
    return exposed.map((member) => ({
      member,
      message: `"${member}" is the private part of a key, and everyone can read a profile`,
      hint: "remove it, and replace the key: whoever has read it can sign in your name",
    }));
  const missing = ["kid", "kty"].filter((member) => key[member] === undefined);
  if (missing.length > 0) return missing.map(missingMember);
  if (key["kty"] !== "EC")
    return [
      {
        member: "kty",
        message: `a key of type ${JSON.stringify(key["kty"])} verifies no signature`,
        hint: 'publish a key with "kty": "EC" on the curve P-256 or P-384',
      },
    ];
  return ellipticProblems(key);
}

function ellipticProblems(key: Members): KeyProblem[] {
  const missing = ["crv", "x", "y"].filter((member) => key[member] === undefined);
  if (missing.length > 0) return missing.map(missingMember);
  const { crv, alg } = key;
  const curve = CURVES.get(crv);
  if (curve === undefined)
    return [
      {
        member: "crv",
        message: `a key on the curve ${JSON.stringify(crv)} verifies no signature`,
        hint: "publish a key on the curve P-256 or P-384",
      },
    ];
  const wrongAlg =
    alg === undefined || alg === curve.alg
      ? []
      : [
          {
            member: "alg",
            message: `${JSON.stringify(alg)} is not the algorithm of the curve ${String(crv)}`,
            hint: `write "${curve.alg}", or leave it out`,
          },
        ];
  return [
    ...wrongAlg,
    ...useProblems(key),
    ...["x", "y"].flatMap((member) => coordinateProblem(key, member, curve)),
  ];
}

/** RFC 7517 §4.2, §4.3. */
function useProblems(key: Members): KeyProblem[] {
  if (permits(key, "verify")) return [];
  const { use } = key;
  const member = use === undefined || use === "sig" ? "key_ops" : "use";
  const expected = member === "use" ? '"sig"' : '["verify"]';
  return [
    {
      member,
      message: `"${member}" forbids that the key verifies signatures`,
      hint: `write ${expected}, or leave it out`,
    },
  ];
}

function coordinateProblem(key: Members, member: string, { bytes }: Curve): KeyProblem[] {
  const value = key[member];
  const isCoordinate =
    typeof value === "string" &&
    /^[A-Za-z0-9_-]+$/.test(value) &&
    value.length === Math.ceil((bytes * 4) / 3);
  return isCoordinate
    ? []
    : [
        {
          member,
          message: `"${member}" is not a coordinate of ${bytes} bytes in base64url`,
          hint: "export the key again as a JWK (RFC 7518 §6.2.1)",
        },
      ];
}

function missingMember(member: string): KeyProblem {
  return { message: `a key has no "${member}" (§2.1.4)`, hint: `add "${member}"` };
}

function repeatedId(key: Members, index: number, first: Map<string, number>): KeyProblem[] {
  const { kid } = key;
  if (typeof kid !== "string") return [];
  const before = first.get(kid);
  if (before === undefined) {
    first.set(kid, index);
    return [];
  }
  return [
    {
      member: "kid",
      message: `"${kid}" names key ${before} as well, so that a signature cannot tell which of the two it was made with`,
      hint: "give each key an id of its own",
    },
  ];
}
