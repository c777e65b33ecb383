/**
 * A world in which every operation of the API can succeed: one person owns everything in it, and each operation that
 * consumes something gets a fresh instance. An operation without an entry here gets the values its path suggests.
 */
import { simLink } from '@guildhall/guild-tools/sim-client.ts';
import { droptimizerId } from '@guildhall/simulator/sims/api.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { chatRoleIds } from '@guildhall/simulator/world-chat-roles.ts';
import { hashToken, randomToken } from '../../src/core/secrets.ts';
import { uuidv7 } from '../../src/core/uuid.ts';
import { shortDigest } from '../../src/discord/role-sync/role-rules.queries.ts';
import { addRoles, syncedGuildRoles } from '../../src/membership/rights/default-roles.ts';
import { type TestApp, testApp } from '../app.ts';
import { type Call, callerOf } from '../caller.ts';
import { bringInCharacter } from '../character.ts';
import { CHANNELS, LANTERN, linkDiscord, nameChat } from '../chat.ts';
import { connectServer } from '../discord.ts';
import { createCharacter, done, inHours, moveBack } from '../events.ts';
import { syncJournal } from '../journal.ts';
import { hold, join, newMember, type Place, seedOrganization, seedRole } from '../members.ts';
import { createPerson } from '../people.ts';
import { anyPicture } from '../pictures.ts';
import type { Operation } from './operations.ts';
import type { Caller } from './requests.ts';

/** The input a request needs to succeed, and the person who sends it. */
export type Needs = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** A person other than the owner of the world. */
  token?: string;
};

