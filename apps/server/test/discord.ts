/** Guilds on Discord: a server that belongs to a guild, and members who have linked their accounts. */
import type { TestApp } from './app.ts';
import { nameChat } from './chat.ts';
import type { Member } from './events.ts';

/** As if an officer who manages the server had connected it. */
export async function connectServer(
  app: TestApp,
  guildId: string,
  officerId: string,
  server = 'lantern',
): Promise<void> {
  const { id: serverId } = app.simulator.world.chat.server(server);
  await nameChat(app, { id: guildId, alias: '', name: '' }, { serverId });
  await app.ctx.sql(
    `insert into chat_server_proof (organization_id, server_id, confirmed_by_id, confirmed_at, checked_at)
     values ($1, $2, $3, now(), now())
     on conflict (organization_id) do update set server_id = excluded.server_id`,
    [guildId, serverId, officerId],
  );
}

/** Links the Discord account to the member, and lets it join the server. */
export async function linkAccount(
  app: TestApp,
  { userId }: Pick<Member, 'userId'>,
  account: string,
  server = 'lantern',
) {
  const { world } = app.simulator;
  const id = world.discordAccounts.find(({ key }) => key === account)?.id ?? '';
  await app.ctx.sql(
    `insert into account (id, user_id, provider_id, account_id) values (gen_random_uuid(), $1, 'discord', $2)`,
    [userId, id],
  );
  world.chat.join(server, account);
  return id;
}
