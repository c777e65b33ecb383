/** The rows that one person or organization can pile up, table by table, and the refusals at the limits. */
import { chatRoleIds } from '@guildhall/simulator/world-chat-roles.ts';
import { expect, test } from 'vitest';
import { cleanUp } from '../src/identity/sessions/clean-up.ts';
import { dispatchWebhooks } from '../src/webhooks/dispatch-webhooks.ts';
import { testApp } from './app.ts';
import { freshBot, LANTERN } from './chat.ts';
import { discordGuild, planEvent } from './discord-guild.ts';
import { roleGuild } from './discord-roles.ts';
import { done, inHours, refusalOf } from './events.ts';
import { foundClub, inviteCode, newPerson } from './standalone.ts';

const REFERENCE = 'the game’s own data';
const KEPT = (days: string) => `removed after ${days}`;
const PLAYED = 'as long as its character is refreshed: what it did in the game';

/** Why each table cannot grow without end through one person or organization. A new table needs a line. */
const BOUND: Record<string, string> = {
  absence: '200 for a person',
  account: 'one for an identity of a provider',
  act_consent: 'one for a service',
  admin_entry: 'only what administrators and their tools do',
  app_user: 'one for a proven identity',
  attendance_policy: '100 for an organization, and older ones under which an event began',
  audit_entry: 'each night all but the newest 10,000 of an actor in an organization go',
  boss_kill: PLAYED,
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
  discord_role_due: KEPT('the next look, a minute later; without a bot after 7 days'),
  discord_role_rule: '50 for an organization',
  discord_role_stream: 'one for a server and organization with a rule',
  discord_role_sync: 'one for a server',
  email_change: 'one for a person',
  event: '1,000 to come and 20,000 in all for an organization',
  event_log_entry: 'each night all but the newest 500 of an actor in an event go',
  event_look: KEPT('the next look, a minute later'),
  event_mail: 'as the event and its people',
  event_mention: 'as the event and its people',
  event_mirror: '25 for an organization',
  event_post: 'one for an event and channel',
  event_template: 'at most 50 for an organization',
  event_slot: 'as the event',
  former_alias: 'ten for an organization',
  game_name: REFERENCE,
  guild_achievements: 'one for an organization',
  guild_sync: 'one for an organization and kind',
  holiday: REFERENCE,
  image: '20 uploads an hour, and one shown for each subject',
  import_column: 'one for a heading that officers of an organization assigned',
  import_row: '20,000 for a run, and kept for 30 days',
  import_run: '60 an hour for a person',
  invite: '100 open for an organization, and 100 that ended',
  item: REFERENCE,
  journal_encounter: REFERENCE,
  journal_encounter_locale: REFERENCE,
  journal_expansion: REFERENCE,
  journal_expansion_locale: REFERENCE,
  journal_instance: REFERENCE,
  journal_instance_locale: REFERENCE,
  kept_answer: '20 for a person',
  keystone_run: PLAYED,
  keystone_season: REFERENCE,
  newest_patch: REFERENCE,
  lineup: 'one for a boss of the instance, and one for the night, for each event and template',
  lineup_place: 'two sets of at most 100 for a line-up',
  lineup_post: 'one for an event and channel',
  night_post: 'one for an event and channel',
  link_intent: KEPT('an hour'),
  loot_policy: 'one for an organization',
  loot_award: '200,000 rows for an organization, amendments included',
  loot_response: 'as the awards',
  log_report: 'those of the guild’s own logs around its events, at most 100 a reading',
  log_source: 'one for an organization',
  magic_link: KEPT('a day'),
  membership: 'each night all but the newest 50 of a person in an organization go',
  notification: 'each night all but the newest 200 of a person go',
  oauth_state: KEPT('a day'),
  organization: 'the guilds of one’s characters, and 50 that a person founded',
  participation: 'one for a raider and event',
  wish: '300 for a raider',
  hard_reserve: '100 for an event',
  reserve: '10 for a raider and event, and those brought in for it',
  reserve_sheet: 'one for an event',
  withdrawn_answer: 'one for a person and event',
  platform_budget: 'one for a platform',
  playable_class: REFERENCE,
  playable_race: REFERENCE,
  plan_note: 'one for a boss of the instance, for each event and each team',
  point_decay: 'one for a day of a pool',
  point_entry: '200,000 for a pool',
  point_pool: '50 for an organization',
  point_price: '1,000 for a pool',
  post: '1,000 for an organization',
  profession: REFERENCE,
  past_fighter: '500 for a night',
  past_night: '200 for an organization',
  pull: '300 for a report',
  pull_raider: '200 for a pull',
  raider: 'one for a member, and 5,000 without an account for an organization',
  raider_alias: 'as the files that people bring in',
  raider_distinct: 'the latest 5,000 of an organization',
  raider_change: 'as the raiders, and kept for 30 days',
  raider_character: '100 for a raider',
  rate_limit: KEPT('a day'),
  realm: REFERENCE,
  recipe: REFERENCE,
  reference_document: REFERENCE,
  reputation_faction: REFERENCE,
  rejected_predecessor: 'one for two guilds with the same members',
  role: '50 for an organization',
  role_holder: 'one for a member and role',
  roster_entry: 'as the game platform lists the guild',
  roster_event: 'as the game platform lists the guild',
  roster_hold: 'one for an organization',
  roster_reading: 'one for an organization',
  roster_section: 'three for a member of a roster, for 30 days',
  service_account: '20 for an organization',
  service_token: 'two for a service',
  session: '100 sign-ins and 20 tokens for a person',
  sim_gain: '600 for a sim',
  sim_report: '20 for a raider',
  skill_tier: REFERENCE,
  socket_io_attachments: KEPT('half a minute'),
  sweep_cursor: 'one for a part of a sweep',
  sweep_part: 'one for a part of a sweep',
  specialization: REFERENCE,
  sync_session: KEPT('30 days'),
  team: '30 for an organization',
  team_member: 'one for a team and raider, and each night all but the newest 20 that ended go',
  text_version: '100 for each text of an organization',
  transfer_candidate: 'as the game platform lists the guild',
  usage_count: 'one',
  webhook_delivery: '10,000 that wait, and 20,000 kept each night, for an endpoint',
  webhook_endpoint: 'ten for an organization',
  world_count: PLAYED,
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
  const person = await newPerson(app);
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
  const first = await newPerson(app);
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
  const busy = await newPerson(app);
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

test('R-07: an organization has at most 20 services, 10 channels with its events and 50 rules for roles', async () => {
  await using app = await testApp();
  freshBot(app);
  const { sql } = app.ctx;
  const club = await foundClub(app);
  await sql(`insert into service_account (organization_id, name) select $1, n from generate_series(1, 19) n`, [
    club.id,
  ]);
  const service = (name: string) => club.founder.call('POST', `/organizations/${club.id}/services`, { name });
  await done(service('The twentieth'));
  expect(await refusalOf(service('One more'))).toEqual([409, 'too_many_services']);

  const { id, officer } = await discordGuild(app);
  await sql(
    `insert into discord_binding (organization_id, server_id, channel_id, channel_name, detail, lead_days)
     select $1, $2, n, 'raids', 'counts', 14 from generate_series(1, 8) n`,
    [id, LANTERN],
  );
  const bind = (channelId: string) => {
    app.simulator.world.chat.addChannel('lantern', channelId, 'more');
    return officer.call('POST', `/organizations/${id}/discord/bindings`, { channelId });
  };
  await done(bind('440000000000000001'));
  expect(await refusalOf(bind('440000000000000002'))).toEqual([409, 'too_many_bindings']);

  const { place, owner } = await roleGuild(app);
  await sql(
    `insert into discord_role_rule (organization_id, server_id, rank_to, discord_role_id, discord_role_name, discord_role_color)
     select $1, $2, 1, n, 'Raider', 0 from generate_series(1, 49) n`,
    [place.id, LANTERN],
  );
  const rule = (upTo: number) =>
    owner('POST', `/organizations/${place.id}/discord/roles/rules`, {
      source: { kind: 'rank', upTo },
      discordRoleId: chatRoleIds(LANTERN).raider,
    });
  await done(rule(2));
  expect(await refusalOf(rule(3))).toEqual([409, 'too_many_discord_role_rules']);
});

test('R-07: of the ways in which attendance was counted, the newest hundred and those of an event stay', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const { id, founder } = await foundClub(app);
  // Each for a day; one event began on the day of the tenth.
  await sql(
    `insert into attendance_policy (organization_id, version, valid_from, late_weight, benched_weight, count_declined, too_few_events)
     select $1, n, case when n > 1 then now() - (200 - n) * interval '1 day' end, n % 100, 50, false, 1
     from generate_series(1, 150) n`,
    [id],
  );
  const event = await planEvent({ id, officer: founder });
  await sql(
    `update event set starts_at = now() - interval '189.5 days', ends_at = now() - interval '189 days' where id = $1`,
    [event.id],
  );
  const set = (lateWeight: number) =>
    done(founder.call('PATCH', `/organizations/${id}/settings`, { attendance: { lateWeight } }));
  await set(1);
  await set(2);
  const kept = await sql<{ version: number }>(
    'select version from attendance_policy where organization_id = $1 order by version',
    [id],
  );
  const newest = Array.from({ length: 100 }, (_, number) => 53 + number);
  expect(kept.map(({ version }) => version)).toEqual([1, 10, ...newest]);
});

