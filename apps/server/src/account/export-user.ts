/** The export of everything stored about a person. Secrets and their hashes are not personal data and stay out. */
import { PersonalData } from '@guildhall/contracts/personal-data.ts';
import { Instant } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import type { Actor } from '../core/actor.ts';
import { json, jsonInstant, query } from '../core/db/statement.ts';
import { unauthenticated } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { OF_PERSON, PAST_OF_PERSON } from '../events/nights/fighters.ts';
import { platformToken } from '../identity/sessions/platform-token.ts';

/** Fields are the columns of `table` with their names, or what `columns` says. */
type Source = { from: string; table?: string; columns?: Record<string, string> };

const { exportedAt: _now, ...sections } = PersonalData.shape;
const byYou = 'coalesce(actor_id = $1, false)';
const SECTIONS_OF_CHARACTER: Source = { from: 'character_section s where s.character_id = c.id', table: 's' };

const TEAMS = `(select coalesce(jsonb_agg(jsonb_build_object('team', t.name, 'role', m.role, 'status', m.status,
    'lead', m.lead, 'since', ${jsonInstant('m.since')}, 'until', ${jsonInstant('m.until')}) order by m.id), '[]')
  from team_member m join team t on t.id = m.team_id where m.raider_id = r.id)`;

/** The raiders of the person, and those without an account that these have taken in. */
const MINE = `select mine.id from raider mine where mine.user_id = $1
  union all select taken.id from raider taken join raider mine on mine.id = taken.merged_into_id where mine.user_id = $1`;

