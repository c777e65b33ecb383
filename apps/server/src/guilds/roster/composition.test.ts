import type { CompositionPart, CompositionView } from '@guildhall/contracts/roster.ts';
import { findSpecialization } from '@guildhall/simulator/game-classes.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { bringIn } from '../../../test/guild.ts';
import { syncReference } from '../../reference/sync/sync-reference.ts';

const PLATE = [1, 2, 6];

test('counts what the members play by class, role and armor, for all or only for active ones', async () => {
  const world = createWorld({ guildSizes: [40] });
  const lantern = world.guild('lantern');
  const now = Date.now();
  const days = (count: number) => now - count * 86_400_000;
  for (const member of world.members(lantern)) world.login(member, days(200));
  const members = world.members(lantern);
  for (const member of members.slice(0, 8)) world.login(member, days(10));
  const hidden = members.find((member) => member.profileHidden);
  expect(hidden).toBeDefined();

  await using app = await testApp({ world });
  const { client, guild } = await bringIn(app);
  const osric = await app.signIn('osric');
  await syncReference(app.ctx);
  app.ctx.cache.forget('reference-names');
  const path = `/organizations/${guild.id}/composition`;
  await app.http.get(`/api/v1${path}`).expect(401);
  await osric.get(path).expect(403);
  await client.get('/organizations/nobody/composition').expect(404);
  for (const days of ['0', '-1', '1.5', 'x', '', '3651']) await client.get(`${path}?activeSince=${days}`).expect(400);
  await app.ctx.sql(`insert into organization (name, alias, source) values ('Alone', 'alone', 'standalone')`);
  await app.ctx.sql(`update app_user set is_admin = true where display_name = 'Osric'`);
  expect((await osric.get('/organizations/alone/composition').expect(400)).body.reason).toBe('not_a_synced_guild');

  const of = async (query = ''): Promise<CompositionView> => (await client.get(path + query).expect(200)).body;
  const all = await of();
  expect(all).toMatchObject({ total: 40, activeSince: null });
  const countOf = (parts: CompositionPart[], key: string) => parts.find((part) => part.key === key)?.count ?? 0;
  for (const parts of [all.classes, all.roles, all.armorTypes]) {
    expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(40);
    expect(parts.map(({ count }) => count)).toEqual(parts.map(({ count }) => count).toSorted((a, b) => b - a));
    for (const { count, share } of parts) expect(share).toBe(count / 40);
  }
  const paladins = members.filter(({ classId }) => classId === 2).length;
  expect(all.classes).toContainEqual({ key: '2', name: 'Paladin', count: paladins, share: paladins / 40 });
  const { classes: german } = await of('?locale=de_DE');
  const translated = german.find(({ key, name }) => all.classes.some((one) => one.key === key && one.name !== name));
  const { body: whole } = await client.get(`/organizations/${guild.id}/roster/all?locale=de_DE`).expect(200);
  expect(whole.classes).toContainEqual({ id: Number(translated?.key), name: translated?.name });
  expect(countOf(all.armorTypes, 'plate')).toBe(members.filter(({ classId }) => PLATE.includes(classId)).length);
  const withProfile = members.filter(({ profileHidden }) => !profileHidden);
  const tanks = withProfile.filter(({ specId }) => findSpecialization(specId)?.role === 'TANK').length;
  expect(countOf(all.roles, 'tank')).toBe(tanks);
  expect(countOf(all.roles, 'unknown')).toBe(40 - withProfile.length);

  const active = members.slice(0, 8).filter(({ profileHidden }) => !profileHidden).length;
  expect(await of('?activeSince=30')).toMatchObject({ total: active, activeSince: 30 });
  expect((await of('?activeSince=9')).total).toBe(0);
  expect(await of('?activeSince=9')).toMatchObject({ classes: [], roles: [], armorTypes: [] });
});
