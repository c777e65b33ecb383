/** The minute's look for chat servers where roles are due, beside many where none are. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { freshBot } from '../../../test/chat.ts';
import { findDueServers, LOOK, MARK, PICK } from './role-wishes.ts';
import { queueDueRoleSyncs } from './sync-discord-roles.ts';

const SERVERS = 600;
const MEMBERS = 10;

/** As many clubs as servers, each with a rule about its members, who all have the role and are looked at in ten hours. */
const SEED = [
  `insert into organization (name, alias, source, settings)
   select 'Club ' || n, 'club-' || n, 'standalone', jsonb_build_object('chat', jsonb_build_object('serverId', 's' || n))
   from generate_series(1, ${SERVERS}) n`,
  `insert into app_user (display_name) select n::text from generate_series(1, ${SERVERS * MEMBERS}) n`,
  `insert into account (user_id, provider_id, account_id) select id, 'discord', 'a' || display_name from app_user`,
  `insert into membership (organization_id, user_id)
   select o.id, u.id from app_user u
   join organization o on o.alias = 'club-' || (u.display_name::int % ${SERVERS} + 1)`,
  `insert into chat_server_proof (organization_id, server_id, confirmed_by_id, confirmed_at, checked_at)
   select o.id, o.settings #>> '{chat,serverId}', (select user_id from membership m where m.organization_id = o.id limit 1),
     now(), now() from organization o`,
  `insert into discord_role_rule (organization_id, server_id, discord_role_id, discord_role_name, discord_role_color, enabled_at)
   select o.id, o.settings #>> '{chat,serverId}', 'r1', 'Member', 0, now() from organization o`,
  `insert into discord_role_grant (server_id, discord_user_id, discord_role_id, organization_id, state, look_at)
   select p.server_id, a.account_id, 'r1', m.organization_id, 'given', now() + interval '10 hours'
   from membership m join account a using (user_id) join chat_server_proof p using (organization_id)`,
  `insert into change_stream (id, last_seq) select id, 5 from organization`,
  `insert into change (stream_id, seq, type, subject_id, audience, at)
   select id, n, 'participation.changed', id, 'members', now() from organization, generate_series(1, 5) n`,
];

let app: TestApp;
let client: pg.Client;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  freshBot(app);
  client = new pg.Client({ connectionString: app.config.databaseUrl });
  await client.connect();
  for (const statement of SEED) await client.query(statement);
  await client.query('vacuum analyze');
  // The first ticks look at every server.
  for (let tick = 0; tick <= SERVERS / 1_000; tick += 1) await findDueServers(app.ctx.sql);
  await client.query('vacuum analyze');
});
afterAll(async () => {
  await client.end();
  await app[Symbol.asyncDispose]();
});

/** The servers of which one tick queues a run, in order. */
async function tick(): Promise<string[]> {
  await app.ctx.sql(`delete from pgboss.job where name = 'sync-discord-roles'`);
  await queueDueRoleSyncs(app.ctx);
  const jobs = await app.ctx.sql<{ id: string }>(
    `select data ->> 'serverId' as id from pgboss.job where name = 'sync-discord-roles' order by 1`,
  );
  return jobs.map(({ id }) => id);
}

/** Puts a server last among those that are looked at in turn, as just looked at with nothing to do. */
const lookedAt = (server: string) =>
  app.ctx.sql(`update discord_role_sync set look_at = null, looked_at = now() where server_id = $1`, [server]);

async function announce(server: string, type: string): Promise<void> {
  await app.ctx.transact(async (tx) => {
    const rows = await app.ctx.sql<{ id: string }>(
      `select id from organization where settings #>> '{chat,serverId}' = $1`,
      [server],
    );
    for (const { id } of rows)
      tx.changed({ type: type as 'roster.changed', organizationId: id, subjectId: id, audience: 'members' });
  });
}

