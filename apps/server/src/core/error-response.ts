import type { ErrorBody } from '@guildhall/contracts/errors.ts';
import type { Response } from 'express';
import { type AppError, asAppError, INTERNAL_MESSAGE } from './errors.ts';

/** The body of a refusal; undefined stands for a fault of ours, of which nothing but the request id is told. */
export function errorBody(refusal: AppError | undefined, requestId: string): ErrorBody {
  if (!refusal) return { code: 'INTERNAL_SERVER_ERROR', message: INTERNAL_MESSAGE, requestId };
  const { code, reason, message, issues } = refusal;
  return { code, ...(reason ? { reason } : {}), message, ...(issues ? { issues } : {}), requestId };
}

export const requestIdOf = (res: Response): string => String(res.locals.requestId ?? '');

/** Answers a refusal outside of tRPC. */
export function sendError(res: Response, thrown: unknown): void {
  const refusal = asAppError(thrown);
  if (refusal?.retryAfterSeconds !== undefined) res.setHeader('Retry-After', String(refusal.retryAfterSeconds));
  res.status(refusal?.status ?? 500).json(errorBody(refusal, requestIdOf(res)));
}
