/** People of one simulated guild, one for each kind that rights distinguish. */

import type { TestApp } from './app.ts';
import { type Call, callerOf } from './caller.ts';
import { bringIn, type TestGuild } from './guild.ts';
import { createPerson } from './people.ts';

export type GuildPeople = {
  guild: TestGuild;
  /** Rank 0: all permissions. */
  master: Call;
  /** Rank 1: all permissions except managing the guild and its roles. */
  officer: Call;
  /** Rank 4: read-only. */
  member: Call;
  outsider: Call;
  admin: Call;
  visitor: Call;
};

export async function createGuildPeople(app: TestApp): Promise<GuildPeople> {
  const { client, guild } = await bringIn(app, 'ysolde');
  const { client: officer } = await bringIn(app, 'kessa');
  const { client: member } = await bringIn(app, 'pell');
  const [outsider, admin] = [await createPerson(app), await createPerson(app, { isAdmin: true })];
  const call = ({ token }: { token: string }) => callerOf(app, token);
  return {
    guild,
    master: call(client),
    officer: call(officer),
    member: call(member),
    outsider: call(outsider),
    admin: call(admin),
    visitor: callerOf(app, 'no-token'),
  };
}

/** A community that is not a guild of the game. */
export async function foundStandalone(app: Pick<TestApp, 'ctx'>): Promise<string> {
  const [row] = await app.ctx.sql<{ id: string }>(
    `insert into organization (name, alias, source) values ('Chess club', 'chess-club', 'standalone') returning id`,
  );
  if (!row) throw new Error('The organization was not written');
  return row.id;
}

export async function showToMembersOnly({ ctx }: Pick<TestApp, 'ctx'>, { id }: TestGuild): Promise<void> {
  await ctx.sql(`update organization set settings = settings || '{"visibility":"members"}' where id = $1`, [id]);
}