test('a tick with nothing due reads a share of the servers', async () => {
  const explain = async (text: string, values: unknown[] = []) => {
    await client.query(`prepare statement as ${text}`);
    const execute = values.length === 0 ? 'execute statement' : `execute statement('{${values[0]}}', null)`;
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${execute}`);
    await client.query('deallocate all');
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'];
    return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] };
  };
  const [mark, pick] = [await explain(MARK.text), await explain(PICK.text)];
  const { rows } = await client.query<{ serverId: string }>(PICK.text);
  const look = await explain(LOOK.text, [rows.map(({ serverId }) => serverId)]);
  // Pages of 8 kB; all servers take some 25,000.
  expect([mark.pages <= 60, pick.pages <= 30, rows.length]).toEqual([true, true, 200]);
  expect(look.pages).toBeLessThanOrEqual(12_000);
  expect(await tick()).toEqual([]);
});

test('finds at once what a change announces, and nothing because of other changes', async () => {
  await lookedAt('s7');
  await app.ctx.sql(`update discord_role_grant set state = 'absent', look_at = now() where server_id = 's7'`);
  await announce('s7', 'participation.changed');
  await lookedAt('s7');
  expect(await tick()).toEqual([]);
  await announce('s7', 'membership.changed');
  expect(await tick()).toEqual(['s7']);
  // A run that was lost is queued again.
  expect(await tick()).toEqual(['s7']);
  await app.ctx.sql(
    `update discord_role_grant set state = 'given', look_at = now() + interval '1 hour' where server_id = 's7'`,
  );
  expect(await tick()).toEqual([]);
});

test('finds changes that were deleted while no worker ran', async () => {
  await lookedAt('s8');
  await app.ctx.sql(`delete from discord_role_grant where server_id = 's8'`);
  await announce('s8', 'roster.changed');
  await app.ctx.sql(`delete from change where type = 'roster.changed'`);
  expect(await tick()).toEqual(['s8']);
  await app.ctx.sql(`delete from discord_role_rule where server_id = 's8'`);
});

test('finds at once an account that is linked, moved or unlinked, however that came about', async () => {
  await lookedAt('s9');
  const [linked] = await app.ctx.sql<{ id: string; userId: string }>(
    `select account_id as id, user_id as "userId" from account join discord_role_grant on discord_user_id = account_id
     where server_id = 's9' order by 1 limit 1`,
  );
  await app.ctx.sql('delete from account where account_id = $1', [linked?.id]);
  expect(await tick()).toEqual(['s9']);
  await app.ctx.sql(`delete from discord_role_grant where discord_user_id = $1`, [linked?.id]);
  expect(await tick()).toEqual([]);
  await lookedAt('s9');
  await app.ctx.sql(`insert into account (user_id, provider_id, account_id) values ($1, 'discord', 'new')`, [
    linked?.userId,
  ]);
  expect(await tick()).toEqual(['s9']);
  await app.ctx.sql(`delete from account where account_id = 'new'`);
  await lookedAt('s9');
  expect(await tick()).toEqual([]);
});

test('finds at once a look that is due, the end of a guild, and rules that may work again', async () => {
  await lookedAt('s10');
  await app.ctx.sql(`update discord_role_grant set look_at = now() + interval '1 hour' where server_id = 's10'`);
  await announce('s10', 'rights.changed');
  expect(await tick()).toEqual([]);
  // As if the hour had passed for the server and its people alike.
  await app.ctx.sql(`update discord_role_grant set look_at = look_at - interval '1 hour' where server_id = 's10'`);
  await app.ctx.sql(
    `update discord_role_sync set look_at = look_at - interval '1 hour', looked_at = now() where server_id = 's10'`,
  );
  expect(await tick()).toEqual(['s10']);
  await app.ctx.sql(`update discord_role_grant set look_at = now() + interval '9 hours' where server_id = 's10'`);
  await tick();
  await lookedAt('s10');
  await app.ctx.sql(`delete from organization where settings #>> '{chat,serverId}' = 's10'`);
  expect(await tick()).toEqual(['s10']);
  await app.ctx.sql(`delete from discord_role_grant where server_id = 's10'`);

  await app.ctx.sql(`insert into roster_hold select id, '[]', now() from organization where alias = 'club-11'`);
  await app.ctx.sql(`update organization set source = 'synced', region = 'us', game_version = 'retail', platform_realm_id = 1, platform_guild_id = 1,
       realm_slug = 'highmere', name_slug = 'club-11', alias = null where alias = 'club-11'`);
  await announce('s11', 'roster.changed');
  expect(await tick()).toEqual([]);
  const [{ inMs } = { inMs: 0 }] = await app.ctx.sql<{ inMs: number }>(
    `select extract(epoch from look_at - now())::float8 * 1000 as "inMs" from discord_role_sync where server_id = 's11'`,
  );
  expect(inMs).toBeGreaterThan(50_000);
  expect(inMs).toBeLessThanOrEqual(60_000);
});

test('finds what nothing announces after so many ticks as shares', async () => {
  await lookedAt('s12');
  await app.ctx.sql(`delete from discord_role_grant where server_id = 's12'`);
  const found = [];
  for (let ticks = 0; ticks <= SERVERS / 200; ticks += 1) found.push(...(await tick()));
  expect(found).toContain('s12');
});
