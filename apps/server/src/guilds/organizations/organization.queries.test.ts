import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { bringIn, syncRoster } from '../../../test/guild.ts';

const OFFICER_ONLY = [
  { action: 'manage', subject: 'Event' },
  { action: 'manage', subject: 'Content' },
  { action: 'update', subject: 'Roster' },
  { action: 'sync', subject: 'Roster' },
  { action: 'read', subject: 'OfficerData' },
  { action: 'manage', subject: 'Invite' },
  { action: 'update', subject: 'Loot' },
];
const LEADER_ONLY = [
  { action: 'update', subject: 'Organization' },
  { action: 'delete', subject: 'Organization' },
  { action: 'manage', subject: 'Role' },
];
const EVERYBODY = [
  { action: 'read', subject: 'Organization' },
  { action: 'read', subject: 'Role' },
  { action: 'read', subject: 'Content' },
  { action: 'read', subject: 'Event' },
  { action: 'read', subject: 'Roster' },
];

test.concurrent('the rules that a client gets follow the rank, and only the rank', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const { world } = app.simulator;
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const rules = async (client: typeof kessa) =>
    (await client.get(`/organizations/${guild.id}`).expect(200)).body.abilityRules
      .filter(({ conditions }: { conditions?: object }) => !conditions)
      .map((rule: object) => JSON.stringify(rule))
      .toSorted();
  const all = (...sets: object[][]) =>
    sets
      .flat()
      .map((rule) => JSON.stringify(rule))
      .toSorted();

  expect(await rules(ysolde)).toEqual(all(EVERYBODY, OFFICER_ONLY, LEADER_ONLY));
  expect(await rules(kessa)).toEqual(all(EVERYBODY));
  world.setRank(world.character('highmere', 'Kestrimo'), 1);
  await syncRoster(app, ysolde, guild);
  expect(await rules(kessa)).toEqual(all(EVERYBODY, OFFICER_ONLY));
  world.setRank(world.character('highmere', 'Kestrimo'), 0);
  await syncRoster(app, ysolde, guild);
  expect(await rules(kessa)).toEqual(all(EVERYBODY, OFFICER_ONLY, LEADER_ONLY));
  expect(await rules(ysolde)).toEqual(all(EVERYBODY, OFFICER_ONLY));
});

test.concurrent('parallel syncs create a guild once, under an alias of its own', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12] }) });
  await app.ctx.sql(
    `insert into organization (name, alias, source) values ('Taken', 'ysmeres-lantern-watch-highmere-us', 'standalone')`,
  );
  const clients = await Promise.all(
    ['ysolde', 'kessa', 'pell', 'marrow', 'tamsel', 'brannoc'].map((account) => app.signIn(account)),
  );
  await Promise.all(clients.map((client) => client.post('/characters/sync').expect(201)));
  const { guild } = await bringIn(app, 'quill');
  const rows = await app.ctx.sql(`select alias from organization where source = 'synced' order by alias`);
  expect(rows).toEqual([
    { alias: 'crepuscule-etoile-foret-d-argent-us' },
    { alias: 'ysmeres-lantern-watch-highmere-us-2' },
  ]);
  expect(await app.ctx.sql('select from role where organization_id = $1', [guild.id])).toHaveLength(11);
});
