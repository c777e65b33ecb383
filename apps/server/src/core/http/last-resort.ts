import type { ErrorRequestHandler } from 'express';
import { AppError, malformedJson } from '../errors.ts';
import type { AppContext } from '../services/context.ts';
import { logFailure, requestIdOf, sendError } from './error-response.ts';

type ParserError = Error & { type?: string; status?: number };

/** Answers refusals of the middleware before the procedures, and unexpected errors. */
export function lastResort(ctx: AppContext): ErrorRequestHandler {
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
  if (error.status === 413)
    return new AppError('PAYLOAD_TOO_LARGE', undefined, 'The request is too large. A JSON body may have 256 KiB.');
  if (error.status === 415)
    return new AppError('UNSUPPORTED_MEDIA_TYPE', undefined, 'Send the body as application/json.');
  if (error.status && error.status < 500)
    return new AppError(
      'BAD_REQUEST',
      'invalid_input',
      'The request could not be read. Check its address, headers and body.',
    );
  return undefined;
}
