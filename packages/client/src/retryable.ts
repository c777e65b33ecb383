/** Answers after which the same request may succeed later. */
import { pauseMsOf, retryAfterMs } from '@guildhall/contracts/retry-after.ts';

/** Without a status the connection was lost. */
export const isRetryable = (status: number | undefined): boolean =>
  status === undefined || [429, 502, 503, 504].includes(status);

/** The wait in milliseconds that the service asks for, at least a second. */
export const retryAfterOf = ({ headers }: Response): number | undefined =>
  pauseMsOf(retryAfterMs(headers.get('retry-after')));
