/** Sims as they are shown: whose, how exact, and whether what was simulated still holds. */
import { LootTrack } from '@guildhall/contracts/loot-track.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import { type SimReportView, STALE_AFTER_DAYS, WishSource } from '@guildhall/contracts/wish.ts';
import { simLink } from '@guildhall/guild-tools/sim-client.ts';
import { specializationOf } from '@guildhall/simc/tokens.ts';
import { columns, json, type RowOf, text, texts } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { referenceNames } from '../../reference/game-data/names.ts';
import { combatRoleOf } from '../../reference/game-data/playable.ts';
import { differingSlots, type Wearer } from './differing-slots.ts';

const DAY_MS = 86_400_000;
/** Percent. */
const INEXACT = 1;

export const SimReportColumns = columns({
  id: 'uuid',
  source: text(WishSource.exclude(['hand']).options),
  linkId: 'text?',
  specId: 'int',
  name: 'text',
  nameKey: 'text',
  realmKey: 'text',
  fightStyle: 'text?',
  error: 'float?',
  worn: json<{ slot: string; itemId: number }[]>().orNull,
  simulatedAt: 'instant?',
  readAt: 'instant',
  tracks: texts(LootTrack.options),
  items: 'int',
});
export type SimReportRow = RowOf<typeof SimReportColumns>;

/** Needs a condition on `sim_report r` after it. */
export const SIM_REPORTS = `
  select r.id, r.source, r.link_id as "linkId", r.spec_id as "specId", r.name, r.name_key as "nameKey", r.realm_key as "realmKey",
    r.fight_style as "fightStyle", r.error, r.worn, r.simulated_at as "simulatedAt", r.read_at as "readAt",
    coalesce((select array_agg(distinct g.track order by g.track) from sim_gain g where g.report_id = r.id), '{}') as tracks,
    (select count(*)::int from sim_gain g where g.report_id = r.id) as items
  from sim_report r`;

export async function reportPresenter(ctx: AppContext, locale: Locale) {
  const { specName } = await referenceNames(ctx, locale);
  return (row: SimReportRow, family: readonly Wearer[]): SimReportView => {
    const { id, source, linkId, specId, name, fightStyle, error, tracks, items, simulatedAt, readAt } = row;
    const differing = differingSlots(row, family);
    const isOld = Date.now() - Date.parse(simulatedAt ?? readAt) > STALE_AFTER_DAYS * DAY_MS;
    return {
      ...{ id, source, fightStyle, error, tracks, items, simulatedAt, readAt, differing },
      link: linkId === null ? null : simLink({ tool: source, id: linkId }),
      spec: {
        id: specId,
        name: specName({ gameVersion: 'retail', specId, specName: specializationOf(specId)?.name ?? null }),
        role: combatRoleOf(specId),
      },
      character: name,
      inexact: error !== null && error > INEXACT,
      stale: [...(isOld ? (['old'] as const) : []), ...((differing?.length ?? 0) >= 2 ? (['gear'] as const) : [])],
    };
  };
}
