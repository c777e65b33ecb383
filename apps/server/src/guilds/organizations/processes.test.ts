import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { foundClub, memberOf, newPerson } from '../../../test/standalone.ts';
import { spawnWeb } from '../../../test/workers.ts';

test('a change to an organization in one web process shows in another one’s next answer', async () => {
  await using app = await testApp({ roles: ['web'] });
  await using other = await spawnWeb(app);
  const club = await foundClub(app, { alias: 'emberforge', templateKey: 'raiding' });
  const [member, outsider] = [await memberOf(app, club, 'Raider'), await newPerson(app)];
  const there = ({ token }: typeof member) => callerOf(other, token);
  const { call } = club.founder;
  const address = `/organizations/${club.id}`;

  /** Asks the other process before, so that it could cache, and once after, without waiting. */
  const known = async (change: () => Promise<unknown>, ask: () => Promise<boolean>) => {
    expect(await ask()).toBe(false);
    await change();
    expect(await ask()).toBe(true);
  };
  const status = async (who: typeof member, path: string) => (await there(who)('GET', path)).status;
  const detail = async () => (await there(member)('GET', address)).body;
  await known(
    () => call('PATCH', `${address}/settings`, { locale: 'de_DE' }),
    async () => JSON.stringify((await detail()).settings ?? null).includes('de_DE'),
  );
  await known(
    () => call('PATCH', address, { alias: 'anvil' }),
    async () => (await status(member, '/organizations/anvil')) === 200,
  );
  await known(
    () => call('PATCH', `${address}/settings`, { visibility: 'members' }),
    async () => (await status(outsider, address)) === 404,
  );
  await known(
    () => call('PATCH', `${address}/settings`, { visibility: null }),
    async () => (await status(outsider, '/organizations/anvil')) === 200,
  );
  await known(
    () => call('DELETE', address),
    async () => {
      const both = await Promise.all([status(outsider, '/organizations/anvil'), status(outsider, address)]);
      expect(both[1]).toBe(both[0]);
      return both[0] === 404;
    },
  );
  await known(
    () => call('PATCH', `${address}/restore`),
    async () => (await detail()).active === true,
  );
  await known(
    () => call('DELETE', `${address}/members/${member.userId}`),
    async () => ((await detail()).abilityRules as unknown[]).length === 0,
  );
  expect(await status(member, '/organizations/emberforge')).toBe(200);
});
