/** The rows that one person or organization can pile up, table by table, and the refusals at the limits. */
import { expect, test } from 'vitest';
import { cleanUp } from '../src/auth/clean-up.ts';
import { testApp } from './app.ts';
import { done, inHours, refusalOf } from './events.ts';
import { foundClub, inviteCode, somebody } from './standalone.ts';

const REFERENCE = 'the game’s own data';
const KEPT = (days: string) => `removed after ${days}`;
/** Why each table cannot grow without end through one person or organization. A new table needs a line. */
const BOUND: Record<string, string> = {
  absence: '200 for a person',
  account: 'one for an identity of a provider',
  act_consent: 'one for a service',
  admin_entry: 'only what administrators and their tools do',
  app_user: 'one for a proven identity',
  attendance_policy: '100 for an organization',
  audit_entry: 'each night all but the newest 10,000 of an actor in an organization go',
  calendar_feed: 'one for an organization, and one for everything',
  change: KEPT('30 days, and at 100,000 for an organization'),
  change_stream: 'one for an organization or person',
  character: '200 by hand, and what the game platform lists for an account',
  character_profession: 'as the character',
  character_recipe: 'as the character',
  character_section: 'as the character',
  character_skill_tier: 'as the character',
  chat_invite: KEPT('a day'),
  chat_server_proof: 'one for an organization and server',
  created_by_key: KEPT('24 hours'),
  discord_binding: 'ten for an organization',
  discord_connection: 'one for an organization',
  discord_interaction: KEPT('15 minutes'),
  discord_lane: 'one for a channel that was bound',
  discord_role_grant: 'one for a person and role of a server',
  discord_role_rule: '50 for an organization',
  discord_role_sync: 'one for a server',
  email_change: 'one for a person',
  event: '1,000 to come and 20,000 in all for an organization',
  event_log_entry: 'each night all but the newest 500 of an actor in an event go',
  event_mail: 'as the event and its people',
  event_mention: 'as the event and its people',
  event_mirror: '25 for an organization',
  event_post: 'one for an event and channel',
  event_slot: 'as the event',
  former_alias: 'ten for an organization',
  game_name: REFERENCE,
  guild_achievements: 'one for an organization',
  guild_sync: 'one for an organization and kind',
  holiday: REFERENCE,
  image: '20 uploads an hour, and one shown for each subject',
  invite: '100 open for an organization, and 100 that ended',
  journal_encounter: REFERENCE,
  journal_encounter_locale: REFERENCE,
  journal_expansion: REFERENCE,
  journal_expansion_locale: REFERENCE,
  journal_instance: REFERENCE,
  journal_instance_locale: REFERENCE,
  link_intent: KEPT('an hour'),
  magic_link: KEPT('a day'),
  membership: 'each night all but the newest 50 of a person in an organization go',
  notification: 'each night all but the newest 200 of a person go',
  oauth_state: KEPT('a day'),
  organization: 'the guilds of one’s characters, and 50 that a person founded',
  participation: 'one for a person and event',
  withdrawn_answer: 'one for a person and event',
  platform_budget: 'one for a platform',
  playable_class: REFERENCE,
  playable_race: REFERENCE,
  post: '1,000 for an organization',
  profession: REFERENCE,
  rate_limit: KEPT('a day'),
  realm: REFERENCE,
  recipe: REFERENCE,
  reference_document: REFERENCE,
  reputation_faction: REFERENCE,
  role: '50 for an organization',
  role_holder: 'one for a member and role',
  roster_entry: 'as the game platform lists the guild',
  roster_event: 'as the game platform lists the guild',
  roster_hold: 'one for an organization',
  service_account: '20 for an organization',
  service_token: 'two for a service',
  session: '100 sign-ins and 20 tokens for a person',
  skill_tier: REFERENCE,
  socket_io_attachments: KEPT('half a minute'),
  specialization: REFERENCE,
  sync_session: KEPT('30 days'),
  text_version: '100 for each text of an organization',
  transfer_candidate: 'as the game platform lists the guild',
  webhook_delivery: '10,000 that wait, and 20,000 kept each night, for an endpoint',
  webhook_endpoint: 'ten for an organization',
};

