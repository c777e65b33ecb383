/** Many guilds that lead an ordinary life, of which only the first few have something due: the rest cost nothing if left alone. */
import type pg from 'pg';

/** Rows of one guild. */
export type GuildSize = {
  roster: number;
  people: number;
  /** All belong to its people, and living roster entries claim them. */
  characters: number;
  events: number;
  answers: number;
  jobs: number;
  syncs: number;
  notices: number;
  changes: number;
};

/** As in a guild that has been here for a season. */
export const GUILD_SIZE: GuildSize = {
  ...{
    roster: 200,
    people: 30,
    characters: 60,
    events: 60,
    answers: 7,
    jobs: 104,
    syncs: 120,
    notices: 300,
    changes: 100,
  },
};

/** Computable ids: `kind` keeps the tables apart. */
const uuid = (kind: number, number: string) =>
  `('0199d3a0-00${String(kind).padStart(2, '0')}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const [PERSON, CHARACTER, GUILD, ENTRY, RAIDER, EVENT, BINDING, ROLE] = [11, 12, 13, 14, 15, 16, 17, 18];

const id = (kind: number, number: number) => `0199d3a0-00${kind}-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** The ids of the guild with this number, from 1 on; of its leader, and of the next of its events. */
export const ofGuild = (guild: number, { people, events } = GUILD_SIZE) => ({
  guildId: id(GUILD, guild),
  leaderId: id(PERSON, (guild - 1) * people),
  eventId: id(EVENT, guild * events - Math.ceil(events / 3)),
});

/** Scheduled jobs that ask platforms for what is the same for all guilds, or for each chat server in turn. */
export const OF_PLATFORMS = [
  'check-discord-servers',
  'reference-sync',
  'season-sync',
  'journal-sync',
  'read-items',
  'catalogue-sync',
];

/** Each third guild shows its events on a chat server, each tenth has a webhook. */
const CHAT = 3;
const HOOKS = 10;
/** Sections of a character that are refreshed. */
const SECTIONS = `'{profile,equipment,specializations,raids,professions,mythic-keystone}'::text[]`;
/** Queues of a guild's ordinary jobs. */
const QUEUES = `'{roster-sync-scheduled,send-event-mail,guild-sync,roster-sync,show-due-posts,enrich-character-scheduled}'::text[]`;

/** The id of a row that was written so long ago. */
const at = (ago: string) => `uuidv7(-${ago})`;

const word = (number: string) => `translate(md5(${number}::text), '0123456789', 'ghijklmnop')`;

