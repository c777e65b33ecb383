/** Seasons of keystone dungeons: ratings and best runs are of one of them and compare with none of another. */
import type { KeystoneSeasonRef } from '@guildhall/contracts/gear.ts';
import type { Locale, Region } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, query } from '../../core/db/statement.ts';
import { localizedName, type Names } from './localized.ts';

export type KeystoneSeasons = {
  /** Null before the platform has named it, and between two seasons. */
  current(region: Region): KeystoneSeasonRef | null;
  /** With its id alone where the platform has not described it. */
  named(region: Region, id: number): KeystoneSeasonRef;
};

const SEASONS = query({
  region: 'text',
  id: 'int',
  names: json<Names>(),
  startedAt: 'instant?',
  endedAt: 'instant?',
  isCurrent: 'bool',
})`
  select region, id, names, starts_at as "startedAt", ends_at as "endedAt", is_current as "isCurrent"
  from keystone_season where region = any($1)`;

const UNKNOWN = { name: null, startedAt: null, endedAt: null };

export async function keystoneSeasons(sql: Sql, regions: Region[], locale: Locale): Promise<KeystoneSeasons> {
  const rows = await sql.many(SEASONS, [[...new Set(regions)]]);
  const seasons = rows.map(({ names, ...row }) => ({ ...row, name: localizedName(names, locale) }));
  const present = (which: (season: (typeof seasons)[number]) => boolean): KeystoneSeasonRef | null => {
    const found = seasons.find(which);
    if (!found) return null;
    const { id, name, startedAt, endedAt } = found;
    return { id, name, startedAt, endedAt };
  };
  return {
    current: (region) => present((season) => season.region === region && season.isCurrent),
    named: (region, id) => present((season) => season.region === region && season.id === id) ?? { id, ...UNKNOWN },
  };
}
