CREATE TABLE products (
  id text PRIMARY KEY,
  title text NOT NULL,
  cents integer NOT NULL CHECK (cents > 0),
  stock integer NOT NULL CHECK (stock >= 0)
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  basket jsonb NOT NULL DEFAULT '{}',
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE orders (
  number bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001) PRIMARY KEY,
  email text NOT NULL,
  cents integer NOT NULL,
  lines jsonb NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT now()
);

INSERT INTO products VALUES
  ('desk-lamp', 'Desk lamp', 4900, 20),
  ('floor-lamp', 'Floor lamp', 12900, 3);