/** Statements that write guilds 1 to `guilds`, of which the first `busy` have events that begin soon and data that is due. */
function statements(guilds: number, busy: number, size: GuildSize): string[] {
  const each = (rows: number) => `generate_series(0, ${guilds * rows - 1}) n`;
  const isBusy = (guild: string) => `(${guild} <= ${busy})`;
  const { roster, people, characters, events, answers, jobs, syncs, notices, changes } = size;
  const coming = Math.ceil(events / 3);
  const ofPerson = `1 + n / ${people}`;
  return [
    `insert into organization (id, name, source, region, game_version, platform_realm_id, platform_guild_id, realm_slug,
       name_slug, roster_synced_at, roster_last_modified, member_count, settings, created_at)
     select ${uuid(GUILD, 'g')}, 'Guild ' || g, 'synced', 'eu', 'retail', 1, g, 'highmere', 'guild-' || g,
       now() - case when ${isBusy('g')} then interval '7 hours' else g % 50 * interval '1 minute' end, 'then', ${roster},
       case when g % ${CHAT} = 0 then jsonb_build_object('chat', jsonb_build_object('serverId', (800000000000 + g)::text)) else '{}' end,
       now() - g % 700 * interval '1 day'
     from generate_series(1, ${guilds}) g`,
    `insert into role (id, organization_id, name, game_rank, permissions)
     select ${uuid(ROLE, 'g * 10 + r')}, ${uuid(GUILD, 'g')}, 'Rank ' || r, r, case when r < 2
       then '{canManageGuild,canManageRoles,canManageEvents,canViewRoster}'::text[] else '{canViewRoster}' end
     from generate_series(1, ${guilds}) g, generate_series(0, 9) r`,
    `insert into app_user (id, display_name, email, email_verified_at, created_at)
     select ${uuid(PERSON, 'n')}, initcap(${word('n')}), 'person' || n || '@people.example', now() - interval '90 days', now() - n % 600 * interval '1 day'
     from ${each(people)}`,
    `insert into account (user_id, provider_id, account_id)
     select ${uuid(PERSON, 'n')}, p, (700000000000 + n)::text from ${each(people)}, unnest('{battlenet,discord}'::text[]) p`,
    `insert into session (token_hash, id, user_id, expires_at, last_used_at)
     select md5(n::text), ${uuid(PERSON, 'n')}, ${uuid(PERSON, 'n')}, now() + interval '20 days', now() - n % 400 * interval '1 hour' from ${each(people)}`,
    `insert into membership (id, organization_id, user_id, joined_at, member_since, ranks)
     select ${at(`interval '400 days'`)}, ${uuid(GUILD, ofPerson)}, ${uuid(PERSON, 'n')}, now() - interval '400 days', now() - interval '400 days', array[n % 30 % 10]::smallint[] from ${each(people)}`,
    // Some who have left, long ago.
    `insert into membership (id, organization_id, user_id, joined_at, left_at)
     select ${at(`interval '500 days'`)}, ${uuid(GUILD, ofPerson)}, ${uuid(PERSON, 'n')}, now() - interval '500 days', now() - interval '450 days' from ${each(people)} where n % 4 = 0`,
    `insert into raider (id, organization_id, user_id, created_at)
     select ${uuid(RAIDER, 'n')}, ${uuid(GUILD, ofPerson)}, ${uuid(PERSON, 'n')}, now() - interval '400 days' from ${each(people)}`,
    `insert into character (id, user_id, source, region, game_version, platform_realm_id, platform_character_id, name, realm_slug,
       class_id, race_id, level, guild_id, verified_at, enriched_at, is_main, created_at)
     select ${uuid(CHARACTER, 'n')}, ${uuid(PERSON, `n / ${characters} * ${people} + n % ${characters} % ${people}`)}, 'synced', 'eu', 'retail', 1, n,
       initcap(${word('n')}), 'highmere', 1 + n % 13, 1, 80, ${uuid(GUILD, `1 + n / ${characters}`)}, now() - interval '90 days',
       now() - interval '2 days', n % ${characters} < ${people}, now() - interval '400 days'
     from ${each(characters)}`,
    `insert into character_section (character_id, section, status, fetched_at, asked_at, next_at, data)
     select ${uuid(CHARACTER, 'n')}, s, 'ok', now() - n % 19 * interval '1 day', now() - n % 19 * interval '1 day',
       now() + case when ${isBusy(`1 + n / ${characters}`)} then -interval '1 minute' else interval '1 minute' end * (1 + n % 1400), '{}'
     from ${each(characters)}, unnest(${SECTIONS}) s`,
    `insert into roster_entry (id, organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level,
       class_id, race_id, rank, role, last_login_at, last_seen_in_roster, joined_at, claimed_by_id)
     select ${uuid(ENTRY, 'n')}, ${uuid(GUILD, `1 + n / ${roster}`)}, 1, n, initcap(${word('n')}), ${word('n')}, 'highmere', 80,
       1 + n % 13, 1, n % 200 % 10, (array['tank', 'healer', 'melee', 'ranged'])[1 + n % 4], now() - n % 2000 * interval '1 hour', now(),
       now() - interval '400 days', case when n % ${roster} < ${characters} then ${uuid(CHARACTER, `n / ${roster} * ${characters} + n % ${roster}`)} end
     from ${each(roster)}`,
    // Each tenth has left beside them, in the order of years.
    `insert into roster_entry (organization_id, platform_realm_id, platform_character_id, name, name_key, realm_slug, level,
       class_id, race_id, rank, last_seen_in_roster, joined_at, left_at)
     select ${uuid(GUILD, `1 + n / ${roster}`)}, 2, n, initcap(${word('n')}), ${word('n')}, 'highmere', 80, 1 + n % 13, 1, 9,
       now() - n % 700 * interval '1 day' - interval '2 days', now() - interval '800 days', now() - n % 700 * interval '1 day' - interval '2 days'
     from ${each(roster)} where n % 10 = 0`,
    `insert into roster_event (organization_id, entry_id, kind, before, after, at)
     select ${uuid(GUILD, `1 + n / ${roster}`)}, ${uuid(ENTRY, 'n')}, 'rank', '9', '8', now() - n % 9000 * interval '1 hour' from ${each(roster)} where n % 5 = 0`,
    `insert into roster_reading (organization_id, week_starts_at, requests, looked_at)
     select ${uuid(GUILD, 'g')}, date_trunc('week', now()), 10, now() from generate_series(1, ${guilds}) g`,
    `insert into guild_sync (organization_id, type, synced_at)
     select ${uuid(GUILD, 'g')}, t, now() - interval '1 hour' from generate_series(1, ${guilds}) g, unnest('{crest,details,achievements}'::text[]) t`,
    // Events of a busy guild begin and end at any moment; those of another not within a day and some hours.
    `insert into event (id, organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, tickets, created_by_id,
       published_at, created_at, counts_for_attendance)
     select ${uuid(EVENT, 'n')}, ${uuid(GUILD, `1 + n / ${events}`)}, 'Raid ' || n, 'raid', 'guild',
       case when at > now() - interval '7 hours' then 'published' else 'completed' end, at, at + interval '3 hours', '2026-01-01T20:00', 'Europe/Berlin',
       ${answers}, ${uuid(PERSON, `n / ${events} * ${people}`)}, at - interval '30 days', at - interval '30 days', true
     from ${each(events)} cross join lateral (select now() + case when ${isBusy(`1 + n / ${events}`)}
       then (n % ${events} - ${events - coming}) * interval '7 hours' + n % 7 * interval '19 minutes'
       else (n % ${events} - ${events - coming}) * interval '40 hours' + interval '30 hours' + n % 7 * interval '19 minutes' end as at) t`,
    `insert into event_slot (event_id, role_key, max, taken, position)
     select ${uuid(EVENT, 'n')}, r, m, least(m, ${Math.ceil(answers / 3)}), i
     from ${each(events)}, unnest('{tank,healer,melee}'::text[], '{2,4,14}'::int[]) with ordinality r(r, m, i)`,
    `insert into participation (event_id, user_id, character_id, raider_id, status, status_since, ticket, role_key, roles, attendance)
     select ${uuid(EVENT, 'n')}, ${uuid(PERSON, 'person')}, ${uuid(CHARACTER, 'character')}, ${uuid(RAIDER, 'person')},
       'signed_up', least(e.starts_at - interval '20 days', now() - interval '5 days'), 1 + i, role, array[role],
       case when e.status = 'completed' then 'present' end
     from ${each(events)} join event e on e.id = ${uuid(EVENT, 'n')}, generate_series(0, ${answers - 1}) i,
       lateral (select n / ${events} * ${people} + (n + i) % ${people} as person, n / ${events} * ${characters} + (n + i) % ${people} as character,
         (array['tank', 'healer', 'melee'])[1 + i % 3] as role) p`,
    `insert into event_log_entry (id, event_id, kind, actor_id, person_id, at)
     select ${at('(now() - p.status_since)')}, p.event_id, 'answered', p.user_id, p.user_id, p.status_since from participation p`,
    `insert into event_mail (event_id, user_id, kind, occasion, created_at, settled_at)
     select p.event_id, p.user_id, 'reminder', '24h then', e.starts_at - interval '1 day', e.starts_at - interval '1 day'
     from participation p join event e on e.id = p.event_id where e.status = 'completed' and p.ticket % 2 = 0`,
    `insert into notification (id, user_id, organization_id, kind, details, read_at, created_at)
     select ${at(`((4 + n % 80) * interval '1 day')`)}, ${uuid(PERSON, `n / ${notices} * ${people} + n % ${people}`)}, ${uuid(GUILD, `1 + n / ${notices}`)}, 'event_new', '{}', now(),
       now() - (4 + n % 80) * interval '1 day'
     from ${each(notices)}`,
    `insert into audit_entry (id, organization_id, actor_id, action, at)
     select ${at(`interval '9 days'`)}, ${uuid(GUILD, `1 + n / ${people}`)}, ${uuid(PERSON, 'n')}, 'settings_changed', now() - interval '9 days' from ${each(people)}`,
    `insert into change_stream (id, last_seq) select ${uuid(GUILD, 'g')}, ${changes} from generate_series(1, ${guilds}) g`,
    `insert into change (stream_id, seq, type, subject_id, audience, at)
     select ${uuid(GUILD, `1 + n / ${changes}`)}, 1 + n % ${changes}, 'event.changed', ${uuid(EVENT, `n / ${changes} * ${events}`)}, 'members',
       now() - n % 29 * interval '1 day' - interval '1 hour'
     from ${each(changes)}`,
    `insert into sync_session (id, kind, subject_id, trigger, status, total, done, job_id, created_at, started_at, finished_at)
     select ${at('(now() - at)')}, 'roster', ${uuid(GUILD, `1 + n / ${syncs}`)}, 'schedule', 'completed', ${roster}, ${roster}, uuidv7(), at, at, at
     from ${each(syncs)}, lateral (select now() - n % ${syncs} * interval '6 hours' - n % 40 * interval '1 minute'
       - case when ${isBusy(`1 + n / ${syncs}`)} then interval '7 hours' else interval '0 hours' end as at) t`,
    `insert into pgboss.job (name, state, data, policy, singleton_key, created_on, started_on, completed_on, keep_until, start_after, deletion_seconds)
     select (${QUEUES})[1 + n % 6], 'completed', jsonb_build_object('organizationId', ${uuid(GUILD, `1 + n / ${jobs}`)}), 'exclusive', n::text,
       at, at, at, at + interval '14 days', at, 604800
     from ${each(jobs)}, lateral (select now() - n % 9000 * interval '1 minute' as at) t`,
    `insert into chat_server_proof (organization_id, server_id, confirmed_by_id, confirmed_at, checked_at)
     select ${uuid(GUILD, 'g')}, (800000000000 + g)::text, ${uuid(PERSON, `(g - 1) * ${people}`)}, now(), now()
     from generate_series(${CHAT}, ${guilds}, ${CHAT}) g`,
    `insert into discord_connection (organization_id, server_id, read_seq)
     select ${uuid(GUILD, 'g')}, (800000000000 + g)::text, ${changes} from generate_series(${CHAT}, ${guilds}, ${CHAT}) g`,
    `insert into discord_binding (id, organization_id, server_id, channel_id, channel_name, detail, lead_days, mention_hours, mirrors)
     select ${uuid(BINDING, 'g')}, ${uuid(GUILD, 'g')}, (800000000000 + g)::text, (900000000000 + g)::text, 'raids', 'counts', 14, 24, true
     from generate_series(${CHAT}, ${guilds}, ${CHAT}) g`,
    `insert into discord_lane (channel_id) select (900000000000 + g)::text from generate_series(${CHAT}, ${guilds}, ${CHAT}) g`,
    `insert into event_post (event_id, binding_id, channel_id, message_id, wanted, shown, shown_at, sent_at)
     select e.id, b.id, b.channel_id, e.id::text, 1, 1, now(), now()
     from discord_binding b join event e on e.organization_id = b.organization_id and e.status = 'published' and e.starts_at < now() + interval '14 days'`,
    `insert into event_mirror (event_id, server_id, scheduled_event_id, wanted, shown, begins_at, ends_at, sent_at)
     select e.id, b.server_id, e.id::text, 1, 1, e.starts_at, e.ends_at, now()
     from discord_binding b join event e on e.organization_id = b.organization_id and e.status = 'published'
       and e.starts_at between now() and now() + interval '27 days'`,
    `insert into discord_role_rule (organization_id, server_id, rank_to, discord_role_id, discord_role_name, discord_role_color, enabled_at)
     select ${uuid(GUILD, 'g')}, (800000000000 + g)::text, 9, (600000000000 + g)::text, 'Raider', 0, now() - interval '30 days'
     from generate_series(${CHAT}, ${guilds}, ${CHAT}) g`,
    `insert into discord_role_sync (server_id, ran_at, looked_at, look_at)
     select (800000000000 + g)::text, now() - interval '1 minute', now() - g % 15 * interval '1 minute', now() + interval '6 hours'
     from generate_series(${CHAT}, ${guilds}, ${CHAT}) g`,
    `insert into discord_role_stream (server_id, organization_id, seq)
     select (800000000000 + g)::text, ${uuid(GUILD, 'g')}, ${changes} from generate_series(${CHAT}, ${guilds}, ${CHAT}) g`,
    `insert into discord_role_grant (server_id, discord_user_id, discord_role_id, organization_id, state, look_at)
     select (800000000000 + g)::text, (700000000000 + (g - 1) * ${people} + i)::text, (600000000000 + g)::text, ${uuid(GUILD, 'g')}, 'given', now() + interval '6 hours'
     from generate_series(${CHAT}, ${guilds}, ${CHAT}) g, generate_series(0, ${people - 1}) i`,
    // The clean-up of last night.
    `insert into sweep_cursor (name, position)
     select 'clean-up ' || t, uuidv7(-interval '1 day')::text from unnest('{notification,audit_entry,event_log_entry,webhook_delivery,membership}'::text[]) t
     union all select 'clean-up ' || t, (now() - interval '1 day')::text from unnest('{team_member,sync_session}'::text[]) t`,
    `insert into webhook_endpoint (organization_id, name, kind, host, address_sealed, types, read_seq)
     select ${uuid(GUILD, 'g')}, 'Planner', 'standard', 'planner.example', 'sealed', '{event.changed}', ${changes}
     from generate_series(${HOOKS}, ${guilds}, ${HOOKS}) g`,
    `insert into webhook_delivery (id, endpoint_id, type, seq, happened_at, outcome, attempt, attempted_at, created_at)
     select ${at(`((4 + s % 9) * interval '1 day')`)}, w.id, 'event.changed', s, now(), 'delivered', 1, now(), now() - (4 + s % 9) * interval '1 day'
     from webhook_endpoint w, generate_series(1, ${changes}) s`,
  ];
}

/**
 * Writes guilds set by set, all as `size` says. The first `busy` have rosters, characters and events that are due; of the others
 * nothing is due for some minutes.
 */
export async function seedManyGuilds(
  client: pg.Client,
  guilds: number,
  { busy = 5, size = GUILD_SIZE } = {},
): Promise<void> {
  // The rows are consistent by construction, and checking every foreign key would take most of the time.
  await client.query('set session_replication_role = replica');
  for (const statement of statements(guilds, busy, size)) await client.query(statement);
  await client.query('reset session_replication_role');
  await client.query('vacuum (analyze)');
}
