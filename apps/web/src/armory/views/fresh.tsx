import type { Freshness as FreshnessOf } from '@guildhall/contracts/character.ts';
import { Empty } from '../../ui/states.tsx';
import { Freshness } from '../../ui/time.tsx';
import { viewsWords } from './views.words.ts';

/** When the data was fetched and when it is fetched again, with an error only if there is one. */
export function Fresh({ of }: { of: FreshnessOf }) {
  const { states } = viewsWords.use();
  if (of.status === 'ok') return <Freshness asOf={of.fetchedAt} next={of.nextAt} />;
  return <Freshness asOf={of.fetchedAt} next={of.nextAt} failed={of.status === 'failed' ? states.failed : undefined} />;
}

/** Explains why there is no data. */
export function Nothing({ of, title }: { of: FreshnessOf; title: string }) {
  const { states } = viewsWords.use();
  const why = {
    ok: undefined,
    pending: states.pending,
    not_found: states.notFound,
    failed: states.failed,
    not_available: states.notAvailable,
  }[of.status];
  return (
    <Empty icon={of.status === 'pending' ? 'clock' : 'mark'} title={title}>
      {why}
    </Empty>
  );
}
