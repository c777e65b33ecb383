/** Learns realms from profiles, for branches of the game whose index has not been read yet. */
import type { LocalizedText } from '@guildhall/battlenet/schemas/primitives.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { localized } from './localized.ts';
import { REFERENCE_NAMES_KEY } from './names.ts';
import { referenceSyncJob, seasonSyncJob } from './reference.jobs.ts';

export type NamedRealm = {
  region: Region;
  gameVersion: GameVersion;
  id: number;
  slug: string;
  name: LocalizedText;
};

const LEARN = statement`
  insert into realm (region, game_version, id, slug, names, listed)
  select distinct on (region, game_version, id) region, game_version, id, slug, names, false
  from jsonb_to_recordset($1::jsonb) as n(region text, game_version text, id int, slug text, names jsonb)
  where not exists (select from realm t where (t.region, t.game_version, t.id) = (n.region, n.game_version, n.id))
  order by region, game_version, id
  on conflict do nothing`;

/** Queues a sync of their branch's index, because members of rosters come from its other realms too. */
export async function learnRealms(ctx: AppContext, tx: UnitOfWork, realms: NamedRealm[]): Promise<void> {
  const rows = realms
    .filter(({ name }) => name !== null)
    .map(({ gameVersion, name, ...realm }) => ({
      ...realm,
      game_version: gameVersion,
      names: localized(name, ctx.config.locales),
    }));
  if (rows.length === 0) return;
  const learned = await tx.sql.run(LEARN, [JSON.stringify(rows)]);
  if (learned === 0) return;
  await tx.enqueue(referenceSyncJob, {});
  await tx.enqueue(seasonSyncJob, {});
  tx.afterCommit(() => ctx.cache.forget(REFERENCE_NAMES_KEY));
}
