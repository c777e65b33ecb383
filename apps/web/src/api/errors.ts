/** Gives every failed request one shape for pages. `failureWords` has the texts. */
import type { ErrorBody, ErrorReason } from '@guildhall/contracts/errors.ts';
import { retryAfterMs } from '@guildhall/contracts/retry-after.ts';
import { TRPCClientError } from '@trpc/client';
import { NotLoaded } from './load-once.ts';
import { serviceTime } from './service-time.ts';

export type Failure = {
  /**
   * `offline`: the request never arrived. `unloaded`: a part of the page did not. `fault`: it may succeed another time.
   */
  kind: 'refused' | 'forbidden' | 'missing' | 'conflict' | 'limited' | 'fault' | 'offline' | 'unloaded';
  reason: ErrorReason | undefined;
  /** The service's message, in English. */
  message: string;
  requestId: string | undefined;
  retryAfterSeconds: number | undefined;
  issues: NonNullable<ErrorBody['issues']>;
};

const KINDS: Record<number, Failure['kind']> = {
  403: 'forbidden',
  404: 'missing',
  409: 'conflict',
  429: 'limited',
};

export function failureOf(error: unknown): Failure {
  const nothing = { reason: undefined, requestId: undefined, retryAfterSeconds: undefined, issues: [] };
  if (!(error instanceof TRPCClientError)) {
    const kind = error instanceof NotLoaded ? 'unloaded' : 'fault';
    return { ...nothing, kind, message: error instanceof Error ? error.message : String(error) };
  }
  // The server's `trpcError` puts this there.
  const data = error.data as (ErrorBody & { httpStatus: number }) | undefined | null;
  if (!data) return { ...nothing, kind: 'offline', message: error.message };
  const status = data.httpStatus;
  return {
    kind: KINDS[status] ?? (status >= 500 ? 'fault' : 'refused'),
    reason: data.reason,
    message: error.message,
    requestId: data.requestId,
    retryAfterSeconds: retryAfter(error.meta),
    issues: data.issues ?? [],
  };
}

/** Whether the service refused that field, and so will refuse it again. */
export const isRefusedAt = (field: string, error: unknown): boolean =>
  failureOf(error).issues.some(({ path }) => path === field);

function retryAfter(meta: TRPCClientError<never>['meta']): number | undefined {
  const response = meta?.response;
  const ms =
    response instanceof Response ? retryAfterMs(response.headers.get('retry-after'), serviceTime()) : undefined;
  return ms === undefined ? undefined : Math.ceil(ms / 1_000);
}
