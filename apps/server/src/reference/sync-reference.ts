/** Names of classes, races and realms from the platform, in all its languages: one request each. */
import type { LocalizedText } from '@guildhall/battlenet/schemas/primitives.ts';
import type { AppContext } from '../core/context.ts';
import { forgetGameData } from './game-data-cache.ts';
import { localized } from './localized.ts';
import { REFERENCE_NAMES_KEY } from './names.ts';

const UPSERT_NAMED = (table: 'playable_class' | 'playable_race') => `
  insert into ${table} as t (id, names) select id, names from jsonb_to_recordset($1::jsonb) as n(id smallint, names jsonb)
  on conflict (id) do update set names = excluded.names where t.names is distinct from excluded.names`;

const UPSERT_REALMS = `
  insert into realm as t (region, id, slug, names)
  select $2, id, slug, names from jsonb_to_recordset($1::jsonb) as n(id int, slug text, names jsonb)
  on conflict (region, id) do update set slug = excluded.slug, names = excluded.names
  where (t.slug, t.names) is distinct from (excluded.slug, excluded.names)`;

export async function syncReference(ctx: AppContext): Promise<void> {
  const { locales, battlenet } = ctx.config;
  const { region } = battlenet;
  const call = { region };
  const [classes, races, realms] = await Promise.all([
    ctx.battlenet.playableClassesIndex(call),
    ctx.battlenet.playableRacesIndex(call),
    ctx.battlenet.realmsIndex(call),
  ]);
  const named = (rows: { id: number; name: LocalizedText }[]) =>
    JSON.stringify(rows.map(({ id, name }) => ({ id, names: localized(name, locales) })));
  const realmRows = realms.data.realms.map(({ id, slug, name }) => ({ id, slug, names: localized(name, locales) }));
  await ctx.transact(async ({ sql }) => {
    await sql(UPSERT_NAMED('playable_class'), [named(classes.data.classes)]);
    await sql(UPSERT_NAMED('playable_race'), [named(races.data.races)]);
    await sql(UPSERT_REALMS, [JSON.stringify(realmRows), region]);
  });
  ctx.cache.forget(REFERENCE_NAMES_KEY);
  forgetGameData(ctx);
}
