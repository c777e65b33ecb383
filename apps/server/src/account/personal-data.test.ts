import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../test/app.ts';
import { openBrowser } from '../../test/browser.ts';
import { type Call, callerOf } from '../../test/caller.ts';
import { runErasures, untilErased } from '../../test/erase-people.ts';
import { bringIn, eventually, syncCharacters, type TestGuild, untilIdle } from '../../test/guild.ts';
import { type Mailbox, startMailbox } from '../../test/mailbox.ts';
import { createPerson } from '../../test/people.ts';
import { anyPicture } from '../../test/pictures.ts';
import { everyRow } from '../../test/rows.ts';
import { AVATAR, storedFiles } from '../../test/uploads.ts';
import { untilWaiting } from '../../test/waiting.ts';
import { enrichCharacterJob } from '../armory/enrichment/enrichment.jobs.ts';
import { storeSection } from '../armory/enrichment/store-section.ts';
import { hashToken } from '../core/secrets.ts';
import { uuidv7 } from '../core/uuid.ts';
import { lockPerson } from '../identity/people/lock-person.ts';
import { personalData } from './personal-data.ts';

let mailbox: Mailbox;
let app: TestApp;
beforeAll(async () => {
  mailbox = await startMailbox();
  app = await testApp({ environment: { SMTP_URL: mailbox.url, TRUST_PROXY_HOPS: '1' } });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await mailbox[Symbol.asyncDispose]();
});

/** Tables about people that their export leaves out, with the reason. */
const NOT_EXPORTED: Record<string, string> = {
  app_user: 'profile',
  change: 'ids of what changed within the last month, which the export has itself',
  change_stream: 'a number',
  created_by_key: 'hashes of requests of the last day',
  discord_interaction: 'a press on Discord, for a quarter of an hour',
  event_look: 'that the person’s events are to be looked at within a minute',
  link_intent: 'a wish on Discord before it was linked, for an hour',
  oauth_state: 'a sign-in under way, for ten minutes',
  rate_limit: 'counters of the last hour',
  discord_binding: 'channels of a guild',
  lineup: 'line-ups of a guild',
  import_run: 'imports of a guild',
  raider_alias: 'decisions of officers about names in files and logs',
  import_row: 'what officers brought in, for thirty days; the answers that it became are exported',
  discord_role_rule: 'rules of a guild',
  raider_distinct: 'decisions of officers about raiders of a guild',
  transfer_candidate: 'decisions of an officer about a roster',
  rejected_predecessor: 'decisions of an officer about a guild',
  service_token: 'hashes of tokens of a guild',
  webhook_delivery: 'ids of what changed, for two weeks',
  webhook_endpoint: 'addresses of a guild',
};
const SECTION: Record<string, string> = {
  app_user: 'profile',
  account: 'accounts',
  session: 'sessions',
  email_change: 'emailChange',
  notification: 'notifications',
  magic_link: 'signInLinks',
  character: 'characters',
  character_section: 'characters',
  character_profession: 'characters',
  character_skill_tier: 'characters',
  character_recipe: 'characters',
  keystone_run: 'keystoneRuns',
  boss_kill: 'bossKills',
  world_count: 'worldCounts',
  roster_entry: 'rosterEntries',
  membership: 'memberships',
  event: 'eventsMade',
  event_log_entry: 'eventLog',
  event_mail: 'eventMails',
  event_mention: 'eventMentions',
  participation: 'participations',
  pull_raider: 'pulls',
  past_fighter: 'nightsBeforeEvents',
  loot_award: 'lootAwards',
  point_entry: 'pointEntries',
  lineup_place: 'lineupPlaces',
  wish: 'wishes',
  reserve: 'reserves',
  sim_report: 'sims',
  sim_gain: 'simGains',
  kept_answer: 'answersKept',
  withdrawn_answer: 'answersTakenBack',
  raider: 'raiders',
  raider_change: 'raiderChanges',
  image: 'images',
  chat_invite: 'chatInvites',
  chat_server_proof: 'chatServersConfirmed',
  discord_role_grant: 'discordRoles',
  act_consent: 'consents',
  plan_note: 'planNotes',
  post: 'posts',
  sync_session: 'syncs',
  role_holder: 'roles',
  invite: 'invites',
  audit_entry: 'auditEntries',
  admin_entry: 'administration',
  text_version: 'texts',
  absence: 'absences',
  attendance_policy: 'attendancePolicies',
  calendar_feed: 'calendarFeeds',
};

