/** Names of classes, races and realms from the platform, in all its languages: one request each. */
import type { LocalizedText } from '@guildhall/battlenet/schemas/primitives.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { query, type RowOf, text } from '../core/db/statement.ts';
import type { JobRun } from '../core/jobs/job.ts';
import { platformFailure } from '../core/platform/platform-failure.ts';
import type { AppContext } from '../core/services/context.ts';
import { forgetGameData } from '../reference/game-data-cache.ts';
import { localized } from '../reference/localized.ts';
import { REFERENCE_NAMES_KEY } from '../reference/names.ts';
import { type CatalogueRun, type Part, runParts } from './catalogue-run.ts';
import { Written } from './count-changes.ts';

const named = (table: 'playable_class' | 'playable_race') => query(Written)`
  insert into ${table} as t (id, names) select id, names from jsonb_to_recordset($1::jsonb) as n(id smallint, names jsonb)
  on conflict (id) do update set names = excluded.names, listed = true
  where t.names is distinct from excluded.names or not t.listed
  returning new.id, old.id is null as added`;

const namedGone = (table: 'playable_class' | 'playable_race') => query(Written)`
  update ${table} set listed = false where listed and id not in
    (select id from jsonb_to_recordset($1::jsonb) as n(id smallint))
  returning id, false as added`;

const CLASSES = named('playable_class');
const CLASSES_GONE = namedGone('playable_class');
const RACES = named('playable_race');
const RACES_GONE = namedGone('playable_race');

const REALMS = query(Written)`
  insert into realm as t (region, game_version, id, slug, names)
  select $2, $3, id, slug, names from jsonb_to_recordset($1::jsonb) as n(id int, slug text, names jsonb)
  on conflict (region, game_version, id) do update set slug = excluded.slug, names = excluded.names, listed = true
  where (t.slug, t.names, t.listed) is distinct from (excluded.slug, excluded.names, true)
  returning new.id, old.id is null as added`;

const REALMS_GONE = query(Written)`
  update realm set listed = false where region = $2 and game_version = $3 and listed and id not in
    (select id from jsonb_to_recordset($1::jsonb) as n(id int))
  returning id, false as added`;

/** Needed by every list, and by the rest of the catalogue. */
export const REFERENCE: Part[] = [syncClasses, syncRaces, syncRealms];

export async function syncReference(
  ctx: AppContext,
  _payload: object = {},
  run?: Pick<JobRun, 'signal'>,
): Promise<void> {
  await runParts(ctx, REFERENCE, run?.signal);
}

async function syncClasses(ctx: AppContext, run: CatalogueRun): Promise<void> {
  if (run.isStored('classes')) return;
  const ask = ctx.battlenet.playableClassesIndex;
  const classes = await run.documents.list('playable-class', ask, (index) => index.classes);
  await storeList(ctx, run, 'classes', rowsOf(ctx, classes), CLASSES, CLASSES_GONE);
}

async function syncRaces(ctx: AppContext, run: CatalogueRun): Promise<void> {
  if (run.isStored('races')) return;
  const ask = ctx.battlenet.playableRacesIndex;
  const races = await run.documents.list('playable-race', ask, (index) => index.races);
  await storeList(ctx, run, 'races', rowsOf(ctx, races), RACES, RACES_GONE);
}

/** The region and branch of this installation, and each in which somebody has a character. */
const BRANCHES = query({ region: text(Region.options), gameVersion: text(GameVersion.options) })`
  select $1 as region, 'retail' as "gameVersion" union select region, game_version from realm order by 1, 2`;

async function syncRealms(ctx: AppContext, run: CatalogueRun): Promise<void> {
  const branches = await ctx.sql.many(BRANCHES, [ctx.config.battlenet.region]);
  const failures: unknown[] = [];
  for (const branch of branches) {
    await syncRealmsOf(ctx, run, branch).catch((error) => {
      if (!platformFailure(error)) throw error;
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}

type Branch = RowOf<typeof BRANCHES>;

async function syncRealmsOf(ctx: AppContext, run: CatalogueRun, { region, gameVersion }: Branch): Promise<void> {
  const name = `realms/${region}/${gameVersion}`;
  if (run.isStored(name)) return;
  const realms = await run.documents.list(
    name,
    (call) => ctx.battlenet.realmsIndex({ ...call, region, gameVersion }),
    (index) => index.realms,
  );
  await storeList(ctx, run, name, rowsOf(ctx, realms), REALMS, REALMS_GONE, region, gameVersion);
}

const rowsOf = <Entry extends { id: number; name: LocalizedText }>(ctx: AppContext, entries: Entry[]) =>
  entries.map(({ name, ...entry }) => ({ ...entry, names: localized(name, ctx.config.locales) }));

/** Stores the listed ones, and marks the others as no longer listed. */
async function storeList(
  ctx: AppContext,
  run: CatalogueRun,
  name: string,
  rows: object[],
  upsert: typeof REALMS,
  gone: typeof REALMS,
  ...rest: unknown[]
): Promise<void> {
  await run.expect(rows.length);
  const parameters = [JSON.stringify(rows), ...rest];
  const { added, updated } = await run.store({ name, things: rows.length }, async (sql) => [
    [...(await sql.many(upsert, parameters)), ...(await sql.many(gone, parameters))],
  ]);
  if (added + updated === 0) return;
  ctx.cache.forget(REFERENCE_NAMES_KEY);
  forgetGameData(ctx);
}
