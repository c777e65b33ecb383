/** Names of classes, races and realms from the platform, in all its languages: one request each. */
import type { Call } from '@guildhall/battlenet/client.ts';
import type { LocalizedText } from '@guildhall/battlenet/schemas/primitives.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { query, type RowOf, text } from '../../core/db/statement.ts';
import type { JobRun } from '../../core/jobs/job.ts';
import { platformFailure } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { forgetGameData } from '../game-data/game-data-cache.ts';
import { localized } from '../game-data/localized.ts';
import { REFERENCE_NAMES_KEY } from '../game-data/names.ts';
import { type CatalogueRun, type CatalogueStep, runParts } from './catalogue-run.ts';
import { rowsNotListed, upsertRows, writeRows } from './write-rows.ts';

const named = (table: string) => ({
  listed: upsertRows(table, 'names jsonb, listed boolean'),
  gone: rowsNotListed(table),
});
const CLASSES = named('playable_class');
const RACES = named('playable_race');
const REALMS = {
  listed: upsertRows('realm', 'slug text, names jsonb, listed boolean', 'region text, game_version text, id int'),
  gone: rowsNotListed('realm', 'region = $2 and game_version = $3'),
};

/** Needed by every list, and by the rest of the catalogue. */
export const REFERENCE_STEPS: CatalogueStep[] = [syncClasses, syncRaces, syncRealms];

export async function syncReference(ctx: AppContext, _payload: object = {}, run?: Pick<JobRun, 'signal'>) {
  await runParts(ctx, REFERENCE_STEPS, run?.signal);
}

async function syncClasses(ctx: AppContext, run: CatalogueRun): Promise<void> {
  const ask = ctx.battlenet.playableClassesIndex;
  await syncList(ctx, run, 'classes', CLASSES, () =>
    run.documents.list('playable-class', ask, (index) => index.classes),
  );
}

async function syncRaces(ctx: AppContext, run: CatalogueRun): Promise<void> {
  const ask = ctx.battlenet.playableRacesIndex;
  await syncList(ctx, run, 'races', RACES, () => run.documents.list('playable-race', ask, (index) => index.races));
}

/** The region and branch of this installation, and each in which a person has a character. */
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
  const list = async () => {
    const ask = (call: Call) => ctx.battlenet.realmsIndex({ ...call, region, gameVersion });
    const realms = await run.documents.list(name, ask, (index) => index.realms);
    return realms.map((realm) => ({ ...realm, region, game_version: gameVersion }));
  };
  await syncList(ctx, run, name, REALMS, list, [region, gameVersion]);
}

/** Stores the listed ones, and marks the others as no longer listed. */
async function syncList(
  ctx: AppContext,
  run: CatalogueRun,
  name: string,
  table: typeof CLASSES,
  list: () => Promise<{ id: number; name: LocalizedText }[]>,
  within: unknown[] = [],
): Promise<void> {
  if (run.isStored(name)) return;
  const entries = await list();
  await run.expect(entries.length);
  const rows = entries.map(({ name, ...entry }) => ({ ...entry, names: localized(name, ctx.config.locales) }));
  const ids = entries.map(({ id }) => id);
  const { added, updated } = await run.store({ name, things: rows.length }, async (sql) => [
    [...(await writeRows(sql, table.listed, rows)), ...(await sql.many(table.gone, [ids, ...within]))],
  ]);
  if (added + updated === 0) return;
  ctx.cache.forget(REFERENCE_NAMES_KEY);
  forgetGameData(ctx);
}
