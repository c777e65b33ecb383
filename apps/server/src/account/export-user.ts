import type { PersonalData } from '@guildhall/contracts/personal-data.ts';
import type { Actor } from '../core/actor.ts';
import { json, query } from '../core/db/statement.ts';
import { unauthenticated } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';

/** Formats an instant as the API does, within JSON that PostgreSQL builds. */
const at = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type Columns = Record<string, string>;
const object = (columns: Columns) =>
  `jsonb_build_object(${Object.entries(columns).map(([key, column]) => `'${key}', ${column}`)})`;
const one = (columns: Columns, from: string) => `(select ${object(columns)} from ${from})`;
const list = (columns: Columns, from: string) => `(select coalesce(jsonb_agg(${object(columns)}), '[]') from ${from})`;

const organizationId = 'organization_id';
const createdAt = at('created_at');
const byYou = 'coalesce(actor_id = $1, false)';

/** Everything stored about a person, table by table. Secrets and their hashes are not personal data and stay out. */
const SECTIONS = {
  exportedAt: at('now()'),
  profile: one(
    {
      id: 'id',
      displayName: 'display_name',
      email: 'email',
      emailVerifiedAt: at('email_verified_at'),
      avatarUrl: 'avatar_url',
      isAdmin: 'is_admin',
      locale: 'locale',
      timeZone: 'time_zone',
      bio: 'bio',
      mutedEventMails: 'muted_event_mails',
      sharesWithGuilds: 'shares_with_guilds',
      preferences: 'preferences',
      onboardingCompletedAt: at('onboarding_completed_at'),
      createdAt,
    },
    'person where id = $1',
  ),
  accounts: list(
    {
      providerId: 'provider_id',
      accountId: 'account_id',
      displayName: 'display_name',
      tokenExpiresAt: at('access_token_expires_at'),
      linkedAt: createdAt,
    },
    'account where user_id = $1',
  ),
  sessions: list(
    {
      id: 'id',
      label: 'label',
      scope: 'scope',
      userAgent: 'user_agent',
      createdAt,
      lastUsedAt: at('last_used_at'),
      expiresAt: at('expires_at'),
    },
    'session where user_id = $1',
  ),
  emailChange: one({ email: 'email', expiresAt: at('expires_at') }, 'email_change where user_id = $1'),
  signInLinks: list(
    { requestedAt: at('l.created_at'), usedAt: at('l.used_at') },
    'magic_link l join person u on u.id = $1 and lower(u.email) = l.email',
  ),
  characters: list(
    {
      id: 'c.id',
      source: 'c.source',
      name: 'c.name',
      realmSlug: 'c.realm_slug',
      region: 'c.region',
      gameVersion: 'c.game_version',
      classId: 'c.class_id',
      raceId: 'c.race_id',
      specId: 'c.spec_id',
      role: 'c.role',
      gender: 'c.gender',
      faction: 'c.faction',
      level: 'c.level',
      equippedItemLevel: 'c.equipped_item_level',
      averageItemLevel: 'c.average_item_level',
      achievementPoints: 'c.achievement_points',
      guildName: 'c.guild_name',
      isMain: 'c.is_main',
      verifiedAt: at('c.verified_at'),
      archivedAt: at('c.archived_at'),
      lastLoginAt: at('c.last_login_at'),
      createdAt: at('c.created_at'),
      sections: list(
        { section: 's.section', status: 's.status', fetchedAt: at('s.fetched_at'), data: 's.data' },
        'character_section s where s.character_id = c.id',
      ),
    },
    'character c where c.user_id = $1',
  ),
  rosterEntries: list(
    {
      organizationId: 'e.organization_id',
      name: 'e.name',
      realmSlug: 'e.realm_slug',
      rank: 'e.rank',
      level: 'e.level',
      role: 'e.role',
      itemLevel: 'e.item_level',
      joinedAt: at('e.joined_at'),
      leftAt: at('e.left_at'),
      lastLoginAt: at('e.last_login_at'),
    },
    'roster_entry e join character c on c.id = e.claimed_by_id where c.user_id = $1',
  ),
  memberships: list(
    { organizationId: 'o.id', organization: 'o.name', joinedAt: at('m.joined_at'), leftAt: at('m.left_at') },
    'membership m join organization o on o.id = m.organization_id where m.user_id = $1',
  ),
  roles: list(
    { organizationId: 'h.organization_id', role: 'r.name', grantedAt: at('h.granted_at') },
    'role_holder h join role r on r.id = h.role_id where h.user_id = $1',
  ),
  consents: list(
    { service: 's.name', organizationId: 's.organization_id', scopes: 'c.scopes', agreedAt: at('c.agreed_at') },
    'act_consent c join service_account s on s.id = c.service_id where c.user_id = $1',
  ),
  invites: list(
    { organizationId, createdAt, expiresAt: at('expires_at'), uses: 'uses' },
    'invite where created_by_id = $1',
  ),
  auditEntries: list(
    { organizationId, action: 'action', byYou, details: 'details', at: at('at') },
    'audit_entry where actor_id = $1 or person_id = $1',
  ),
  eventsMade: list(
    {
      id: 'id',
      title: 'title',
      description: 'description',
      startsAt: at('starts_at'),
      status: 'status',
      createdAt,
    },
    'event where created_by_id = $1',
  ),
  participations: list(
    {
      eventId: 'p.event_id',
      event: 'e.title',
      startsAt: at('e.starts_at'),
      characterId: 'p.character_id',
      roleKey: 'p.role_key',
      roles: 'p.roles',
      status: 'p.status',
      statusSince: at('p.status_since'),
      removed: 'p.removed',
      note: 'p.note',
      attendance: 'p.attendance',
      createdAt: at('p.created_at'),
    },
    'participation p join event e on e.id = p.event_id where p.user_id = $1',
  ),
  eventLog: list(
    { eventId: 'event_id', kind: 'kind', changes: 'changes', why: 'why', at: at('at') },
    'event_log_entry where person_id = $1 or actor_id = $1',
  ),
  eventMentions: list(
    { eventId: 'event_id', occasion: 'occasion', settledAt: 'settled_at' },
    'event_mention where user_id = $1',
  ),
  eventMails: list({ eventId: 'event_id', kind: 'kind', createdAt }, 'event_mail where user_id = $1'),
  chatInvites: list({ organizationId, createdAt, expiresAt: at('expires_at') }, 'chat_invite where user_id = $1'),
  chatServersConfirmed: list(
    { organizationId, serverId: 'server_id', confirmedAt: at('confirmed_at') },
    'chat_server_proof where confirmed_by_id = $1',
  ),
  discordRoles: list(
    { organizationId: 'g.organization_id', serverId: 'g.server_id', roleId: 'g.discord_role_id', state: 'g.state' },
    `discord_role_grant g join account a on a.provider_id = 'discord' and a.account_id = g.discord_user_id
     where a.user_id = $1`,
  ),
  notifications: list(
    { organizationId, kind: 'kind', details: 'details', readAt: at('read_at'), createdAt },
    'notification where user_id = $1',
  ),
  posts: list({ id: 'id', organizationId, title: 'title', body: 'body', createdAt }, 'post where author_id = $1'),
  administration: list(
    { action: 'action', byYou, details: 'details', at: at('at') },
    'admin_entry where actor_id = $1 or person_id = $1',
  ),
  absences: list(
    { from: 'from_day', to: 'to_day', timeZone: 'time_zone', organizationId, note: 'note', createdAt },
    'absence where user_id = $1',
  ),
  attendancePolicies: list(
    { organizationId, version: 'version', changedAt: createdAt },
    'attendance_policy where changed_by_id = $1',
  ),
  calendarFeeds: list(
    { organizationId, createdAt, lastReadAt: at('last_read_at') },
    'calendar_feed where user_id = $1',
  ),
  images: list(
    {
      id: 'id',
      purpose: 'purpose',
      subjectId: 'subject_id',
      status: 'status',
      reason: 'reason',
      decidedAt: at('decided_at'),
      createdAt,
    },
    'image where uploaded_by_id = $1',
  ),
  texts: list(
    { organizationId, type: 'type', version: 'version', body: 'body', createdAt },
    'text_version where author_id = $1',
  ),
  syncs: list({ kind: 'kind', status: 'status', createdAt }, 'sync_session where subject_id = $1 or requested_by = $1'),
} satisfies Record<keyof PersonalData, string>;

const EXPORT = query({ data: json<PersonalData>() })`select ${object(SECTIONS)} as data`;

/** Exports all personal data. Throws UNAUTHORIZED for a person who has just been erased. */
export async function exportUser({ sql }: AppContext, actor: Actor): Promise<PersonalData> {
  const { data } = await sql.one(EXPORT, [actor.userId]);
  if (!data.profile) throw unauthenticated();
  return data;
}