export type World = {
  app: TestApp;
  tokens: Record<Exclude<Caller, 'nobody'>, string>;
  needsOf(operation: Operation): Promise<Needs>;
  /** The same in another organization, where the owner may do as much. */
  foreignNeedsOf(operation: Operation): Promise<Needs>;
  picture: Buffer;
  /** Restores the owner and the guild, whatever was done to them. */
  repair(): Promise<void>;
  archive(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function createFuzzWorld({ guildSize = 20 } = {}): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const app = stack.use(await testApp({ world: createWorld({ guildSizes: [guildSize] }) }));
  const { client, character } = await bringInCharacter(app, 'ysolde', 'Ysolde');
  await linkDiscord(app, client, 'ysolde');
  await syncJournal(app);
  const call = callerOf(app, client.token);
  const [guild] = await done<{ id: string; alias: string; name: string }[]>(call('GET', '/organizations/mine'));
  if (!guild) throw new Error('The owner has no guild');
  await done(call('POST', `/organizations/${guild.id}/sync`, { types: ['details', 'crest', 'achievements'] }));
  // From here on nothing happens on its own.
  for (const queue of await app.ctx.boss.getQueues()) await app.ctx.boss.offWork(queue.name);
  const { id: userId } = await done<Made>(call('GET', '/auth/me'));
  const [member, stranger] = [await createPerson(app), await createPerson(app)];
  await app.ctx.sql('insert into membership (organization_id, user_id) values ($1, $2)', [guild.id, member.userId]);
  const reader = await app.ctx.sessions.create(userId, { label: 'Reader', scope: 'read', days: 90 });

  const repair = async () => {
    await app.ctx.sql('update app_user set is_admin = true where id = $1', [userId]);
    await app.ctx.sql('update organization set archived_at = null where id = $1', [guild.id]);
    await connectServer(app, guild.id, userId);
    await nameChat(app, guild, { serverId: LANTERN, inviteChannelId: CHANNELS.welcome });
    await app.ctx.sql('delete from rate_limit');
    for (const table of ['event', 'post']) await app.ctx.sql(keepNewestOf(table), [guild.id]);
    app.simulator.world.chat.join('lantern', 'ysolde');
  };
  await repair();
  const elsewhere = await seedOrganization(app, 'synced');
  await join(app, elsewhere, { userId }, 0);
  await connectServer(app, elsewhere.id, userId);
  const scene: Scene = { app, call, userId, guildId: guild.id, characterId: character.id };
  const [otherCharacter] = await app.ctx.sql<Made>('select id from character where guild_id = $1', [elsewhere.id]);
  const foreign: Scene = { ...scene, guildId: elsewhere.id, characterId: otherCharacter?.id ?? '' };
  const needsIn = async (where: Scene, operation: Operation) => ({
    ...byAddress(where, operation),
    ...(await NEEDS[operation.id]?.(where)),
  });
  const owned = stack.move();
  return {
    app,
    tokens: {
      owner: client.token,
      member: member.token,
      stranger: stranger.token,
      reader: reader.token,
      liar: randomToken(),
    },
    needsOf: (operation) => needsIn(scene, operation),
    foreignNeedsOf: (operation) => needsIn(foreign, operation),
    picture: await anyPicture(),
    repair,
    archive: async () =>
      void (await app.ctx.sql('update organization set archived_at = now() where id = $1', [guild.id])),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Half of the events and posts that an organization may have: without room, operations that need a new one would stop. */
const keepNewestOf = (table: string) => `
  delete from ${table} where organization_id = $1
    and id not in (select id from ${table} where organization_id = $1 order by id desc limit 500)`;

type Scene = { app: TestApp; call: Call; userId: string; guildId: string; characterId: string };

function byAddress({ guildId, characterId }: Scene, { path }: Operation): Needs {
  if (path.startsWith('/characters/{id}')) return { params: { id: characterId } };
  if (path.startsWith('/organizations/{id}')) return { params: { id: guildId } };
  if (path.startsWith('/guilds/{guildId}')) return { params: { guildId } };
  return {};
}

type Made = { id: string };
const make = async ({ call }: Scene, path: string, body: Record<string, unknown>) =>
  (await done<Made>(call('POST', path, body))).id;

const person = async ({ app }: Scene): Promise<Needs> => ({ token: (await createPerson(app)).token });

const mailedToken = async ({ app }: Scene) => {
  const token = randomToken();
  await app.ctx.sql(
    `insert into magic_link (email, token_hash, callback_url, expires_at) values ($1, $2, '/', now() + interval '1 hour')`,
    [`${uuidv7()}@example.org`, hashToken(token)],
  );
  return token;
};

const linked = async ({ app }: Scene): Promise<Needs> => {
  const { userId, token } = await createPerson(app);
  await app.ctx.sql(
    `insert into account (user_id, provider_id, account_id) values ($1, 'battlenet', $2), ($1, 'discord', $2)`,
    [userId, `${BigInt(`0x${uuidv7().slice(-12)}`)}`],
  );
  return { token };
};

/** A rule that is off; the one before it goes, because each may exist once. */
const roleRule = async ({ app, guildId }: Scene) => {
  await app.ctx.sql('delete from discord_role_rule where organization_id = $1', [guildId]);
  const [rule] = await app.ctx.sql<Made>(
    `insert into discord_role_rule (organization_id, server_id, discord_role_id, discord_role_name, discord_role_color)
     values ($1, $2, $3, 'Raider', 0) returning id`,
    [guildId, LANTERN, chatRoleIds(LANTERN).raider],
  );
  return { params: { id: guildId, ruleId: rule?.id ?? '' } };
};

const club = async (scene: Scene): Promise<Place & { name: string }> => {
  const place = await seedOrganization(scene.app, 'standalone');
  await join(scene.app, place, scene);
  await hold(scene.app, place, place.founderRoleId, scene);
  const name = `Club ${place.id}`;
  await scene.app.ctx.sql('update organization set name = $2 where id = $1', [place.id, name]);
  return { ...place, name };
};
const ofClub = async (scene: Scene): Promise<Needs> => ({ params: { id: (await club(scene)).id } });

const RAID = { title: 'Raid night', type: 'raid', scope: 'guild', durationMinutes: 180 };
const newEvent = (scene: Scene, input: Record<string, unknown> = {}) =>
  make(scene, `/guilds/${scene.guildId}/events`, { ...RAID, startsAt: inHours(48 + Math.random() * 1000), ...input });
const ofEvent =
  (input?: Record<string, unknown>) =>
  async (scene: Scene): Promise<Needs> => ({ params: { id: await newEvent(scene, input) } });
const ofSheet = async (scene: Scene): Promise<Needs> => {
  const id = await newEvent(scene);
  await done(scene.call('PUT', `/events/${id}/reserves`, {}));
  return { params: { id } };
};
const ofNote = async (scene: Scene): Promise<Needs> => ({
  params: { id: await newEvent(scene), encounterId: 'all' },
});
const ofSeries = async (scene: Scene): Promise<Needs> => {
  const year = 2030 + Math.floor(Math.random() * 50);
  const localStart = `${year}-05-01T20:00`;
  return ofEvent({ startsAt: undefined, localStart, recurringDates: [`${year}-05-01`, `${year}-05-08`] })(scene);
};
const signedUp = async (scene: Scene, input: Record<string, unknown> = {}) => {
  const id = await newEvent(scene, input);
  await done(scene.call('PUT', `/events/${id}/signup`, { characterId: scene.characterId, roleKey: 'melee' }));
  return id;
};
const wholeNight = async (scene: Scene): Promise<Needs> => ({
  params: { id: await newEvent(scene), encounterId: 'all' },
});
const ofTemplate = async (scene: Scene): Promise<Needs> => {
  const eventId = await newEvent(scene);
  // An organization has at most 50.
  await scene.app.ctx.sql('delete from event_template where organization_id = $1', [scene.guildId]);
  const id = await make(scene, `/organizations/${scene.guildId}/event-templates`, { name: 'Tuesday', eventId });
  return { params: { id }, body: { eventId: undefined } };
};
const ofBegun = async (scene: Scene): Promise<Needs> => {
  const id = await signedUp(scene);
  await moveBack(scene.app, id, 1100);
  return { params: { id } };
};

const post = async (scene: Scene): Promise<Needs> => ({
  params: { id: await make(scene, `/guilds/${scene.guildId}/posts`, { title: 'News', body: 'Something' }) },
  body: { version: undefined },
});

/** A raider without an account, with a character that the roster does not list. */
const raider = async (scene: Scene): Promise<Needs> => {
  await scene.app.ctx.sql('delete from raider where organization_id = $1 and user_id is null', [scene.guildId]);
  const id = await make(scene, `/organizations/${scene.guildId}/raiders`, { name: 'Curlybill' });
  return { params: { id } };
};
/** The only pool of points of the guild. */
const pool = async ({ app, guildId }: Scene): Promise<Needs> => {
  await app.ctx.sql('delete from point_pool where organization_id = $1', [guildId]);
  const [row] = await app.ctx.sql<Made>(
    `insert into point_pool (organization_id, name, kind, decimals, base_gp, min_ep) values ($1, 'Main raid', 'epgp', 0, 100, 0)
     returning id`,
    [guildId],
  );
  return { params: { id: row?.id ?? '' } };
};
/** The only team of the guild. */
const team = async (scene: Scene): Promise<Needs> => {
  await scene.app.ctx.sql('delete from team where organization_id = $1', [scene.guildId]);
  const id = await make(scene, `/organizations/${scene.guildId}/teams`, { name: 'Tuesday' });
  return { params: { id }, body: { name: uuidv7() } };
};
const teamMember = async (scene: Scene): Promise<Needs> => {
  const id = (await team(scene)).params?.id ?? '';
  const raiderId = (await raider(scene)).params?.id ?? '';
  return { params: { id, raiderId }, body: { lead: undefined } };
};
const characterOf = async (scene: Scene) => {
  const needs = await raider(scene);
  await done(scene.call('POST', `/raiders/${needs.params?.id}/characters`, { name: uuidv7() }));
  const [row] = await scene.app.ctx.sql<Made>('select id from raider_character where raider_id = $1', [
    needs.params?.id,
  ]);
  return { needs, characterId: row?.id ?? '' };
};

const role = async (scene: Scene) => {
  const { id, source, founderRoleId } = await club(scene);
  const place = { id, source, founderRoleId };
  return { place, roleId: await seedRole(scene.app, place, []) };
};
const memberOfClub = async (scene: Scene): Promise<Needs> => {
  const place = await club(scene);
  return { params: { id: place.id, userId: (await newMember(scene.app, place)).userId } };
};
const ofRole = async (scene: Scene): Promise<Needs> => {
  const { place, roleId } = await role(scene);
  return { params: { id: place.id, roleId } };
};
const ofMemberAndRole =
  (holds: boolean) =>
  async (scene: Scene): Promise<Needs> => {
    const { place, roleId } = await role(scene);
    const member = await newMember(scene.app, place);
    if (holds) await hold(scene.app, place, roleId, member);
    return { params: { id: place.id, userId: member.userId, roleId } };
  };

const invite = async ({ app }: Scene, organizationId: string) => {
  const code = randomToken();
  const [row] = await app.ctx.sql<Made>(
    `insert into invite (organization_id, code_hash, expires_at, created_by_id)
     select $1, $2, now() + interval '1 day', user_id from role_holder where organization_id = $1 limit 1 returning id`,
    [organizationId, hashToken(code)],
  );
  return { id: row?.id ?? '', code };
};

const session = async ({ app }: Scene, kind: string, subjectId: string, status = 'completed') => {
  await app.ctx.sql(
    `update sync_session set status = 'completed', finished_at = now() - interval '1 day' where status in ('queued', 'running')`,
  );
  const id = uuidv7();
  await app.ctx.sql(
    `insert into sync_session (id, kind, subject_id, trigger, status, job_id, created_at, finished_at)
     values ($1, $2, $3, 'user', $4, $1, now() - interval '1 day', case when $4 = 'completed' then now() - interval '1 day' end)`,
    [id, kind, subjectId, status],
  );
  return { params: { sessionId: id } };
};
/** No sync is running, and the last one is old enough. */
const idle = async ({ app }: Scene): Promise<Needs> => {
  await app.ctx.sql(`update sync_session set status = 'completed', finished_at = now() - interval '1 day'`);
  return {};
};

const job =
  (state: string) =>
  async ({ app }: Scene): Promise<Needs> => {
    const { boss } = app.ctx;
    const queue = 'roster-sync';
    const key = uuidv7();
    const jobId = await boss.send(queue, { organizationId: key, sessionId: key }, { singletonKey: key, retryLimit: 0 });
    if (!jobId) throw new Error('The job was not queued');
    await app.ctx.sql('update pgboss.job set state = $2::pgboss.job_state where id = $1', [jobId, state]);
    return { params: { queue, jobId } };
  };

const feed = async (scene: Scene, path: string): Promise<Needs> => {
  const { url } = await done<{ url: string }>(scene.call('POST', path));
  return { query: { token: new URL(url).searchParams.get('token') } };
};

const CREST = /crests\/([0-9a-f]{64})/;

const waitingPicture = async ({ app, userId }: Scene): Promise<Needs> => {
  const [row] = await app.ctx.sql<Made>(
    `insert into image (purpose, subject_id, uploaded_by_id, status, content_hash, sizes)
     values ('avatar', $1, $2, 'pending', $3, '[64]') returning id`,
    [(await createPerson(app)).userId, userId, uuidv7()],
  );
  return { params: { id: row?.id ?? '' }, body: { version: 1 } };
};

const transfer = async ({ app, guildId }: Scene): Promise<Needs> => {
  const [row] = await app.ctx.sql<Made>(
    `with entry as (
       insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug,
         level, class_id, race_id, rank, left_at)
       select $1, 1, (random() * 1e12)::bigint, 'Moved', 'moved', 'highmere', 80, 1, 1, 5, left_at
       from (values (now()), (null)) as t (left_at) returning id, left_at)
     insert into transfer_candidate (organization_id, leaver_id, joiner_id)
     select $1, (select id from entry where left_at is not null), (select id from entry where left_at is null) returning id`,
    [guildId],
  );
  return { params: { id: guildId, transferId: row?.id ?? '' } };
};

/** A guild that the platform no longer has, of which the person was the master, and whose members are in this one. */
const predecessor = async ({ app, guildId, userId }: Scene): Promise<Needs> => {
  const mates = [userId, (await createPerson(app)).userId, (await createPerson(app)).userId];
  const [former] = await app.ctx.sql<Made>(
    `insert into organization (name, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug, name_slug,
       missing_since, created_at)
     select 'Former', 'synced', region, game_version, 1, (random() * 1e12)::bigint, 'highmere', 'former', now(),
       created_at - interval '1 day' from organization where id = $1 returning id`,
    [guildId],
  );
  const id = former?.id ?? '';
  await app.ctx.transact(({ sql }) => addRoles(sql, id, syncedGuildRoles()));
  for (const organizationId of [id, guildId]) {
    await app.ctx.sql(
      `insert into membership (organization_id, user_id) select $1, unnest($2::uuid[]) on conflict do nothing`,
      [organizationId, mates],
    );
  }
  await app.ctx.sql(
    `insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level,
       class_id, race_id, rank)
     select $1, e.platform_realm_id, e.platform_character_id, e.name, e.name_key, e.realm_slug, e.level, e.class_id, e.race_id, 0
     from roster_entry e join character c on c.id = e.claimed_by_id
     where e.organization_id = $2 and e.left_at is null and c.user_id = $3 and c.verified_at is not null`,
    [id, guildId, userId],
  );
  return { params: { id: guildId, predecessorId: id }, body: { decision: 'reject' } };
};

/** A guild member that a person has named as their character, without proof. */
const claim = async ({ app, guildId }: Scene): Promise<Needs> => {
  const characterId = await createCharacter(app, (await createPerson(app)).userId);
  await app.ctx.sql('update character set verified_at = null where id = $1', [characterId]);
  const [row] = await app.ctx.sql<Made>(
    `insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug,
       level, class_id, race_id, rank, claimed_by_id)
     values ($1, 1, (random() * 1e12)::bigint, 'Claimed', 'claimed', 'highmere', 80, 1, 1, 5, $2) returning id`,
    [guildId, characterId],
  );
  return { params: { id: guildId, memberId: row?.id ?? '' } };
};

const expansion = async ({ app }: Scene): Promise<Needs> => {
  const [row] = await app.ctx.sql<{ id: number }>('select id from journal_expansion order by id desc limit 1');
  return { query: { expansionId: String(row?.id) } };
};

const named = { name: 'Osk', realm: 'highmere', region: 'us', gameVersion: 'retail' };

async function service({ app, call, guildId, userId }: Scene): Promise<Needs> {
  await app.ctx.sql('delete from service_account where organization_id = $1', [guildId]);
  const body = { name: 'Raid bot', actScopes: ['signUp'] };
  const { id } = await done<Made>(call('POST', `/organizations/${guildId}/services`, body));
  const [token] = await app.ctx.sql<Made>(
    `insert into service_token (service_id, token_hash, shown_to_id, expires_at)
     values ($1::uuid, $1::text, $2, now() + interval '1 day') returning id`,
    [id, userId],
  );
  return { params: { id: guildId, serviceId: id, tokenId: token?.id ?? '' } };
}

async function binding({ app, guildId }: Scene): Promise<Needs> {
  app.simulator.world.chat.join('lantern', 'ysolde');
  await app.ctx.sql('delete from discord_binding where organization_id = $1', [guildId]);
  const [row] = await app.ctx.sql<Made>(
    `insert into discord_binding (organization_id, server_id, channel_id, channel_name, detail, lead_days)
     values ($1, $2, $3, 'welcome', 'names', 14) returning id`,
    [guildId, LANTERN, CHANNELS.welcome],
  );
  return { params: { id: guildId, bindingId: row?.id ?? '' } };
}

/** A run with one row, in a state. */
/** An award that holds, and its response. */
async function newAward({ app, guildId }: Scene): Promise<string> {
  const [award] = await app.ctx.sql<Made>(
    `with response as (
       insert into loot_response (organization_id, key, text) values ($1, 'need', 'Need') on conflict do nothing)
     insert into loot_award (id, award_id, organization_id, award_key, tool, as_of, line, name, name_key, realm_key, item_id,
       received_at, day_only, response, response_key)
     select n.id, n.id, $1, n.id::text, 'rclootcouncil', now(), 1, 'Pickle', 'pickle', '', 160679, now(), false, 'Need', 'need'
     from (select uuidv7() as id) n returning id`,
    [guildId],
  );
  return award?.id ?? '';
}

const imported =
  (state: 'preview' | 'applied') =>
  async ({ app, guildId }: Scene): Promise<Needs> => {
    await app.ctx.sql('delete from import_run where organization_id = $1', [guildId]);
    const [run] = await app.ctx.sql<Made>(
      `insert into import_run (organization_id, source, state, hash, options)
       values ($1, 'table', $2, '', '{"eventId":null,"columns":null}') returning id`,
      [guildId, state],
    );
    const raw = { kind: 'character', name: 'Pickle', realm: null, note: null, main: null };
    const [row] = await app.ctx.sql<Made>(
      `insert into import_row (run_id, number, line, raw, status, proposals) values ($1, 1, 1, $2, 'unmatched', '[]') returning id`,
      [run?.id, JSON.stringify(raw)],
    );
    return { params: { id: guildId, importId: run?.id ?? '' }, body: { rowIds: [row?.id ?? ''] } };
  };

async function webhook({ app, call, guildId }: Scene): Promise<Needs> {
  await app.ctx.sql('delete from webhook_endpoint where organization_id = $1', [guildId]);
  const body = { name: 'Planner', address: 'https://planner.example/hooks' };
  const { webhook } = await done<{ webhook: Made }>(call('POST', `/organizations/${guildId}/webhooks`, body));
  const [delivery] = await app.ctx.sql<Made>(
    `insert into webhook_delivery (endpoint_id, type, happened_at) values ($1, 'ping', now()) returning 'msg_' || id as id`,
    [webhook.id],
  );
  return { params: { id: guildId, webhookId: webhook.id, deliveryId: delivery?.id ?? '' } };
}

const NEEDS: Record<string, (scene: Scene) => Promise<Needs> | Needs> = {
  'auth-signOut': person,
  'signIn-previewMagicLink': async (scene) => ({ body: { token: await mailedToken(scene) } }),
  'signIn-redeemMagicLink': async (scene) => ({ body: { token: await mailedToken(scene) } }),
  'auth-verifyMagicLink': async (scene) => ({ query: { token: await mailedToken(scene) } }),
  'sessions-revoke': async (scene) => {
    const { userId, token } = await createPerson(scene.app);
    await scene.app.ctx.sessions.create(userId);
    const [own] = await done<Made[]>(callerOf(scene.app, token)('GET', '/auth/list-sessions'));
    return { token, body: { id: own?.id } };
  },
  'sessions-revokeOthers': person,
  'profile-delete': person,
  'profile-changeEmail': async (scene) => ({ ...(await person(scene)), body: { email: `${uuidv7()}@example.org` } }),
  'profile-verifyEmail': async ({ app }) => {
    const { userId, token: session } = await createPerson(app);
    const token = randomToken();
    await app.ctx.sql(
      `insert into email_change (user_id, email, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
      [userId, `${userId}@example.org`, hashToken(token)],
    );
    return { token: session, body: { token } };
  },
  'profile-unlinkAccount': linked,
  'profile-disconnectGameplatform': linked,
  'users-setAvatar': person,

  'characters-sync': idle,
  'characters-syncSession': (scene) => session(scene, 'character', scene.userId),
  'characters-completeSync': (scene) => session(scene, 'character', scene.userId, 'queued'),
  'characters-search': () => ({ query: named }),
  'characters-import': async ({ app, userId }) => {
    await app.ctx.sql(`delete from character where user_id = $1 and name = 'Osk'`, [userId]);
    return { body: named };
  },
  'characters-create': person,
  'characterViews-enrich': async ({ app, characterId }) => {
    await app.ctx.sql(`delete from pgboss.job where name like 'enrich%'`);
    await app.ctx.sql('update character set enriched_at = null where id = $1', [characterId]);
    await app.ctx.sql(
      `update character_section set fetched_at = fetched_at - interval '1 day' where character_id = $1`,
      [characterId],
    );
    return { params: { id: characterId } };
  },
  'characterViews-atPublicAddress': async ({ call, characterId }) => {
    const path = `/characters/${characterId}/public-address`;
    const { publicUrl } = await done<{ publicUrl: string }>(call('PUT', path));
    return { params: { key: publicUrl.split('/').at(-1) ?? '' } };
  },
  'character-archive': async ({ app, userId }) => ({ params: { id: await createCharacter(app, userId) } }),
  'character-restore': async ({ app, userId }) => ({ params: { id: await createCharacter(app, userId) } }),
  'character-delete': async ({ app, userId }) => ({ params: { id: await createCharacter(app, userId) } }),

  'organizations-create': async (scene) => ({ ...(await person(scene)), body: { alias: undefined } }),
  'organizations-update': async (scene) => ({ ...(await ofClub(scene)), body: { alias: `club-${uuidv7()}` } }),
  'organizations-archive': ofClub,
  'organizations-restore': ofClub,
  'organizations-deletePermanently': async (scene) => {
    const { id, name } = await club(scene);
    return { params: { id }, body: { name } };
  },
  'organizations-leave': async (scene) => {
    const place = await club(scene);
    return { params: { id: place.id }, token: (await newMember(scene.app, place)).token };
  },
  'organizations-removeMember': async (scene) => {
    const place = await club(scene);
    return { params: { id: place.id, userId: (await newMember(scene.app, place)).userId } };
  },
  'services-create': async (scene) => {
    await scene.app.ctx.sql('delete from service_account');
    return { params: { id: scene.guildId } };
  },
  'services-update': service,
  'services-delete': service,
  'services-createToken': service,
  'services-revokeToken': service,
  'services-agree': service,
  'imports-start': async (scene) => {
    await scene.app.ctx.sql('delete from import_run');
    return { params: { id: scene.guildId } };
  },
  'imports-startFile': async (scene) => {
    await scene.app.ctx.sql('delete from import_run');
    return {
      params: { id: scene.guildId },
      query: {
        source: 'table',
        columns: '{"name":0}',
        eventId: undefined,
        newEvents: 'false',
        markPresent: 'false',
        teamId: undefined,
        poolId: undefined,
      },
    };
  },
  'loot-list': ({ guildId }) => ({
    params: { id: guildId },
    query: { ...{ raiderId: undefined, eventId: undefined, teamId: undefined }, season: undefined },
  }),
  'loot-ofRaider': raider,
  'loot-amend': async (scene) => ({
    params: { id: await newAward(scene) },
    body: { raiderId: undefined, response: 'need' },
  }),
  'loot-decideResponses': async (scene) => {
    await newAward(scene);
    return { params: { id: scene.guildId }, body: { responses: [{ key: 'need', meaning: 'need' }] } };
  },
  'points-createPool': async (scene) => {
    await scene.app.ctx.sql('delete from point_pool where organization_id = $1', [scene.guildId]);
    return { params: { id: scene.guildId }, body: { teamId: undefined, decay: undefined } };
  },
  'points-updatePool': async (scene) => ({ ...(await pool(scene)), body: { decay: undefined } }),
  'points-standings': pool,
  'points-entries': async (scene) => ({ ...(await pool(scene)), query: { raiderId: undefined } }),
  'points-book': async (scene) => {
    const raiderId = (await raider(scene)).params?.id ?? '';
    return {
      ...(await pool(scene)),
      body: {
        reason: 'Kill',
        points: 10,
        charge: undefined,
        eventId: undefined,
        teamId: undefined,
        raiderIds: [raiderId],
      },
    };
  },
  'points-undo': async (scene) => {
    const raiderId = (await raider(scene)).params?.id ?? '';
    const [entry] = await scene.app.ctx.sql<Made>(
      `insert into point_entry (pool_id, booking_id, type, raider_id, points, gp)
       values ($1, uuidv7(), 'grant', $2, 10, 0) returning id`,
      [(await pool(scene)).params?.id, raiderId],
    );
    return { params: { id: entry?.id ?? '' } };
  },
  'points-decay': pool,
  'points-prices': pool,
  'points-putPrices': pool,
  'imports-events': ({ app, guildId }) => ({
    params: { id: guildId },
    body: { serverId: app.simulator.world.chat.servers[0]?.id ?? '', key: 'key' },
  }),
  'imports-discard': async (scene) => ({ ...(await imported('preview')(scene)), body: {} }),
  'imports-get': imported('preview'),
  'imports-rows': imported('preview'),
  'imports-decide': imported('preview'),
  'imports-write': async (scene) => ({ ...(await imported('preview')(scene)), body: {} }),
  'imports-takeBack': async (scene) => ({ ...(await imported('applied')(scene)), body: {} }),
  'webhooks-create': async (scene) => {
    await scene.app.ctx.sql('delete from webhook_endpoint');
    return { params: { id: scene.guildId } };
  },
  'webhooks-update': webhook,
  'webhooks-delete': webhook,
  'webhooks-rotate': webhook,
  'webhooks-enable': webhook,
  'webhooks-ping': webhook,
  'webhooks-deliveries': webhook,
  'webhooks-retryOne': webhook,
  'webhooks-retrySince': webhook,
  'invites-create': async (scene) => ({ ...(await ofClub(scene)), body: { roleId: undefined } }),
  'invites-list': ofClub,
  'invites-revoke': async (scene) => {
    const { id } = await club(scene);
    return { params: { id, inviteId: (await invite(scene, id)).id } };
  },
  'invites-accept': async (scene) => {
    const { id } = await club(scene);
    return { params: { code: (await invite(scene, id)).code }, ...(await person(scene)) };
  },
  'invites-preview': async (scene) => ({ params: { code: (await invite(scene, (await club(scene)).id)).code } }),

  'comparisons-reputations': expansion,
  'comparisons-guildReputations': expansion,
  'gameData-encounters': async ({ app }) => {
    const [row] = await app.ctx.sql<{ id: number }>('select id from journal_instance order by id limit 1');
    return { query: { journalInstanceId: String(row?.id) } };
  },
  'gameData-items': async ({ app }) => {
    const [row] = await app.ctx.sql<{ id: number }>('select id from journal_encounter limit 1');
    return { query: { encounterId: String(row?.id) } };
  },

  'roster-sync': idle,
  'roster-rejectClaim': claim,
  'roster-syncSession': async (scene) => {
    const { params } = await session(scene, 'roster', scene.guildId);
    return { params: { ...params, id: scene.guildId } };
  },
  'roster-decideTransfer': transfer,
  'roster-decidePredecessor': predecessor,
  'raiders-create': () => ({ body: { rosterEntryId: undefined } }),
  'raiders-update': async (scene) => {
    const { needs, characterId } = await characterOf(scene);
    return { ...needs, body: { mainId: characterId } };
  },
  'raiders-addCharacter': async (scene) => ({
    ...(await raider(scene)),
    body: { rosterEntryId: undefined, name: uuidv7() },
  }),
  'raiders-split': async (scene) => {
    const { needs, characterId } = await characterOf(scene);
    return { ...needs, body: { characterIds: [characterId] } };
  },
  'imports-dismissSamePerson': async (scene) => {
    const { params } = await raider(scene);
    const other = await make(scene, `/organizations/${scene.guildId}/raiders`, { name: 'Ruff' });
    return { params: { id: scene.guildId }, body: { raiderIds: [params?.id ?? '', other] } };
  },
  'raiders-merge': async (scene) => {
    const needs = await raider(scene);
    const raiderId = await make(scene, `/organizations/${scene.guildId}/raiders`, { name: 'Ruff' });
    return { ...needs, body: { raiderId } };
  },
  'raiders-release': raider,
  'raiders-undo': async (scene) => {
    const needs = await raider(scene);
    const { changeId } = await done<{ changeId: string }>(scene.call('POST', `/raiders/${needs.params?.id}/release`));
    return { params: { id: scene.guildId, changeId } };
  },
  'teams-create': async (scene) => {
    await team(scene);
    return { body: { name: uuidv7() } };
  },
  'teams-get': team,
  'teams-update': team,
  'teams-delete': team,
  'teams-setMember': teamMember,
  'teams-removeMember': async (scene) => {
    const needs = await teamMember(scene);
    await done(scene.call('PUT', `/teams/${needs.params?.id}/members/${needs.params?.raiderId}`, {}));
    return needs;
  },
  'guilds-sync': () => ({ body: { types: ['details'] } }),

  'events-create': () => ({
    body: {
      startsAt: inHours(60 + Math.random() * 1000),
      localStart: undefined,
      journalInstanceId: null,
      teamId: null,
    },
  }),
  'events-get': ofEvent(),
  'events-update': async (scene) => ({ ...(await ofEvent()(scene)), body: { journalInstanceId: null, teamId: null } }),
  'events-delete': ofEvent({ status: 'draft' }),
  'events-publish': ofEvent({ status: 'draft' }),
  'events-cancel': ofEvent(),
  'events-complete': ofBegun,
  'events-reopen': async (scene) => {
    const id = await newEvent(scene);
    await done(scene.call('POST', `/events/${id}/cancel`, {}));
    return { params: { id } };
  },
  'events-cancelSeries': ofSeries,
  'events-deleteSeries': ofSeries,
  'events-extendSeries': ofSeries,
  'events-series': ofSeries,
  'events-previewSeries': ofSeries,
  'events-setImage': ofEvent(),
  'events-removeImage': ofEvent(),
  'events-log': ofEvent(),
  'planNotes-get': ofNote,
  'planNotes-save': async (scene) => ({ ...(await ofNote(scene)), body: { version: 0, of: 'event' } }),
  'planNotes-myJobs': ofEvent(),
  'participations-list': ofEvent(),
  'participations-unanswered': ofEvent(),
  'participations-remind': ofEvent(),
  'participations-answerSeries': async (scene) => ({
    ...(await ofSeries(scene)),
    body: { characterId: scene.characterId },
  }),
  'participations-swap': async (scene) => {
    const id = await signedUp(scene, { slots: [{ roleKey: 'melee', max: 1 }] });
    const waiting = await newMember(scene.app, { id: scene.guildId, source: 'synced', founderRoleId: '' });
    const [row] = await scene.app.ctx.sql<Made>('select id from participation where event_id = $1', [id]);
    const add = scene.call('POST', `/events/${id}/participations`, {
      userId: waiting.userId,
      status: 'waitlist',
      roleKey: 'melee',
    });
    return { params: { id }, body: { outId: row?.id ?? '', inId: (await done<Made>(add)).id } };
  },
  'participations-signUp': async (scene) => ({ ...(await ofEvent()(scene)), body: { characterId: scene.characterId } }),
  'participations-withdraw': async (scene) => ({ params: { id: await signedUp(scene) } }),
  'participations-add': async (scene) => {
    const member = await createPerson(scene.app);
    await join(scene.app, { id: scene.guildId, source: 'synced', founderRoleId: '' }, member);
    return {
      ...(await ofEvent()(scene)),
      body: {
        userId: member.userId,
        characterId: undefined,
        raiderId: undefined,
        guest: undefined,
        raiderCharacterId: undefined,
      },
    };
  },
  'participations-move': async (scene) => {
    const id = await signedUp(scene);
    const [row] = await scene.app.ctx.sql<Made>('select id from participation where event_id = $1', [id]);
    return {
      params: { id, participationId: row?.id ?? '' },
      body: { characterId: undefined, raiderCharacterId: undefined },
    };
  },
  'participations-attendance': async (scene) => ({
    ...(await ofBegun(scene)),
    body: { entries: [{ userId: scene.userId, attendance: 'present' }], confirm: undefined },
  }),
  'nights-putSource': ({ guildId }) => ({
    params: { id: guildId },
    body: { link: undefined, tags: [], presentPercent: 80, partPercent: 20 },
  }),
  'nights-reports': ofEvent(),
  'nights-get': ofEvent(),
  'nights-past': ({ guildId }) => ({ params: { id: guildId } }),
  'nights-progress': ({ guildId }) => ({ params: { id: guildId }, query: { teamId: undefined } }),
  'nights-attach': async (scene) => ({
    ...(await ofBegun(scene)),
    body: { link: scene.app.simulator.warcraftLogs.reports[0]?.code ?? '', ofAnotherGuild: true },
  }),
  'nights-match': async (scene) => {
    const { params } = await ofBegun(scene);
    const [report] = scene.app.simulator.warcraftLogs.reports;
    await done(scene.call('POST', `/events/${params?.id}/reports`, { link: report?.code ?? '', ofAnotherGuild: true }));
    const fought = report?.fights.find(({ encounterID }) => encounterID > 0)?.friendlyPlayers ?? [];
    const fighter = report?.actors.find(({ id }) => fought.includes(id));
    return {
      params: params ?? {},
      body: { name: fighter?.name, realm: fighter?.server, raiderId: undefined, userId: undefined, notOurs: true },
    };
  },
  'nights-detach': async (scene) => {
    const { params } = await ofBegun(scene);
    const link = scene.app.simulator.warcraftLogs.reports[0]?.code ?? '';
    const attached = scene.call('POST', `/events/${params?.id}/reports`, { link, ofAnotherGuild: true });
    const { reports } = await done<{ reports: Made[] }>(attached);
    return { params: { id: reports[0]?.id ?? '' } };
  },

  'wishes-get': raider,
  'wishes-put': async (scene) => ({
    ...(await raider(scene)),
    body: { wishes: [{ itemId: 960_000, track: 'heroic' }] },
  }),
  'wishes-readSim': async (scene) => {
    const id = (await done<Made>(scene.call('PUT', `/organizations/${scene.guildId}/raiders/mine`, {}))).id;
    const ysolde = scene.app.simulator.world.character('highmere', 'Ysolde');
    const link = simLink({ tool: 'raidbots', id: droptimizerId(ysolde, 'heroic') });
    return { params: { id }, body: { link, text: undefined } };
  },
  'wishes-removeSim': async (scene) => {
    const { params } = await raider(scene);
    const [report] = await scene.app.ctx.sql<Made>(
      `insert into sim_report (raider_id, source, name, name_key, realm_key, spec_id)
       values ($1, 'raidbots', 'Ysolde', 'ysolde', 'highmere', 73) returning id`,
      [params?.id],
    );
    return { params: { id: params?.id ?? '', reportId: report?.id ?? '' } };
  },
  'reserves-get': ofEvent(),
  'reserves-putSheet': async (scene) => ({ params: { id: await newEvent(scene) }, body: { continuesId: undefined } }),
  'reserves-put': ofSheet,
  'reserves-putOfOther': async (scene) => ({
    ...(await ofSheet(scene)),
    body: { raiderId: (await raider(scene)).params?.id ?? '', userId: undefined },
  }),
  'reserves-drop': ofSheet,
  'reserves-export': ofSheet,
  'reserves-correct': async (scene) => {
    const { params } = await ofSheet(scene);
    const mine = scene.call('PUT', `/events/${params?.id}/reserves/mine`, { reserves: [{ itemId: 19_346 }] });
    const { reserves } = await done<{ reserves: Made[] }>(mine);
    return { params: { id: params?.id ?? '', reserveId: reserves[0]?.id ?? '' }, body: { plus: 30, note: 'Leave' } };
  },
  'lineups-list': ofEvent(),
  'lineups-check': ofEvent(),
  'lineups-get': wholeNight,
  'lineups-save': async (scene) => ({
    ...(await wholeNight(scene)),
    body: { version: 0, difficulty: null, places: [] },
  }),
  'lineups-publish': wholeNight,
  'lineups-copy': wholeNight,
  'lineups-export': wholeNight,

  'eventTemplates-create': async (scene) => {
    await scene.app.ctx.sql('delete from event_template where organization_id = $1', [scene.guildId]);
    return { params: { id: scene.guildId }, body: { eventId: await newEvent(scene) } };
  },
  'eventTemplates-update': ofTemplate,
  'eventTemplates-delete': ofTemplate,
  'eventTemplates-createEvents': ofTemplate,

  'splits-propose': async (scene) => ({
    params: { id: scene.guildId },
    body: { eventId: await signedUp(scene), difficulty: null },
  }),

  'keptAnswers-keep': async (scene) => ({ params: { eventId: await newEvent(scene) } }),

  'absences-add': async (scene) => ({ ...(await person(scene)), body: { organizationId: undefined } }),
  'absences-addForMember': memberOfClub,
  'absences-removeForMember': async (scene) => {
    const { params } = await memberOfClub(scene);
    const address = `/organizations/${params?.id}/members/${params?.userId}/absences`;
    return { params: { ...params, absenceId: await make(scene, address, { from: '2090-01-01', to: '2090-01-02' }) } };
  },
  'absences-remove': async (scene) => ({
    params: { id: await make(scene, '/auth/me/absences', { from: '2090-01-01', to: '2090-01-02' }) },
  }),
  'calendarFeeds-readMine': (scene) => feed(scene, '/auth/me/events-feed'),
  'calendarFeeds-readOfGuild': (scene) => feed(scene, `/guilds/${scene.guildId}/events-feed`),

  'chat-serverInvite': ({ app }) => {
    app.simulator.world.chat.join('lantern', 'ysolde');
    app.simulator.world.chat.leave('lantern', 'ysolde');
    return {};
  },
  'discordPosts-bind': async (scene) => {
    const { params } = await binding(scene);
    await scene.app.ctx.sql('delete from discord_binding where id = $1', [params?.bindingId]);
    return { params: { id: scene.guildId }, body: { channelId: CHANNELS.welcome } };
  },
  'discordPosts-changeBinding': binding,
  'discordPosts-unbind': binding,
  'discordPosts-test': binding,
  'discordPosts-repost': binding,
  'discordRoles-createRule': ({ app }) => {
    app.simulator.world.chat.join('lantern', 'ysolde');
    return { body: { source: { kind: 'members' }, discordRoleId: chatRoleIds(LANTERN).member } };
  },
  'discordRoles-previewRule': roleRule,
  'discordRoles-enableRule': async (scene) => {
    scene.app.simulator.world.chat.join('lantern', 'ysolde');
    const { params } = await roleRule(scene);
    const path = `/organizations/${scene.guildId}/discord/roles/rules/${params.ruleId}/preview`;
    const { digest } = await done<{ digest: string }>(scene.call('GET', path));
    return { params, body: { digest } };
  },
  'discordRoles-disableRule': roleRule,
  'discordRoles-deleteRule': roleRule,
  'discordRoles-releaseHeld': async ({ app, guildId }) => {
    await app.ctx.sql(
      `insert into discord_role_grant (server_id, discord_user_id, discord_role_id, organization_id, state, look_at, held_at)
       values ($1, '1', '1', $2, 'given', now(), now())
       on conflict (server_id, discord_user_id, discord_role_id) do update set released_at = null`,
      [LANTERN, guildId],
    );
    return { params: { id: guildId }, body: { digest: shortDigest(['1:1']) } };
  },
  'posts-get': post,
  'posts-update': post,
  'posts-delete': post,
  'texts-versions': ({ guildId }) => ({ params: { id: guildId, type: 'motd' } }),
  'texts-update': async (scene) => ({ ...(await ofClub(scene)), body: { expectedVersion: undefined } }),
  'texts-restore': async (scene) => {
    const { id } = await club(scene);
    for (const motd of ['One', 'Two']) await done(scene.call('PATCH', `/organizations/${id}/text-content`, { motd }));
    return { params: { id, type: 'motd', version: '1' } };
  },
  'roles-create': async (scene) => ({ ...(await ofClub(scene)), body: { name: `Role ${uuidv7()}` } }),
  'roles-update': ofRole,
  'roles-delete': ofRole,
  'roles-setPermissions': ofRole,
  'roles-preview': async (scene) => {
    const { place, roleId } = await role(scene);
    return { params: { id: place.id }, body: { changes: [{ roleId, permissions: ['canManageEvents'] }] } };
  },
  'members-grantRole': ofMemberAndRole(false),
  'members-withdrawRole': ofMemberAndRole(true),
  'memberPages-get': memberOfClub,

  'moderation-decide': waitingPicture,
  'admin-setAdmin': async ({ app }) => ({ params: { userId: (await createPerson(app)).userId } }),
  'admin-queueJobs': () => ({ params: { queue: 'roster-sync' } }),
  'admin-retryFailedJobs': () => ({ params: { queue: 'tell-old-address' } }),
  'admin-cancelWaitingJobs': () => ({ params: { queue: 'tell-old-address' } }),
  'admin-retryJob': job('failed'),
  'admin-cancelJob': job('created'),
  'journal-sync': idle,
  'auth-finishSignIn': () => ({ query: { code: 'a', state: 'b' } }),
  'images-file': async (scene) => {
    const { avatarUrl } = await avatarOf(scene);
    const [, imageId = '', size = ''] = /images\/([^/]+)\/(\d+)\.webp/.exec(avatarUrl) ?? [];
    return { params: { imageId, size } };
  },
  'images-media': ({ app }) => {
    const picture = `${app.simulator.origin}/battlenet/render/us/character/highmere/1/1-avatar.jpg`;
    const [, media = ''] = /media\/(.+)\.webp/.exec(app.ctx.pictureUrl(picture) ?? '') ?? [];
    return { params: { media } };
  },
  'guilds-crest': async ({ app, guildId }) => {
    const [row] = await app.ctx.sql<{ text: string }>(
      'select to_jsonb(o)::text as text from organization o where id = $1',
      [guildId],
    );
    return { params: { crest: CREST.exec(row?.text ?? '')?.[1] ?? '' } };
  },
};

const pictures = new WeakMap<TestApp, { avatarUrl: string }>();

async function avatarOf({ app }: Scene): Promise<{ avatarUrl: string }> {
  const known = pictures.get(app);
  if (known) return known;
  const { request } = await createPerson(app);
  const { body } = await request('post', '/api/v1/auth/me/avatar')
    .attach('image', await anyPicture(), 'a.png')
    .expect(200);
  pictures.set(app, body);
  return body;
}