const SOURCES: Record<keyof typeof sections, Source> = {
  profile: { from: 'person where id = $1' },
  accounts: {
    from: 'account where user_id = $1',
    columns: { tokenExpiresAt: 'access_token_expires_at', linkedAt: 'created_at' },
  },
  sessions: { from: 'session where user_id = $1' },
  emailChange: { from: 'email_change where user_id = $1' },
  signInLinks: {
    from: 'magic_link l join person u on u.id = $1 and lower(u.email) = l.email',
    table: 'l',
    columns: { requestedAt: 'l.created_at' },
  },
  characters: {
    from: 'character c where c.user_id = $1',
    table: 'c',
    columns: {
      sections: selected(sections.characters.element.shape.sections, SECTIONS_OF_CHARACTER),
    },
  },
  keystoneRuns: { from: 'keystone_run r join character c on c.id = r.character_id where c.user_id = $1', table: 'r' },
  bossKills: { from: 'boss_kill k join character c on c.id = k.character_id where c.user_id = $1', table: 'k' },
  worldCounts: { from: 'world_count w join character c on c.id = w.character_id where c.user_id = $1', table: 'w' },
  rosterEntries: {
    from: 'roster_entry e join character c on c.id = e.claimed_by_id where c.user_id = $1',
    table: 'e',
  },
  memberships: {
    from: 'membership m join organization o on o.id = m.organization_id where m.user_id = $1',
    table: 'm',
    columns: { organization: 'o.name' },
  },
  roles: {
    from: 'role_holder h join role r on r.id = h.role_id where h.user_id = $1',
    table: 'h',
    columns: { role: 'r.name' },
  },
  consents: {
    from: 'act_consent c join service_account s on s.id = c.service_id where c.user_id = $1',
    table: 'c',
    columns: { service: 's.name', organizationId: 's.organization_id' },
  },
  invites: { from: 'invite where created_by_id = $1' },
  auditEntries: { from: 'audit_entry where actor_id = $1 or person_id = $1', columns: { byYou } },
  eventsMade: { from: 'event where created_by_id = $1' },
  participations: {
    from: 'participation p join event e on e.id = p.event_id where p.user_id = $1',
    table: 'p',
    columns: { event: 'e.title', startsAt: 'e.starts_at' },
  },
  lineupPlaces: {
    from: `lineup_place p join lineup l on l.id = p.lineup_id join event e on e.id = l.event_id
      join raider r on r.id = p.raider_id where r.user_id = $1`,
    table: 'p',
    columns: {
      eventId: 'e.id',
      event: 'e.title',
      startsAt: 'e.starts_at',
      encounterId: 'l.encounter_id',
      group: 'p.party',
    },
  },
  templatePlaces: {
    from: `lineup_place p join lineup l on l.id = p.lineup_id join event_template t on t.id = l.template_id
      join raider r on r.id = p.raider_id where r.user_id = $1`,
    table: 'p',
    columns: { template: 't.name', encounterId: 'l.encounter_id', group: 'p.party' },
  },
  wishes: {
    from: 'wish w join raider r on r.id = w.raider_id where r.user_id = $1',
    table: 'w',
    columns: { organizationId: 'r.organization_id' },
  },
  reserves: {
    from: `reserve w join event e on e.id = w.sheet_event_id join raider r on r.id = w.raider_id where r.user_id = $1`,
    table: 'w',
    columns: { event: 'e.title', startsAt: 'e.starts_at' },
  },
  sims: {
    from: 'sim_report s join raider r on r.id = s.raider_id where r.user_id = $1',
    table: 's',
    columns: { organizationId: 'r.organization_id', character: 's.name' },
  },
  simGains: {
    from: 'sim_gain g join sim_report s on s.id = g.report_id join raider r on r.id = s.raider_id where r.user_id = $1',
    table: 'g',
  },
  raiders: { from: 'raider r where r.user_id = $1', table: 'r', columns: { teams: TEAMS } },
  raiderChanges: {
    from: `raider_change c where c.by_id = $1 or c.source_id in (${MINE}) or c.target_id in (${MINE})`,
    table: 'c',
    columns: { byYou: 'coalesce(c.by_id = $1, false)' },
  },
  answersReplaced: {
    from: `raider_change c join raider r on r.id = c.target_id and r.user_id = $1
      cross join lateral jsonb_array_elements_text(c.moved -> 'dropped' -> 'participations') dropped(answer)
      cross join lateral jsonb_populate_record(null::participation, dropped.answer::jsonb) p
      join event e on e.id = p.event_id where c.undone_at is null`,
    table: 'p',
    columns: { event: 'e.title', startsAt: 'e.starts_at', replacedAt: 'c.at' },
  },
  pulls: {
    from: `pull_raider f join pull p on p.id = f.pull_id join log_report r on r.id = p.report_id
      join event e on e.id = r.event_id where ${OF_PERSON}`,
    table: 'f',
    columns: { character: 'f.name', event: 'e.title', boss: 'p.name', startedAt: 'p.started_at' },
  },
  nightsBeforeEvents: {
    from: `past_fighter f join past_night n on n.id = f.night_id join organization o on o.id = n.organization_id where ${PAST_OF_PERSON}`,
    table: 'f',
    columns: {
      character: 'f.name',
      organization: 'o.name',
      zone: 'n.zone',
      startsAt: 'n.starts_at',
      benched: 'f.benched',
    },
  },
  lootAwards: {
    from: `loot_award a join organization o on o.id = a.organization_id where a.holds and a.raider_id in (${MINE})`,
    table: 'a',
    columns: { organization: 'o.name', character: 'a.name', item: 'a.item_name' },
  },
  pointEntries: {
    from: `point_entry e join point_pool p on p.id = e.pool_id where e.raider_id in (${MINE}) or e.by_id = $1`,
    table: 'e',
    columns: { organizationId: 'p.organization_id', pool: 'p.name', byYou: 'coalesce(e.by_id = $1, false)' },
  },
  answersKept: { from: 'kept_answer where user_id = $1' },
  answersTakenBack: {
    from: 'withdrawn_answer w join event e on e.id = w.event_id where w.user_id = $1',
    table: 'w',
    columns: { event: 'e.title', startsAt: 'e.starts_at' },
  },
  eventLog: { from: `event_log_entry where person_id = $1 or actor_id = $1 or raider_id in (${MINE})` },
  eventMentions: { from: 'event_mention where user_id = $1' },
  eventMails: { from: 'event_mail where user_id = $1' },
  chatInvites: { from: 'chat_invite where user_id = $1' },
  chatServersConfirmed: { from: 'chat_server_proof where confirmed_by_id = $1' },
  discordRoles: {
    from: `discord_role_grant g join account a on a.provider_id = 'discord' and a.account_id = g.discord_user_id
      where a.user_id = $1`,
    table: 'g',
    columns: { roleId: 'g.discord_role_id' },
  },
  notifications: { from: 'notification where user_id = $1' },
  planNotes: { from: 'plan_note where changed_by_id = $1' },
  posts: { from: 'post where author_id = $1' },
  administration: { from: 'admin_entry where actor_id = $1 or person_id = $1', columns: { byYou } },
  absences: { from: 'absence where user_id = $1', columns: { from: 'from_day', to: 'to_day' } },
  attendancePolicies: { from: 'attendance_policy where changed_by_id = $1', columns: { changedAt: 'created_at' } },
  calendarFeeds: { from: 'calendar_feed where user_id = $1' },
  images: { from: 'image where uploaded_by_id = $1' },
  texts: { from: 'text_version where author_id = $1' },
  syncs: { from: 'sync_session where subject_id = $1 or requested_by = $1' },
};

