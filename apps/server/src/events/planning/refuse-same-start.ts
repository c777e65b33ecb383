import { badRequest } from '../../core/errors.ts';

/** Two local times may mean the same instant when a clock change skips one of them. Throws BAD_REQUEST. */
export function refuseSameStart(starts: { startsAt: Date }[]): void {
  if (new Set(starts.map(({ startsAt }) => startsAt.getTime())).size < starts.length) {
    throw badRequest(
      'same_start_twice',
      'Two events of the series would begin at the same time. Choose different days or times.',
    );
  }
}
