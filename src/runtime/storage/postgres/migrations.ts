/**
 * The tables and functions of the storage, by schema version. Each version is applied once, by whichever process
 * comes first. Released versions must never change.
 */

/** An owner's bytes are spread over this many rows, so that its commits rarely wait for one another. */
const USAGE_ROWS = 64;

/** More than a commit adds, so that expired records diminish, but few enough to keep each commit fast. */
const SWEEP = 16;

/** Error codes that the function raises. The SQL standard has no class `PG`. */
export const CONFLICT = "PG409";
export const REFUSED = "PG413";

/**
 * Returns one statement that creates or updates the schema, for migrations with privileges that the business lacks.
 * @param prefix of tables and functions: up to 40 lower-case letters, digits and `_`, starting with a letter
 * @throws {RangeError} if the prefix is invalid
 * @example
 * ```ts
 * import { postgresMigrations } from "@proto-gen/runtime/storage/postgres";
 *
 * const sql = postgresMigrations("shop_");
 * sql.includes("CREATE TABLE shop_record"); // true
 * postgresMigrations("Shop-"); // throws RangeError
 * ```
 */
export function postgresMigrations(prefix = "proto_"): string {
  requirePrefix(prefix);
  const steps = VERSIONS.map(
    (statements, index) =>
      `IF known < ${index + 1} THEN\n${statements(prefix)}\nUPDATE ${prefix}version SET version = ${index + 1};\nEND IF;`,
  );
  return `DO $migrate$
DECLARE known integer := 0;
BEGIN
PERFORM pg_advisory_xact_lock(hashtext('${prefix}version'));
IF to_regclass('${prefix}version') IS NULL THEN
CREATE TABLE ${prefix}version (version integer NOT NULL);
INSERT INTO ${prefix}version VALUES (0);
END IF;
SELECT version INTO known FROM ${prefix}version;
IF known > ${VERSIONS.length} THEN
RAISE EXCEPTION 'the tables have version %, this release knows ${VERSIONS.length}', known;
END IF;
${steps.join("\n")}
END
$migrate$`;
}

/** @throws {RangeError} */
export function requirePrefix(prefix: string): void {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(prefix))
    throw new RangeError(
      `prefix: expected up to 40 of a-z, 0-9 and _, found ${JSON.stringify(prefix)}`,
    );
}

