import type { ErrorRequestHandler } from 'express';
import { AppError, malformedJson, notJson, tooLarge, unreadable } from '../errors.ts';
import type { AppContext } from '../services/context.ts';
import { logFailure, requestIdOf, sendError } from './error-response.ts';

type ParserError = Error & { type?: string; status?: number };

/** Answers refusals of the middleware before the procedures, and unexpected errors. */
export function errorHandler(ctx: AppContext): ErrorRequestHandler {
  return (error: ParserError, _req, res, _next) => {
    const refusal = parserRefusal(error);
    logFailure(ctx.log, refusal ?? error, { requestId: requestIdOf(res) });
    if (res.headersSent) res.destroy();
    else sendError(res, refusal ?? error);
  };
}

function parserRefusal(error: ParserError): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error.type === 'entity.parse.failed') return malformedJson();
  if (error.status === 413) return tooLarge();
  if (error.status === 415) return notJson();
  return error.status && error.status < 500 ? unreadable() : undefined;
}
