import type { ErrorBody } from '@guildhall/contracts/errors.ts';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Response } from 'express';
import { type AppError, asAppError, INTERNAL_MESSAGE, type LimitState } from '../errors.ts';
import type { Logger } from '../logger.ts';

/** The body of a refusal; undefined stands for a fault of ours, of which nothing but the request id is told. */
export function errorBody(refusal: AppError | undefined, requestId: string): ErrorBody {
  if (!refusal) return { code: 'INTERNAL_SERVER_ERROR', message: INTERNAL_MESSAGE, requestId };
  const { code, reason, message, issues } = refusal;
  return { code, ...(reason ? { reason } : {}), message, ...(issues ? { issues } : {}), requestId };
}

/** The same in the envelope of tRPC: what REST has in its body is in `data`. */
export function trpcError(refusal: AppError | undefined, requestId: string) {
  const { message, ...data } = errorBody(refusal, requestId);
  return { message, code: TRPC_ERROR_CODES_BY_KEY[data.code], data: { ...data, httpStatus: refusal?.status ?? 500 } };
}

/** What a refusal says in headers: how to sign in, when to come back, and how the limit stands that refused. */
export function showRefusal(res: Response, { status, reason, retryAfterSeconds, limit }: AppError): void {
  if (res.headersSent) return;
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds));
  if (limit) showLimit(res, limit);
  if (status !== 401) return;
  const isRefused = reason === 'invalid_session' || reason === 'session_expired' || reason === 'invalid_token';
  res.setHeader('WWW-Authenticate', `Bearer realm="Guildhall"${isRefused ? ', error="invalid_token"' : ''}`);
}

/** How a limit stands, for clients that pace themselves. */
export function showLimit(res: Response, { limit, remaining, resetSeconds }: LimitState): void {
  if (res.headersSent) return;
  res.setHeader('RateLimit-Limit', String(limit));
  res.setHeader('RateLimit-Remaining', String(remaining));
  res.setHeader('RateLimit-Reset', String(resetSeconds));
}

export const requestIdOf = (res: Response): string => String(res.locals.requestId ?? '');

/** Answers a refusal outside of any procedure, in the words of the surface that was asked. */
export function sendError(res: Response, thrown: unknown): void {
  const refusal = asAppError(thrown);
  const requestId = requestIdOf(res);
  if (refusal) showRefusal(res, refusal);
  res.setHeader('Cache-Control', 'no-store');
  const body = res.locals.surface === 'trpc' ? { error: trpcError(refusal, requestId) } : errorBody(refusal, requestId);
  res.status(refusal?.status ?? 500).json(body);
}

/** What is not a refusal: a fault of ours; and of refusals what lies behind them, that database or storage are away. */
export function logFailure(
  log: Logger,
  error: unknown,
  details: { requestId: string; path?: string | undefined },
): void {
  const refusal = asAppError(error);
  if (refusal?.cause) log.warn({ err: refusal.cause, ...details }, refusal.message);
  else if (!refusal) log.error({ err: error, ...details }, 'unexpected error');
}