async function tablesOfDatabase(): Promise<string[]> {
  const rows = await app.ctx.sql<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'mikro_orm%' order by 1`,
  );
  return rows.map(({ name }) => name);
}

test('every table declares what an erasure does to it', async () => {
  expect(Object.keys(personalData).toSorted()).toEqual(await tablesOfDatabase());
});

type ForeignKey = { from: string; to: string; rule: string };

test('the delete rules of the foreign keys match the list', async () => {
  const keys = await app.ctx.sql<ForeignKey>(
    `select conrelid::regclass::text as "from", confrelid::regclass::text as "to", confdeltype::text as rule
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  const name = (table: string) => table.replaceAll('"', '');
  /** Tables whose rows are deleted with a user's row. */
  const gone = new Set(['app_user']);
  for (let size = 0; size < gone.size; ) {
    size = gone.size;
    for (const { from, to, rule } of keys) if (gone.has(name(to)) && rule === 'c') gone.add(name(from));
  }
  for (const { from, to, rule } of keys.filter((key) => gone.has(name(key.to)))) {
    const fate = personalData[name(from)];
    const allowed = { c: ['cascade'], n: ['set null', 'erased'] }[rule] ?? [];
    // A row may be deleted with a guild as well as with a person, but must be deleted with one of them.
    if (gone.has(name(from))) allowed.push('cascade');
    expect([`${from} → ${to} (${rule})`, allowed]).toEqual([
      `${from} → ${to} (${rule})`,
      expect.arrayContaining([fate]),
    ]);
  }
  for (const [table, fate] of Object.entries(personalData)) {
    if (fate === 'cascade') expect([table, gone.has(table)]).toEqual([table, true]);
    if (fate === 'set null') expect(keys.some(({ from, rule }) => name(from) === table && rule === 'n')).toBe(true);
  }
});

