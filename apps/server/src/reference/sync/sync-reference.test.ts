import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { eventually } from '../../../test/guild.ts';
import { referenceNames } from '../game-data/names.ts';
import { syncReference } from './sync-reference.ts';

const RETAIL_US = { region: 'us', gameVersion: 'retail' };

test('names of classes, races and realms come in every language, and are rewritten only when they change', async () => {
  await using app = await testApp();
  const { ctx, simulator } = app;
  await eventually(async () => expect((await referenceNames(ctx)).realmName(RETAIL_US, 'highmere')).toBe('Highmere'));
  const names = await referenceNames(ctx);
  expect(names.className(2)).toBe('Paladin');
  expect(names.realmName(RETAIL_US, 'forêt-d-argent')).toBe("Forêt d'Argent");
  expect([
    names.className(999),
    names.raceName(999),
    names.realmName({ ...RETAIL_US, region: 'eu' }, 'nowhere'),
  ]).toEqual(['Class 999', 'Race 999', 'nowhere']);
  const [paladin] = await ctx.sql<{ names: object }>('select names from playable_class where id = 2');
  expect(Object.keys(paladin?.names ?? {})).toEqual(
    expect.arrayContaining(['en_US', 'de_DE', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU']),
  );

  const rows = () =>
    ctx.sql(`select xmin::text, id from playable_class union all select xmin::text, id from playable_race
      union all select xmin::text, id from realm order by id`);
  const before = await rows();
  await syncReference(ctx);
  expect(await rows()).toEqual(before);
  simulator.faults.add({ match: '/data/wow/realm/index', fault: { kind: 'truncated' } });
  await expect(syncReference(ctx)).rejects.toMatchObject({ kind: 'malformed' });
  expect(await rows()).toEqual(before);
});
