/**
 * Item levels of two expansions do not compare: the game lowers all of them when one begins, and the platform shows a
 * character as of its last logout. So a level is stored with the patch of its document.
 */
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';

/** The first number of a patch: it changes with the expansion, and with it the scale of levels. */
export const majorOf = (patch: string | null): number | null => (patch === null ? null : Number.parseInt(patch, 10));

/** An answer of the platform about a character. */
type Seen = { region: Region; gameVersion: GameVersion; major: number | null; lastLoginAt: string | null };

/** Writes, and so locks, only what is new. */
const LEARN = statement`
  insert into newest_patch as n (region, game_version, major, since)
  select distinct on (s.region, s."gameVersion") s.region, s."gameVersion", s.major, coalesce(s."lastLoginAt", now())
  from jsonb_to_recordset($1::jsonb) as s(region text, "gameVersion" text, major smallint, "lastLoginAt" timestamptz)
  where s.major is not null and not exists (select from newest_patch k
    where k.region = s.region and k.game_version = s."gameVersion"
      and (k.major > s.major or k.major = s.major and k.since <= coalesce(s."lastLoginAt", now())))
  order by s.region, s."gameVersion", s.major desc, s."lastLoginAt"
  on conflict (region, game_version) do update set major = excluded.major, since = excluded.since
  where n.major < excluded.major or n.major = excluded.major and n.since > excluded.since`;

export async function learnPatches(sql: Sql, seen: Seen[]): Promise<void> {
  const dated = seen.filter(({ major }) => major !== null);
  if (dated.length > 0) await sql.run(LEARN, [JSON.stringify(dated)]);
}

/** Where a level was read, and under which patch; where that is unknown, the login `at` decides. All are SQL. */
type Reading = { region: string; gameVersion: string; major: string; at: string };

/** Whether no expansion has changed the scale of levels since, as far as others have played it. */
export const isOnCurrentScale = ({ region, gameVersion, major, at }: Reading) => `not exists (
    select from newest_patch n where n.region = ${region} and n.game_version = ${gameVersion} and n.major >
      coalesce(${major}, case when ${at} >= n.since then n.major else 0 end))`;

/**
 * The item level `level` of `row`, a character or a roster entry, which has no region and version of its own; null if it was
 * read before an expansion that others have played, or may have been.
 */
export const currentItemLevel = (
  row: string,
  level: string,
  of = { region: `${row}.region`, gameVersion: `${row}.game_version` },
) =>
  `case when ${isOnCurrentScale({ ...of, major: `${row}.item_level_major`, at: `${row}.last_login_at` })} then ${row}.${level} end`;
