/** Names from the game in one language, falling back to English. */
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import type { GameNameKind } from '../enrichment/documents/game-name.ts';

export type GameNames = (kind: GameNameKind, key: number | string) => string | null;

const NAMES = query({ kind: 'text', key: 'text', name: 'text?' })`
  select kind, key, coalesce(names ->> $1, names ->> 'en_US') as name from game_name
  where (kind, key) in (select * from unnest($2::text[], $3::text[]))`;

type Wanted = readonly (readonly [GameNameKind, number | string])[];

export async function gameNames(sql: Sql, locale: Locale, wanted: Wanted): Promise<GameNames> {
  // Each once, however many characters want it.
  const each = [...new Map(wanted.map((one) => [one.join('/'), one])).values()];
  const rows = await sql.many(NAMES, [locale, each.map(([kind]) => kind), each.map(([, key]) => `${key}`)]);
  const names = new Map(rows.map(({ kind, key, name }) => [`${kind}/${key}`, name]));
  return (kind, key) => names.get(`${kind}/${key}`) ?? null;
}