test('R-07: each night all but the newest deliveries, entries of an event’s log, memberships and news go', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const club = await foundClub(app);
  const { id, founder } = club;
  const other = await newPerson(app);
  const event = await planEvent({ id, officer: founder });
  const hook = { name: 'A', address: 'https://planner.example/hooks' };
  const { webhook } = await done<{ webhook: { id: string } }>(
    founder.call('POST', `/organizations/${id}/webhooks`, hook),
  );
  for (const [text, ...values] of [
    [
      `insert into webhook_delivery (endpoint_id, type, seq, happened_at)
       select $1, 'post.changed', n, now() from generate_series(1, 20005) n`,
      webhook.id,
    ],
    [
      `insert into event_log_entry (event_id, actor_id, kind) select $1, $2, 'edited' from generate_series(1, 505)`,
      ...[event.id, other.userId],
    ],
    [
      `insert into membership (organization_id, user_id, left_at) select $1, $2, now() from generate_series(1, 55)`,
      ...[id, other.userId],
    ],
    [`insert into notification (user_id, kind) select $1, 'event_new' from generate_series(1, 205)`, other.userId],
  ] as [string, ...string[]][])
    await sql(text, values);
  await cleanUp(app.ctx);
  const [counts] = await sql(
    `select (select count(*)::int from webhook_delivery where endpoint_id = $1) as deliveries,
       (select count(*)::int from event_log_entry where event_id = $2 and actor_id = $3) as entries,
       (select count(*)::int from event_log_entry where event_id = $2 and actor_id = $4) as "entriesOfFounder",
       (select count(*)::int from membership where user_id = $3) as memberships,
       (select count(*)::int from membership where user_id = $4) as "membershipsOfFounder",
       (select count(*)::int from notification where user_id = $3) as news`,
    [webhook.id, event.id, other.userId, founder.userId],
  );
  expect(counts).toEqual({
    ...{ deliveries: 20_000, entries: 500, entriesOfFounder: 1 },
    ...{ memberships: 50, membershipsOfFounder: 1, news: 200 },
  });
});

