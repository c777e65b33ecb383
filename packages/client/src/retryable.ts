/** Answers after which the same request may succeed later. */
import { retryAfterMs } from '@guildhall/contracts/retry-after.ts';

/** Without a status the connection was lost. */
export const isRetryable = (status: number | undefined): boolean =>
  status === undefined || [429, 502, 503, 504].includes(status);

/** The wait in milliseconds that the service asks for. */
export const retryAfterOf = ({ headers }: Response): number | undefined => retryAfterMs(headers.get('retry-after'));
