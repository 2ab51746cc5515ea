import type { NextFunction, Request, Response } from "express";
import { pool } from "./database.js";

export type Basket = Record<string, number>;

export interface Session {
  readonly id: string;
  readonly basket: Basket;
}

/** Finds the session of the cookie, or begins one. */
export async function sessions(request: Request, response: Response, next: NextFunction) {
  const [, id] = /(?:^|; )sid=([\da-f-]{36})/.exec(request.headers.cookie ?? "") ?? [];
  const found = await pool.query<Session>(
    "UPDATE sessions SET seen_at = now() WHERE id = $1 RETURNING id, basket",
    [id],
  );
  const session =
    found.rows[0] ??
    (await pool.query<Session>("INSERT INTO sessions DEFAULT VALUES RETURNING id, basket")).rows[0];
  if (session === undefined) throw new Error("There is no session.");
  response.locals.session = session;
  response.cookie("sid", session.id, { httpOnly: true, sameSite: "lax" });
  next();
}

export function sessionOf(response: Response): Session {
  return response.locals.session;
}

export async function saveBasket({ id }: Session, basket: Basket): Promise<void> {
  await pool.query("UPDATE sessions SET basket = $2 WHERE id = $1", [id, basket]);
}