// Texts are compared by bytes, so that the order of keys does not depend on the locale.
const VERSIONS: readonly ((prefix: string) => string)[] = [
  (prefix) => `
CREATE SEQUENCE ${prefix}record_version AS bigint;
CREATE TABLE ${prefix}record (
  collection text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value text NOT NULL,
  version bigint NOT NULL,
  due_at bigint,
  expires_at bigint,
  account text COLLATE "C",
  bytes bigint NOT NULL,
  PRIMARY KEY (collection, key)
);
CREATE INDEX ${prefix}record_by_version ON ${prefix}record (collection, version);
CREATE INDEX ${prefix}record_by_due ON ${prefix}record (collection, due_at, version) WHERE due_at IS NOT NULL;
CREATE INDEX ${prefix}record_by_expiry ON ${prefix}record (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX ${prefix}record_by_account ON ${prefix}record (account, version) WHERE account IS NOT NULL;
CREATE TABLE ${prefix}usage (
  account text COLLATE "C" NOT NULL,
  part integer NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (account, part)
);

CREATE FUNCTION ${prefix}count_bytes(accounts text[], amounts bigint[]) RETURNS void LANGUAGE sql AS $body$
  INSERT INTO ${prefix}usage AS known (account, part, bytes)
    SELECT account, pg_backend_pid() % ${USAGE_ROWS}, sum(amount)
    FROM unnest(accounts, amounts) AS counted (account, amount)
    WHERE account IS NOT NULL GROUP BY account ORDER BY account COLLATE "C"
    ON CONFLICT (account, part) DO UPDATE SET bytes = known.bytes + excluded.bytes;
$body$;

CREATE FUNCTION ${prefix}used_bytes(owner text) RETURNS bigint LANGUAGE sql STABLE AS $body$
  SELECT coalesce(sum(bytes), 0)::bigint FROM ${prefix}usage WHERE account = owner;
$body$;
`,
  // The first version had this function without the locks for records that are not there.
  (prefix) => `
CREATE OR REPLACE FUNCTION ${prefix}commit(request jsonb) RETURNS text LANGUAGE plpgsql AS $body$
DECLARE
  time bigint := (request->>'at')::bigint;
  versions jsonb := '{}';
  item record;
  known record;
  gone record;
  written bigint;
  used bigint;
  accounts text[] := '{}';
  amounts bigint[] := '{}';
BEGIN
  -- In the order of keys, so that of two commits one waits for the other.
  FOR item IN
    SELECT * FROM jsonb_to_recordset(request->'writes') AS given
      (n integer, collection text, key text, expected bigint, value text, due bigint, expires bigint,
       account text, refuse bigint, bytes bigint)
      ORDER BY collection COLLATE "C", key COLLATE "C"
  LOOP
    SELECT version, expires_at, account, bytes INTO known FROM ${prefix}record
      WHERE collection = item.collection AND key = item.key FOR UPDATE;
    IF known.version IS NULL AND item.expected = 0 THEN
      -- There is no row to lock, so that the name is: who relies on its absence keeps others from writing it until the end.
      IF item.value IS NULL THEN
        PERFORM pg_advisory_xact_lock_shared(hashtextextended('${prefix}' || item.collection || ' ' || item.key, 0));
      ELSE
        PERFORM pg_advisory_xact_lock(hashtextextended('${prefix}' || item.collection || ' ' || item.key, 0));
      END IF;
      SELECT version, expires_at, account, bytes INTO known FROM ${prefix}record
        WHERE collection = item.collection AND key = item.key FOR UPDATE;
    END IF;
    IF item.expected <> (CASE WHEN known.version IS NULL OR known.expires_at <= time THEN 0 ELSE known.version END) THEN
      RAISE EXCEPTION 'conflict' USING ERRCODE = '${CONFLICT}', DETAIL = item.n::text;
    END IF;
    IF item.refuse IS NOT NULL AND item.expected = 0 AND item.value IS NOT NULL
        AND ${prefix}used_bytes(item.account) >= item.refuse THEN
      RAISE EXCEPTION 'refused' USING ERRCODE = '${REFUSED}';
    END IF;
    written := 0;
    IF item.value IS NULL THEN
      IF known.version IS NOT NULL THEN
        DELETE FROM ${prefix}record WHERE collection = item.collection AND key = item.key;
      END IF;
    ELSE
      written := nextval('${prefix}record_version');
      IF known.version IS NOT NULL THEN
        UPDATE ${prefix}record SET value = item.value, version = written, due_at = item.due,
          expires_at = item.expires, account = item.account, bytes = item.bytes
          WHERE collection = item.collection AND key = item.key;
      ELSE
        INSERT INTO ${prefix}record (collection, key, value, version, due_at, expires_at, account, bytes)
          VALUES (item.collection, item.key, item.value, written, item.due, item.expires, item.account, item.bytes)
          ON CONFLICT (collection, key) DO NOTHING;
        -- Nobody could lock what was not there: another one has written it meanwhile.
        IF NOT FOUND THEN
          RAISE EXCEPTION 'conflict' USING ERRCODE = '${CONFLICT}', DETAIL = item.n::text;
        END IF;
      END IF;
      accounts := array_append(accounts, item.account);
      amounts := array_append(amounts, item.bytes);
    END IF;
    accounts := array_append(accounts, known.account);
    amounts := array_append(amounts, -known.bytes);
    versions := versions || jsonb_build_object(item.n::text, written);
  END LOOP;
  FOR gone IN
    DELETE FROM ${prefix}record WHERE (collection, key) IN
      (SELECT collection, key FROM ${prefix}record WHERE expires_at <= time
        ORDER BY expires_at LIMIT ${SWEEP} FOR UPDATE SKIP LOCKED)
      RETURNING account, bytes
  LOOP
    accounts := array_append(accounts, gone.account);
    amounts := array_append(amounts, -gone.bytes);
  END LOOP;
  PERFORM ${prefix}count_bytes(accounts, amounts);
  FOR item IN
    SELECT * FROM jsonb_to_recordset(request->'shares') AS given (account text, bytes bigint)
      ORDER BY account COLLATE "C"
  LOOP
    used := ${prefix}used_bytes(item.account);
    CONTINUE WHEN used < item.bytes;
    accounts := '{}';
    amounts := '{}';
    FOR gone IN
      SELECT collection, key, bytes FROM ${prefix}record WHERE account = item.account
        AND version < (SELECT max(version) FROM ${prefix}record WHERE account = item.account)
        ORDER BY version FOR UPDATE SKIP LOCKED
    LOOP
      EXIT WHEN used < item.bytes;
      DELETE FROM ${prefix}record WHERE collection = gone.collection AND key = gone.key;
      accounts := array_append(accounts, item.account);
      amounts := array_append(amounts, -gone.bytes);
      used := used - gone.bytes;
    END LOOP;
    PERFORM ${prefix}count_bytes(accounts, amounts);
  END LOOP;
  RETURN versions::text;
END
$body$;
`,
];
