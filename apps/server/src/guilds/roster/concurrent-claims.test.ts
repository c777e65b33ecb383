import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { runErasures } from '../../../test/erase-people.ts';
import { newMember, seedOrganization } from '../../../test/members.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { type AccountCharacter, importAccount } from '../../armory/own-characters/import-account.ts';
import { followOwners, lockClaims } from '../../membership/characters/claims.ts';
import { ensureSyncedGuild } from '../guild-sync/create-synced-guild.ts';
import { applyRoster } from './apply-roster.ts';
import type { RosterMember } from './sync-roster.ts';

const REALM = { realmId: 1, realmSlug: 'highmere' };
const LOOKS = { classId: 1, raceId: 1, faction: 'horde' as const };

const member = (characterId: number, round: number): RosterMember => ({
  ...REALM,
  ...LOOKS,
  characterId,
  name: `Name${characterId}r${round}`,
  level: 80,
  rank: 5,
});
const listed = (characterId: number): AccountCharacter => ({
  region: 'us',
  ...REALM,
  ...LOOKS,
  realmName: null,
  gameVersion: 'retail',
  characterId,
  name: `Name${characterId}`,
  gender: null,
  level: 80,
});

test('rosters and owners that change in parallel never deadlock', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { ctx } = app;
  const guilds = await Promise.all(
    [1, 2].map((guildId) =>
      ctx.transact((tx) =>
        ensureSyncedGuild(tx, {
          ...REALM,
          region: 'us',
          gameVersion: 'retail',
          guildId,
          nameSlug: 'g',
          name: `G${guildId}`,
          faction: null,
        }),
      ),
    ),
  );
  const users = await ctx.sql<{ id: string }>(
    `insert into app_user (display_name) select 'Person ' || n from generate_series(1, 4) n returning id`,
  );
  const ids = Array.from({ length: 60 }, (_, index) => index + 1);
  const turned = (by: number) => [...ids.slice(by), ...ids.slice(0, by)];
  for (let round = 0; round < 8; round++) {
    await Promise.all([
      ...guilds.map(({ id }, index) =>
        ctx.transact((tx) => {
          const members = turned(index * 30 + round).map((characterId) => member(characterId, round));
          return applyRoster(tx, id, { members, guildName: 'G', faction: null, lastModified: null });
        }),
      ),
      ...users.map(({ id }, index) =>
        ctx.transact(async (tx) => {
          const { sql } = tx;
          await lockClaims(sql);
          const characters = turned(index * 15 + round)
            .slice(0, 40)
            .map(listed);
          const { characterIds } = await importAccount(sql, id, 'us', characters);
          await followOwners(tx, characterIds);
        }),
      ),
    ]);
  }
  const claims = await ctx.sql(`select from roster_entry where left_at is null and claimed_by_id is not null`);
  expect(claims).toHaveLength(60);
});

const TRANSFER = `
  with entry as (
    insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level,
      class_id, race_id, rank, left_at)
    select $1, 2, n, 'Twofold', 'twofold', 'highmere', 80, 1, 1, 5, case when n = 1 then now() end from generate_series(1, 2) n
    returning id, left_at
  )
  insert into transfer_candidate (organization_id, leaver_id, joiner_id)
  select $1, (select id from entry where left_at is not null), (select id from entry where left_at is null) returning id`;

/** A person with two linked accounts, one on the game platform, and a call that changes the ownership of characters. */
async function crossing(app: TestApp, change: 'erase' | 'unlink' | 'decide') {
  const place = await seedOrganization(app, 'synced');
  const { userId, token } = await newMember(app, place, 0);
  await app.ctx.sql(
    `insert into account (user_id, provider_id, account_id) values ($1, 'battlenet', $1::uuid::text), ($1, 'discord', $1::uuid::text)`,
    [userId],
  );
  const [transfer] = await app.ctx.sql<{ id: string }>(TRANSFER, [place.id]);
  const call = callerOf(app, token);
  const calls = {
    erase: async () => {
      const answer = await call('DELETE', '/auth/me');
      await runErasures(app);
      return answer;
    },
    unlink: () => call('POST', '/auth/unlink-account', { providerId: 'battlenet' }),
    decide: () => call('POST', `/organizations/${place.id}/roster/transfers/${transfer?.id}`, { decision: 'confirm' }),
  };
  return { userId, go: calls[change] };
}

test.each(['erase', 'unlink'] as const)(
  'a request to %s waits for a running sync of the same person, and neither fails the other',
  async (change) => {
    await using app = await testApp({ roles: ['web'] });
    const { ctx } = app;
    const { userId, go } = await crossing(app, change);
    // Begun outside the transaction, which its own transactions would otherwise join.
    const begin = Promise.withResolvers<void>();
    const answer = begin.promise.then(go);
    await ctx.transact(async (tx) => {
      const { sql } = tx;
      await lockClaims(sql);
      begin.resolve();
      await untilWaiting(app);
      // This needs a lock on the person, which no transaction may hold while waiting for the lock on claims.
      const { characterIds } = await importAccount(sql, userId, 'us', [listed(1)]);
      await followOwners(tx, characterIds);
    });
    expect((await answer).status).toBe(200);
    expect(await ctx.sql('select from character where user_id = $1 and verified_at is not null', [userId])).toEqual([]);
  },
);

test('deciding about a transfer does not block an erasure that has begun', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { userId, go } = await crossing(app, 'decide');
  const { answer } = await app.ctx.transact(async ({ sql, queueDb }) => {
    await lockClaims(sql);
    const answer = go();
    await untilWaiting(app);
    await queueDb.executeSql('select from app_user where id = $1 for update', [userId]);
    return { answer };
  });
  expect((await answer).status).toBe(200);
});
