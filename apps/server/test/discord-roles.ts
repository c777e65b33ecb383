/** A guild whose ranks become roles on the simulated chat server, with as many members as a test needs. */
import type { DiscordAccount } from '@guildhall/simulator/world-model.ts';
import { expect } from 'vitest';
import { queueDueRoleSyncs } from '../src/discord/role-sync/sync-discord-roles.ts';
import type { TestApp } from './app.ts';
import { type Call, callerOf } from './caller.ts';
import { addToDiscord, LANTERN, linkDiscord } from './chat.ts';
import { untilNoJobs } from './guild.ts';
import { join, type Place, seedOrganization } from './members.ts';
import { createPerson, type Person } from './people.ts';

export type RoleGuild = { app: TestApp; place: Place; owner: Call; ownerId: string };

/** Ysolde, who owns the chat server Lantern Watch, is the guild's master and has connected the server. */
export async function roleGuild(app: TestApp): Promise<RoleGuild> {
  const place = await seedOrganization(app, 'synced');
  const client = await app.signIn('ysolde');
  await linkDiscord(app, client, 'ysolde');
  const owner = callerOf(app, client.token);
  const ownerId = String((await owner('GET', '/auth/me')).body.id);
  await join(app, place, { userId: ownerId }, 0);
  const ended = await addToDiscord(app, client.token, place.id, { account: 'ysolde', server: LANTERN });
  expect(ended).toMatch(/connected=true$/);
  return { app, place, owner, ownerId };
}

export type Member = Person & { account: string; discordId: string };

let made = 0;

/** A member of this rank whose chat account is linked and, unless said otherwise, on the server. */
export async function memberOfRank({ app, place }: RoleGuild, rank: number, { onServer = true } = {}): Promise<Member> {
  const { world } = app.simulator;
  made += 1;
  const account = `member${made}`;
  const discordId = String(320_000_000_000_000_000n + BigInt(made));
  // The world lets only tests make accounts, and only so.
  (world.discordAccounts as DiscordAccount[]).push({
    ...(world.discordAccounts[0] as DiscordAccount),
    key: account,
    id: discordId,
    username: account,
  });
  if (onServer) world.chat.join('lantern', account);
  const person = await createPerson(app);
  await join(app, place, person, rank);
  await app.ctx.sql(`insert into account (user_id, provider_id, account_id) values ($1, 'discord', $2)`, [
    person.userId,
    discordId,
  ]);
  return { ...person, account, discordId };
}

export async function setRank({ app, place }: RoleGuild, { userId }: Pick<Person, 'userId'>, rank: number | null) {
  await app.ctx.sql(
    `update roster_entry e set rank = coalesce($3, e.rank), left_at = case when $3::int is null then now() end
     from character c where c.id = e.claimed_by_id and c.user_id = $2 and e.organization_id = $1`,
    [place.id, userId, rank],
  );
}

/** Does what the clock does every minute. */
export async function syncRoles({ app }: Pick<RoleGuild, 'app'>): Promise<void> {
  await queueDueRoleSyncs(app.ctx);
  await untilNoJobs(app, 'sync-discord-roles');
}

/** People become due again, as after a day. */
export async function aDayLater({ app }: Pick<RoleGuild, 'app'>): Promise<void> {
  await app.ctx.sql(`update discord_role_grant set look_at = now(), blocked_until = null`);
  await app.ctx.sql(`update discord_role_sync set resume_at = null, ran_at = ran_at - interval '1 day'`);
}