test('no table listed as free of personal data has a column for a person', async () => {
  const columns = await app.ctx.sql<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and column_name ~ '(user|person|email|owner|uploader|_by(_id)?$|requested|invited|author)'`,
  );
  const aboutPeople = columns.filter(({ table }) => personalData[table] === 'none');
  expect(aboutPeople).toEqual([]);
});

type Whole = {
  client: SignedInClient;
  call: Call;
  guild: TestGuild;
  userId: string;
  email: string;
  traces: string[];
  secrets: string[];
};

/** Written directly, because they need rights or a platform's consent that not all have. */
const WRITTEN_HERE = [
  `insert into notification (id, user_id, organization_id, kind) values (uuidv7(), $1, $2, 'event_moved')`,
  `insert into post (author_id, organization_id, title, body, visibility) values ($1, $2, 'Title', 'Body', 'guild')`,
  `with service as (insert into service_account (organization_id, name) values ($2, 'Bot ' || uuidv7()) returning id)
   insert into act_consent (user_id, service_id, scopes, agreed_at) select $1::uuid, id, '{signUp}', now() from service`,
  `insert into chat_invite (user_id, organization_id, target, expires_at) values ($1, $2, '1/2', now())`,
  `insert into chat_server_proof (confirmed_by_id, organization_id, server_id, confirmed_at, checked_at)
     values ($1, $2, '1', now(), now())
     on conflict (organization_id) do update set confirmed_by_id = excluded.confirmed_by_id`,
  `insert into discord_role_grant (server_id, discord_user_id, discord_role_id, organization_id, state, look_at)
     select '1', account_id, '1', $2, 'had', now() from account where user_id = $1 and provider_id = 'discord'`,
  `with raider as (insert into raider (user_id, organization_id) values ($1, $2)
       on conflict (organization_id, user_id) do update set note = 'Heals' returning id)
     insert into raider_change (organization_id, kind, source_id, by_id, moved) select $2::uuid, 'release', id, $1::uuid, '{}' from raider`,
  `insert into wish (raider_id, item_id, track, rank)
     select id, 1, 'any', 1 from raider where user_id = $1 and organization_id = $2 on conflict do nothing`,
  `with sheet as (
       insert into reserve_sheet (event_id, per_raider, per_item, audience, locks_minutes)
       select id, 2, 1, 'everybody', 0 from event where organization_id = $2 limit 1
       on conflict (event_id) do update set per_raider = 2 returning event_id)
     insert into reserve (sheet_event_id, raider_id, item_id)
     select sheet.event_id, r.id, 1 from sheet, raider r where r.user_id = $1 and r.organization_id = $2`,
  `with sim as (insert into sim_report (raider_id, source, name, name_key, realm_key, spec_id)
       select id, 'raidbots', 'Kessa', 'kessa', 'highmere', 73 from raider where user_id = $1 and organization_id = $2 returning id)
     insert into sim_gain (report_id, item_id, encounter_id, track, item_level, catalyst_of, instance_id, percent, absolute, differs)
     select id, 1, 0, 'heroic', 600, 0, 0, 1, 1, true from sim`,
  `insert into kept_answer (user_id, event_id, status, kept_at) select $1::uuid, id, 'declined', now() from event where organization_id = $2 limit 1`,
  `with report as (
       insert into log_report (organization_id, event_id, code_key, host, title, starts_at, ends_at, state)
       select $2::uuid, id, uuidv7()::text, 'www', 'Log', now(), now(), 'complete' from event where organization_id = $2::uuid limit 1 returning id),
     one as (
       insert into pull (report_id, fight_id, encounter_id, name, difficulty, size, kill, started_at, seconds)
       select id, 1, 1, 'Boss', 4, 1, true, now(), 60 from report returning id)
     insert into pull_raider (pull_id, name_key, realm_key, name, realm)
     select one.id, lower(c.name), replace(lower(c.realm_slug), '-', ''), c.name, c.realm_slug
     from one, (select name, realm_slug from character where user_id = $1 order by id limit 1) c`,
  `with night as (
       insert into past_night (organization_id, code_key, starts_at) values ($2::uuid, uuidv7()::text, now()) returning id)
     insert into past_fighter (night_id, name_key, name, benched)
     select night.id, lower(c.name), c.name, false
     from night, (select name from character where user_id = $1 order by id limit 1) c`,
  `insert into loot_award (id, award_id, organization_id, award_key, tool, as_of, line, raider_id, name, name_key, realm_key,
       item_id, received_at, day_only, response, response_key)
     select n.id, n.id, $2::uuid, n.id::text, 'gargul', now(), 1, (
         select id from raider where organization_id = $2::uuid and user_id = $1::uuid), 'Mara', 'mara', '', 1, now(), true, '', ''
     from (select uuidv7() as id) n`,
  `with pool as (insert into point_pool (organization_id, name, kind, decimals) values ($2, 'Pool', 'dkp', 0) returning id)
     insert into point_entry (pool_id, booking_id, type, raider_id, points, gp, reason, by_id)
     select pool.id, uuidv7(), 'grant', r.id, 10, 0, 'For Mara', $1 from pool, raider r
     where r.organization_id = $2 and r.user_id = $1`,
  `insert into withdrawn_answer (event_id, user_id, at) select id, $1::uuid, now() from event where organization_id = $2`,
  `insert into plan_note (changed_by_id, event_id, text) select $1::uuid, id, 'Plan' from event where organization_id = $2
     and id not in (select event_id from plan_note) limit 1`,
  `insert into attendance_policy (changed_by_id, organization_id, version, valid_from, late_weight, benched_weight,
       count_declined, too_few_events)
     values ($1, $2, (select count(*) + 2 from attendance_policy where organization_id = $2), now(), 1, 1, true, 1)`,
];

/** A person who has done everything that leaves traces in the database. */
async function wholePerson(account: string): Promise<Whole> {
  const { client, guild } = await bringIn(app, account);
  const call = callerOf(app, client.token);
  const { id } = (await call('GET', '/auth/me')).body;
  const userId = String(id);
  const [email, next] = [`${account}@people.example`, `${account}-next@people.example`];

  const change = async (address: string) => {
    expect((await call('POST', '/auth/me/email', { email: address })).status).toBe(200);
    return (await mailbox.nthTo(address)).fragment.get('token') ?? '';
  };
  const old = `${account}-old@people.example`;
  for (const address of [old, email]) await call('POST', '/auth/me/email/verify', { token: await change(address) });
  await mailbox.nthTo(old, 2);
  const pendingChange = await change(next);
  await openBrowser(app, { session: client.token }).signIn('discord', account);
  await openBrowser(app, { session: client.token }).consent('discord', 'pell');
  await app.http.post('/api/v1/auth/magic-link').set('X-Forwarded-For', '10.3.0.1').send({ email }).expect(200);
  const link = (await mailbox.nthTo(email, 2)).fragment.get('token') ?? '';
  const bot = String((await call('POST', '/auth/tokens', { label: 'Bot', scope: 'read' })).body.token);
  await app.http
    .post(AVATAR)
    .auth(client.token, { type: 'bearer' })
    .attach('image', await anyPicture(), 'a.png')
    .expect(200);
  await call('PATCH', '/auth/me', { bio: `About ${userId}` });
  await leaveTraces(call);
  await syncCharacters(app, client);
  await untilIdle(app);
  await app.ctx.sql(`insert into admin_entry (actor_id, action) values ($1, 'job_retried')`, [userId]);
  await takePart(call, guild, userId);
  for (const statement of WRITTEN_HERE) await app.ctx.sql(statement, [userId, guild.id]);
  const accounts = (await call('GET', '/auth/list-accounts')).body as unknown as { accountId: string }[];
  const sealed = await app.ctx.sql<{ text: string }>(
    'select access_token_sealed as text from account where user_id = $1 and access_token_sealed is not null',
    [userId],
  );
  const tokens = [client.token, bot, link, pendingChange];
  return {
    client,
    call,
    guild,
    userId,
    email,
    traces: [userId, email, next, ...accounts.map(({ accountId }) => `"${accountId}"`)],
    secrets: [...tokens, ...tokens.map(hashToken), ...sealed.map(({ text }) => text)],
  };
}

/** An organization of their own with a text, a possible successor, an invite, and its audit log entries. */
async function leaveTraces(call: Call): Promise<void> {
  const founded = { name: 'The Emberforge', type: 'team', description: 'We raid' };
  const { status, body } = await call('POST', '/organizations', founded);
  expect(status).toBe(201);
  const clearing = await call('PATCH', `/organizations/${body.id}/text-content`, { description: null });
  expect(clearing.status).toBe(200);
  const invite = await call('POST', `/organizations/${body.id}/invites`, {});
  const successor = await createPerson(app);
  const accepted = await callerOf(app, successor.token)('POST', `/invites/${invite.body.code}/accept`);
  expect(accepted.status).toBe(200);
}

/** Creates an event, takes part in it, and is due a reminder. */
async function takePart(call: Call, guild: TestGuild, userId: string): Promise<void> {
  const startsAt = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3600_000).toISOString();
  const event = await call('POST', `/guilds/${guild.id}/events`, {
    title: 'Keys',
    type: 'dungeon',
    startsAt,
    durationMinutes: 60,
  });
  const [character] = await app.ctx.sql<{ id: string }>(
    'select id from character where user_id = $1 and guild_id = $2',
    [userId, guild.id],
  );
  const answer = await call('PUT', `/events/${event.body.id}/signup`, { characterId: character?.id });
  const { id: raiderId } = answer.body.raider as { id: string };
  const places = [{ raiderId, role: 'tank', group: 1, slot: 1 }];
  const lineup = await call('PUT', `/events/${event.body.id}/lineups/all`, { version: 0, places });
  expect([event.status, answer.status, lineup.status]).toEqual([201, 200, 200]);
  const absence = await call('POST', '/auth/me/absences', {
    from: '2026-01-01',
    to: '2026-01-02',
    note: `Of ${userId}`,
  });
  const feed = await call('POST', `/guilds/${guild.id}/events-feed`);
  expect([absence.status, feed.status]).toEqual([201, 201]);
  await app.ctx.sql(`insert into event_mail (event_id, user_id, kind, occasion) values ($1, $2, 'reminder', 'x')`, [
    event.body.id,
    userId,
  ]);
  await app.ctx.sql(
    `with post as (insert into event_post (event_id, channel_id) values ($1, '1') returning id)
     insert into event_mention (event_id, user_id, post_id, occasion, message)
     select $1, $2, id, 'x', gen_random_uuid() from post`,
    [event.body.id, userId],
  );
}

test('the export contains every table about the person, but no secret or hash of one', async () => {
  const { call, userId, secrets, email } = await wholePerson('kessa');
  const other = await createPerson(app);
  const { status, headers, body } = await call('GET', '/auth/me/export');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  for (const [table, fate] of Object.entries(personalData)) {
    if (fate === 'none' || (NOT_EXPORTED[table] && !SECTION[table])) continue;
    const section = SECTION[table] ?? `a section for ${table}`;
    expect([section, body[section]]).toEqual([section, expect.anything()]);
    if (Array.isArray(body[section])) expect([section, body[section].length > 0]).toEqual([section, true]);
  }
  expect(body.profile).toMatchObject({ id: userId, email });
  expect(body.texts).toContainEqual(expect.objectContaining({ type: 'description', version: 2, body: null }));
  expect(headers.get('content-disposition')).toBe('attachment; filename=guildhall-personal-data.json');
  // Platform data and logged changes keep the form in which they came.
  const ours = JSON.stringify(body, (key, value) => (['data', 'details', 'changes'].includes(key) ? null : value));
  expect(ours.match(/"[a-z]+_[a-z_]+":/g)).toBeNull();
  expect(ours).not.toMatch(/\d\d:\d\d(\.\d+)?\+00/);
  expect(ours).toMatch(/"createdAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/);
  const text = JSON.stringify(body);
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/"(token_hash|tokenHash|access_token_sealed|refresh_token_sealed)"/);
  expect(text).not.toContain(other.userId);
  await app.http.get('/api/v1/auth/me/export').expect(401);

  // Rows that were written again are stored elsewhere, and are exported in the same order.
  expect([body.texts].flat().length).toBeGreaterThan(1);
  const FIRST = 'select id from text_version where author_id = $1 order by id limit 1';
  const [first] = await app.ctx.sql(`delete from text_version where id = (${FIRST}) returning *`, [userId]);
  await app.ctx.sql('insert into text_version select * from jsonb_populate_record(null::text_version, $1)', [
    JSON.stringify(first),
  ]);
  const { body: again } = await call('GET', '/auth/me/export');
  expect({ ...again, exportedAt: body.exportedAt }).toEqual(body);
});

test('S-05: an erasure removes the person from tables, queues, guilds and files, and ends sessions and sockets', async () => {
  const officer = await bringIn(app, 'ysolde');
  const { client, call, guild, userId, traces } = await wholePerson('pell');
  const claimed = 'select id from roster_entry e where claimed_by_id in (select id from character where user_id = $1)';
  const entries = await app.ctx.sql<{ id: string }>(claimed, [userId]);
  expect(entries.length).toBeGreaterThan(0);
  const before = await everyRow(app);
  for (const trace of traces)
    expect([trace, [...before.values()].some((rows) => rows.includes(trace))]).toEqual([trace, true]);
  const images = await app.ctx.sql<{ id: string }>('select id from image where subject_id = $1', [userId]);
  expect((await storedFiles(app)).some((file) => file.startsWith(images[0]?.id ?? '-'))).toBe(true);
  const socket = io(app.url, {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { authorization: `Bearer ${client.token}` },
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));

  expect((await call('DELETE', '/auth/me')).body).toEqual({ status: true });
  expect((await call('GET', '/auth/me')).status).toBe(401);
  expect((await call('DELETE', '/auth/me')).status).toBe(401);
  // The promised five seconds, doubled for a busy machine.
  await expect.poll(() => socket.connected, { timeout: 10_000 }).toBe(false);

  await untilErased(app);
  const after = await everyRow(app);
  for (const trace of traces) {
    const where = [...after].filter(([, rows]) => rows.includes(trace)).map(([table]) => table);
    expect([trace, where]).toEqual([trace, []]);
  }
  await eventually(async () => {
    expect((await storedFiles(app)).filter((file) => images.some(({ id }) => file.startsWith(id)))).toEqual([]);
  });
  const unclaimed = await app.ctx.sql('select from roster_entry where id = any($1) and claimed_by_id is null', [
    entries.map(({ id }) => id),
  ]);
  expect(unclaimed).toHaveLength(entries.length);
  await officer.client.get(`/organizations/${guild.id}/roster`).expect(200);
  const again = await app.signIn('pell');
  expect((await again.get('/auth/me')).body.id).not.toBe(userId);
});

test('S-05: a sync started during an erasure leaves nothing behind', async () => {
  for (let round = 0; round < 8; round += 1) {
    const client = await app.signIn('osric');
    const { body } = await client.get('/auth/me');
    const calls = {
      sync: () => client.post('/characters/sync'),
      erase: () => callerOf(app, client.token)('DELETE', '/auth/me'),
    };
    const order = round % 2 ? (['sync', 'erase'] as const) : (['erase', 'sync'] as const);
    const statuses = Object.fromEntries(
      await Promise.all(order.map(async (name) => [name, (await calls[name]()).status] as const)),
    );
    expect(statuses).toMatchObject({ erase: 200 });
    expect(statuses.sync).toBeLessThan(500);
    await untilIdle(app);
    await untilErased(app);
    expect(await app.ctx.sql('select from character where user_id = $1', [body.id])).toEqual([]);
    expect(await app.ctx.sql('select from sync_session where subject_id = $1', [body.id])).toEqual([]);
  }
});

test('an erasure waits for a picture that is being stored, then removes it', async () => {
  await using quiet = await testApp({ roles: ['web'] });
  const { userId, token } = await createPerson(quiet);
  const { answer } = await quiet.ctx.transact(async (tx) => {
    await lockPerson(tx.sql, userId);
    const answer = callerOf(quiet, token)('DELETE', '/auth/me');
    await untilWaiting(quiet);
    await tx.queueDb.executeSql(
      `insert into image (purpose, subject_id, uploaded_by_id, status, content_hash, sizes)
       values ('avatar', $1, $1, 'approved', 'x', '[512]')`,
      [userId],
    );
    return { answer };
  });
  expect((await answer).status).toBe(200);
  expect(await quiet.ctx.sql('select from image where subject_id = $1', [userId])).toEqual([]);
});

test('an erasure also deletes a job that is queued for a character in the meantime', async () => {
  await using quiet = await testApp({ roles: ['web'] });
  const { userId, token } = await createPerson(quiet);
  const characterId = uuidv7();
  await quiet.ctx.sql(
    `insert into character (id, user_id, source, region, game_version, name, realm_slug, class_id, race_id, level)
     values ($1, $2, 'manual', 'us', 'retail', 'Named', 'highmere', 1, 1, 80)`,
    [characterId, userId],
  );
  expect((await callerOf(quiet, token)('DELETE', '/auth/me')).status).toBe(200);
  // Begun outside the transaction, which its own transactions would otherwise join.
  const begin = Promise.withResolvers<void>();
  const erased = begin.promise.then(() => runErasures(quiet));
  await quiet.ctx.transact(async (tx) => {
    await tx.queueDb.executeSql('select from character where id = $1 for no key update', [characterId]);
    begin.resolve();
    await untilWaiting(quiet);
    await tx.enqueue(enrichCharacterJob, { characterId, profileAsked: false }, { group: { id: userId } });
  });
  await erased;
  expect(await quiet.ctx.sql('select from pgboss.job where group_id = $1', [userId])).toEqual([]);
});

test('storing a section of a character waits for a running erasure without a deadlock', async () => {
  await using quiet = await testApp({ roles: ['web'] });
  const { userId } = await createPerson(quiet);
  const id = uuidv7();
  await quiet.ctx.sql(
    `insert into character (id, user_id, source, region, game_version, name, realm_slug, class_id, race_id, level)
     values ($1, $2, 'manual', 'us', 'retail', 'Portrayed', 'highmere', 1, 1, 80)`,
    [id, userId],
  );
  const picture = { data: {}, names: [], lastModified: null, describes: { avatarUrl: 'https://render.test/a.jpg' } };
  const { stored } = await quiet.ctx.transact(async ({ queueDb }) => {
    // A person leaves their guilds before being deleted.
    await queueDb.executeSql('update character set verified_at = null where id = $1', [id]);
    const stored = storeSection(quiet.ctx.sql, { id, region: 'us' }, 'media', { kind: 'fetched', content: picture });
    await untilWaiting(quiet);
    await queueDb.executeSql('delete from app_user where id = $1', [userId]);
    return { stored };
  });
  await stored;
  expect(quiet.logged.filter((line) => line.includes('deadlock'))).toEqual([]);
});

test('a lock on one administrator blocks neither the erasure nor the appointment of others', async () => {
  await using quiet = await testApp({ roles: ['web'] });
  const [admin, kept] = [await createPerson(quiet, { isAdmin: true }), await createPerson(quiet, { isAdmin: true })];
  const [leaving, next] = [await createPerson(quiet), await createPerson(quiet)];
  const set = (userId: string, isAdmin: boolean) =>
    admin.request('post', `/api/v1/admin/admins/${userId}`).send({ isAdmin });
  await quiet.ctx.transact(async ({ queueDb }) => {
    await queueDb.executeSql('select from app_user where id = $1 for key share', [kept.userId]);
    expect((await callerOf(quiet, leaving.token)('DELETE', '/auth/me')).status).toBe(200);
    expect((await set(next.userId, true)).status).toBe(200);
    expect((await set(kept.userId, false)).status).toBe(200);
  });
});

test('the last administrator cannot be erased, even when two delete their accounts concurrently', async () => {
  const [one, other] = [await createPerson(app, { isAdmin: true }), await createPerson(app, { isAdmin: true })];
  const erase = ({ token }: { token: string }) => callerOf(app, token)('DELETE', '/auth/me');
  const answers = await Promise.all([erase(one), erase(other)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'CONFLICT', reason: 'last_admin' });
  expect(await app.ctx.sql('select from app_user where is_admin')).toHaveLength(1);
});
