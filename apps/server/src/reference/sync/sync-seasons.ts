/** Reads the seasons of keystone dungeons in every region that has realms here. */
import type { KeystoneSeason } from '@guildhall/battlenet/schemas/keystone-season.ts';
import { Region } from '@guildhall/contracts/primitives.ts';
import { query, statement, text } from '../../core/db/statement.ts';
import type { JobRun } from '../../core/jobs/job.ts';
import { platformFailure } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { localized } from '../game-data/localized.ts';

const REGIONS = query({ region: text(Region.options) })`
  select $1 as region union select region from realm where game_version = 'retail' order by 1`;

/** Those whose documents will not change any more. */
const ENDED = query({ id: 'int' })`select id from keystone_season where region = $1 and ends_at < now()`;

/** The former one gives way first, as there is only one. */
const NO_LONGER = statement`
  update keystone_season set is_current = false where region = $1 and is_current and id is distinct from $2`;

const STORE = statement`
  insert into keystone_season as t (region, id, names, starts_at, ends_at, is_current)
  select $1, id, names, "startsAt", "endsAt", id is not distinct from $2
  from jsonb_to_recordset($3::jsonb) as n(id int, names jsonb, "startsAt" timestamptz, "endsAt" timestamptz)
  on conflict (region, id) do update set names = excluded.names, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
    is_current = excluded.is_current
  where (t.names, t.starts_at, t.ends_at, t.is_current) is distinct from
    (excluded.names, excluded.starts_at, excluded.ends_at, excluded.is_current)`;

/** The platform failing for one region leaves the others; the first failure is thrown at the end. */
export async function syncSeasons(ctx: AppContext, _payload: object = {}, run?: Pick<JobRun, 'signal'>): Promise<void> {
  const failures: unknown[] = [];
  for (const { region } of await ctx.sql.many(REGIONS, [ctx.config.battlenet.region])) {
    await syncSeasonsOf(ctx, region, run?.signal).catch((error: unknown) => {
      if (!platformFailure(error)) throw error;
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}

async function syncSeasonsOf(ctx: AppContext, region: Region, signal: AbortSignal | undefined): Promise<void> {
  const call = { region, signal };
  const { data: index } = await ctx.battlenet.keystoneSeasonsIndex(call);
  const ended = new Set((await ctx.sql.many(ENDED, [region])).map(({ id }) => id));
  const seasons: KeystoneSeason[] = [];
  for (const { id } of index.seasons.filter((season) => !ended.has(season.id))) {
    seasons.push((await ctx.battlenet.keystoneSeason(call, id)).data);
  }
  const current = index.current_season?.id ?? null;
  const at = (milliseconds: number | null) => (milliseconds === null ? null : new Date(milliseconds));
  const rows = seasons.map((season) => ({
    id: season.id,
    names: localized(season.season_name, ctx.config.locales),
    startsAt: at(season.start_timestamp),
    endsAt: at(season.end_timestamp),
  }));
  await ctx.transact(async ({ sql }) => {
    await sql.run(NO_LONGER, [region, current]);
    await sql.run(STORE, [region, current, JSON.stringify(rows)]);
  });
}