type Section = z.ZodObject | z.ZodArray<z.ZodObject> | z.ZodNullable<z.ZodObject>;

/** Reads the fields of the contract as JSON that PostgreSQL builds, with instants as the API writes them. */
function selected(section: Section, source: Source): string {
  const fields = columnsOf(section, source).map(({ name, type, column }) => {
    const isInstant = (type instanceof z.ZodNullable ? type.unwrap() : type) === Instant;
    return `'${name}', ${isInstant ? jsonInstant(column) : column}`;
  });
  const object = `jsonb_build_object(${fields})`;
  if (!(section instanceof z.ZodArray)) return `(select ${object} from ${source.from})`;
  // In an order that stays; the shortest fields come first in the text, which are ids and times.
  return `(select coalesce(jsonb_agg(o order by o::text collate "C"), '[]') from (select ${object} as o from ${source.from}) listed)`;
}

/** Each field of the contract with the column behind it. */
function columnsOf(section: Section, { table, columns = {} }: Source) {
  const { shape } = section instanceof z.ZodObject ? section : section.unwrap();
  return Object.entries(shape).map(([name, type]) => {
    const ofTable = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { name, type, column: columns[name] ?? (table ? `${table}.${ofTable}` : ofTable) };
  });
}

// The keys are those of the type.
const SOURCE_LIST = Object.entries(SOURCES) as [keyof typeof sections, Source][];
const SELECTED = SOURCE_LIST.map(([name, source]) => `'${name}', ${selected(sections[name], source)}`);

/** For the test that compares the contract with the database. */
export const exportedColumns = [
  ...SOURCE_LIST.map(([name, source]) => ({ name, from: source.from, columns: columnsOf(sections[name], source) })),
  {
    name: 'characters.sections',
    from: `character c cross join lateral (select * from ${SECTIONS_OF_CHARACTER.from}) s`,
    columns: columnsOf(sections.characters.element.shape.sections, SECTIONS_OF_CHARACTER),
  },
];

const EXPORT = query({ data: json<PersonalData>() })`
  select jsonb_build_object('exportedAt', ${jsonInstant('now()')}, ${SELECTED.join()}) as data`;

/** Throws UNAUTHORIZED for a person who has just been erased. */
export async function exportUser({ sql, sealer }: AppContext, actor: Actor): Promise<PersonalData> {
  const { data } = await sql.one(EXPORT, [actor.userId]);
  if (!data.profile) throw unauthenticated();
  // The database knows it only sealed.
  const token = await platformToken(sql, sealer, actor.userId);
  const tokenExpiresAt = token.state === 'not_linked' ? null : (token.expiresAt?.toISOString() ?? null);
  const accounts = data.accounts.map((one) => (one.providerId === 'battlenet' ? { ...one, tokenExpiresAt } : one));
  return { ...data, accounts };
}
