/** Every status by which the game platform refuses: what it is about, and the kind of error that callers see. */
import { isForNow, type RefusalScope } from '@guildhall/contracts/refusal-scope.ts';
import type { BattlenetErrorKind } from './errors.ts';

type About = `${RefusalScope} ${BattlenetErrorKind}`;

/** A 403 concerns the account whose token it is, or the access of our application; single documents are hidden by 404. */
const STATUSES: Partial<Record<About, readonly number[]>> = {
  'item not_found': [404],
  'item malformed': [410, 451],
  'place unauthorized': [401],
  'place forbidden': [403],
  'for_now rate_limited': [429],
  'ours malformed': [
    ...[400, 402, 405, 406, 407, 409, 411, 412, 413, 414, 415, 416, 417, 418, 421, 422, 424, 426, 428, 431],
  ],
};

const BY_STATUS = new Map(
  Object.entries(STATUSES).flatMap(([about, statuses]) => {
    const [scope, kind] = about.split(' ') as [RefusalScope, BattlenetErrorKind];
    return statuses.map((status) => [status, { scope, kind }] as const);
  }),
);

/** Undefined for a status that means nothing here, such as a redirect. */
export const aboutStatus = (status: number): { scope: RefusalScope; kind: BattlenetErrorKind } | undefined =>
  BY_STATUS.get(status) ?? (isForNow(status) ? { scope: 'for_now', kind: 'unavailable' } : undefined);