test('R-07: ten thousand messages wait for a receiver, and whatever follows is told as one gap', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const { id, founder } = await foundClub(app);
  const hook = { name: 'A', address: 'https://planner.example/hooks' };
  const { webhook } = await done<{ webhook: { id: string } }>(
    founder.call('POST', `/organizations/${id}/webhooks`, hook),
  );
  await sql(
    `insert into webhook_delivery (endpoint_id, type, seq, happened_at, next_at)
     select $1, 'post.changed', -n, now(), now() + interval '1 hour' from generate_series(1, 9999) n`,
    [webhook.id],
  );
  const waiting = async () => {
    await dispatchWebhooks(app.ctx, { organizationId: id, founderId: founder.userId });
    return sql('select type, count(*)::int as n from webhook_delivery where endpoint_id = $1 group by 1 order by 1', [
      webhook.id,
    ]);
  };
  const post = () => done(founder.call('POST', `/organizations/${id}/posts`, { title: 'News', body: 'B' }));
  await post();
  expect(await waiting()).toEqual([{ type: 'post.changed', n: 10_000 }]);
  for (let more = 0; more < 3; more += 1) {
    await post();
    expect(await waiting()).toEqual([
      { type: 'feed.gap', n: 1 },
      { type: 'post.changed', n: 10_000 },
    ]);
  }
});
