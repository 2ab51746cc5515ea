import { IdempotencyError } from "./idempotency-error.js";

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Requires 1 to 255 visible ASCII characters. The entropy that §8 demands (128 bits) cannot be checked on one key.
 * @throws {IdempotencyError} `idempotency_key_invalid`
 */
export function checkKey(key: string): void {
  if (KEY.test(key)) return;
  const found = key.length > 255 ? `${key.length} characters` : JSON.stringify(key);
  throw new IdempotencyError(
    "idempotency_key_invalid",
    `expected 1 to 255 visible ASCII characters, found ${found}`,
  );
}
