/**
 * Every status by which the receiver of a webhook refuses: what it is about. A program says less by a status than Discord by a code,
 * so its address is asked for as long as a message is worth it, and only 410 ends that.
 */
import { isForNow, type RefusalScope } from '@guildhall/contracts/refusal-scope.ts';

const STATUSES: Partial<Record<RefusalScope, readonly number[]>> = {
  item: [400, 406, 409, 411, 412, 413, 414, 415, 416, 417, 418, 422, 424, 428, 431, 451],
  place: [300, 301, 302, 303, 304, 305, 307, 308, 401, 402, 403, 404, 405, 407, 410, 421, 426],
};

const BY_STATUS = new Map(
  Object.entries(STATUSES).flatMap(([scope, statuses]) =>
    // The keys are those of the type.
    statuses.map((status) => [status, scope as RefusalScope] as const),
  ),
);

/** Null for a status without a meaning here. */
export const scopeOfReceiver = (status: number): RefusalScope | null =>
  isForNow(status) ? 'for_now' : (BY_STATUS.get(status) ?? null);
