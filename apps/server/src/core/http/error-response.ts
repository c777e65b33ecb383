import type { ErrorBody } from '@guildhall/contracts/errors.ts';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Response } from 'express';
import { type AppError, asAppError, INTERNAL_MESSAGE, type LimitState } from '../errors.ts';
import type { Logger } from '../logger.ts';

/** The body of a refusal. `undefined` means an internal error, which reveals nothing but the request id. */
export function errorBody(refusal: AppError | undefined, requestId: string): ErrorBody {
  if (!refusal) return { code: 'INTERNAL_SERVER_ERROR', reason: 'internal', message: INTERNAL_MESSAGE, requestId };
  const { code, reason, message, issues, current } = refusal;
  return { code, reason, message, ...(issues ? { issues } : {}), ...(current ? { current } : {}), requestId };
}

/** The same in tRPC's envelope: `data` holds what REST puts into the body. */
export function trpcError(refusal: AppError | undefined, requestId: string) {
  const { message, ...data } = errorBody(refusal, requestId);
  return { message, code: TRPC_ERROR_CODES_BY_KEY[data.code], data: { ...data, httpStatus: refusal?.status ?? 500 } };
}

/** Sets a refusal's headers: how to sign in, when to retry, and the state of the exhausted limit. */
export function showRefusal(res: Response, { status, reason, retryAfterSeconds, limit }: AppError): void {
  if (res.headersSent) return;
  if (retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(retryAfterSeconds));
  if (limit) showLimit(res, limit);
  if (status !== 401) return;
  const isRefused = reason === 'invalid_session' || reason === 'session_expired' || reason === 'invalid_token';
  if (isRefused) showInvalidToken(res);
  else res.setHeader('WWW-Authenticate', CHALLENGE);
}

const CHALLENGE = 'Bearer realm="Guildhall"';

/** Tells a caller that the credentials it sent are no longer valid, whatever the answer is. */
export function showInvalidToken(res: Response): void {
  if (!res.headersSent) res.setHeader('WWW-Authenticate', `${CHALLENGE}, error="invalid_token"`);
}

/** Tells clients that pace themselves how much of the limit is left. */
export function showLimit(res: Response, { limit, remaining, resetSeconds }: LimitState): void {
  if (res.headersSent) return;
  res.setHeader('RateLimit-Limit', String(limit));
  res.setHeader('RateLimit-Remaining', String(remaining));
  res.setHeader('RateLimit-Reset', String(resetSeconds));
}

export const requestIdOf = (res: Response): string => String(res.locals.requestId ?? '');

/** Answers a refusal outside any procedure, in the format of the surface called. */
export function sendError(res: Response, thrown: unknown): void {
  const refusal = asAppError(thrown);
  const requestId = requestIdOf(res);
  if (refusal) showRefusal(res, refusal);
  res.setHeader('Cache-Control', 'no-store');
  const body = res.locals.surface === 'trpc' ? { error: trpcError(refusal, requestId) } : errorBody(refusal, requestId);
  res.status(refusal?.status ?? 500).json(body);
}

/** Logs internal errors, and the causes behind refusals such as an unreachable database or storage. */
export function logFailure(
  log: Logger,
  error: unknown,
  details: { requestId: string; path?: string | undefined },
): void {
  const refusal = asAppError(error);
  if (refusal?.cause) log.warn({ err: refusal.cause, ...details }, refusal.message);
  else if (!refusal) log.error({ err: error, ...details }, 'unexpected error');
}