test('each table is bounded for one person or organization', async () => {
  await using app = await testApp({ roles: ['web'] });
  const tables = await app.ctx.sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '%migration%'`,
  );
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(BOUND).sort());
});

test('R-07: a person has at most 20 tokens, and revoking one makes room', async () => {
  await using app = await testApp({ roles: ['web'] });
  const person = await somebody(app);
  const create = () => person.call('POST', '/auth/tokens', { label: 'Bot', scope: 'read', expiresInDays: 30 });
  const answers = await Promise.all(Array.from({ length: 25 }, create));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(await refusalOf(create())).toEqual([409, 'too_many_tokens']);
  await person.call('POST', '/auth/revoke-session', { id: answers.find(({ status }) => status === 201)?.body.id });
  expect((await create()).status).toBe(201);
});

test('R-07: of a person’s sign-ins, the hundred most recent stay', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql, sessions } = app.ctx;
  const first = await somebody(app);
  const keep = await sessions.create(first.userId, { label: 'Bot', scope: 'read', days: 30 });
  await sql(`update session set last_used_at = now() - interval '1 hour' where user_id = $1`, [first.userId]);
  for (let more = 0; more < 100; more += 1) await sessions.create(first.userId);
  expect((await first.call('GET', '/auth/me')).status).toBe(401);
  expect(await sessions.authenticate(keep.token)).not.toBeNull();
  const [count] = await sql('select count(*)::int as n from session where user_id = $1', [first.userId]);
  expect(count).toEqual({ n: 101 });
});

test('R-07: an organization has at most 1,000 posts, 1,000 events to come and 20,000 in all', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const { id, founder } = await foundClub(app);
  await sql(
    `insert into post (organization_id, title, body, visibility)
     select $1, 'A', 'B', 'guild' from generate_series(1, 999)`,
    [id],
  );
  const post = () => founder.call('POST', `/organizations/${id}/posts`, { title: 'News', body: 'B' });
  await done(post());
  expect(await refusalOf(post())).toEqual([409, 'too_many_posts']);
  const fill = (days: number, count: number) =>
    sql(
      `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone)
       select $1, 'A', 'raid', 'guild', 'published', now() + $2 * interval '1 day',
         now() + $2 * interval '1 day' + interval '1 hour', '2026-01-01T20:00', 'UTC' from generate_series(1, $3)`,
      [id, days, count],
    );
  const plan = () =>
    founder.call('POST', `/guilds/${id}/events`, {
      ...{ title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(5), durationMinutes: 60 },
    });
  await fill(9, 999);
  await done(plan());
  expect(await refusalOf(plan())).toEqual([409, 'too_many_events']);
  await sql('delete from event where organization_id = $1', [id]);
  await fill(-9, 20_000);
  expect(await refusalOf(plan())).toEqual([409, 'too_many_events']);
});

test('R-07: a person founds at most 50 organizations', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const { founder } = await foundClub(app);
  await sql(
    `with o as (insert into organization (name, source) select 'A', 'standalone' from generate_series(1, 49) returning id),
       r as (insert into role (organization_id, name, is_founder, permissions) select id, 'Founder', true, '{canManageGuild,canManageRoles}' from o
         returning id, organization_id)
     insert into role_holder (organization_id, role_id, user_id) select organization_id, id, $1 from r`,
    [founder.userId],
  );
  const found = founder.call('POST', '/organizations', { name: 'One more', type: 'guild' });
  expect(await refusalOf(found)).toEqual([409, 'too_many_organizations']);
});

test('R-07: texts keep 100 versions, names ten redirects, and ended invites a hundred', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const club = await foundClub(app);
  const { id, founder } = club;
  const write = (motd: string) => founder.call('PATCH', `/organizations/${id}/text-content`, { motd });
  for (let version = 1; version <= 103; version += 1) await done(write(`Version ${version}`));
  const [kept] = await sql(
    `select count(*)::int as n, min(version) as first, max(version) as last from text_version where organization_id = $1`,
    [id],
  );
  expect(kept).toEqual({ n: 100, first: 4, last: 103 });
  for (let name = 0; name < 13; name += 1) {
    await done(founder.call('PATCH', `/organizations/${id}`, { alias: `emberforge-${name}` }));
  }
  const aliases = await sql('select alias from former_alias where organization_id = $1 order by alias', [id]);
  expect(aliases).toHaveLength(10);
  expect(aliases).toContainEqual({ alias: 'emberforge-11' });
  await sql(
    `insert into invite (organization_id, code_hash, expires_at) select $1, 'old ' || n, now() - interval '1 day'
     from generate_series(1, 150) n`,
    [id],
  );
  await inviteCode(club);
  const [invites] = await sql('select count(*)::int as n from invite where organization_id = $1', [id]);
  expect(invites).toEqual({ n: 101 });
});

test('R-07: logs keep the newest entries of each actor, so that many of one do not push out another’s', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const { id, founder } = await foundClub(app);
  const busy = await somebody(app);
  await sql(
    `insert into audit_entry (organization_id, actor_id, action) select $1, $2, 'settings_changed' from generate_series(1, 10050)`,
    [id, busy.userId],
  );
  await cleanUp(app.ctx);
  const counts = await sql<{ actor: string; n: number }>(
    'select actor_id as actor, count(*)::int as n from audit_entry where organization_id = $1 group by 1',
    [id],
  );
  expect(new Map(counts.map(({ actor, n }) => [actor, n]))).toEqual(
    new Map([
      [busy.userId, 10_000],
      [founder.userId, 1],
    ]),
  );
});
