import type { NextFunction, Request, Response } from "express";

export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function notFound(request: Request) {
  throw new HttpError(404, `There is no page ${request.path}.`);
}

export function showError(error: unknown, _: Request, response: Response, next: NextFunction) {
  if (response.headersSent) return next(error);
  const { status = 500 } = error as { status?: number };
  if (status >= 500) console.error(error);
  const text = status >= 500 ? "Something went wrong." : (error as Error).message;
  response.status(status).type("text").send(text);
}
