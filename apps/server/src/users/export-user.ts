import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';

/** What is kept about a person, table by table. Secrets and their hashes are not data about somebody and stay out. */
const EXPORT = `
  select jsonb_build_object(
    'exportedAt', now(),
    'profile', (select to_jsonb(u) from app_user u where u.id = $1),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object('providerId', provider_id, 'accountId', account_id,
      'displayName', display_name, 'tokenExpiresAt', access_token_expires_at, 'linkedAt', created_at)), '[]')
      from account where user_id = $1),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'label', label, 'scope', scope,
      'createdAt', created_at, 'lastUsedAt', last_used_at, 'expiresAt', expires_at)), '[]') from session where user_id = $1),
    'emailChange', (select jsonb_build_object('email', email, 'expiresAt', expires_at) from email_change where user_id = $1),
    'signInLinks', (select coalesce(jsonb_agg(jsonb_build_object('requestedAt', l.created_at, 'usedAt', l.used_at)), '[]')
      from magic_link l join app_user u on u.id = $1 and lower(u.email) = l.email),
    'characters', (select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('sections', (
      select coalesce(jsonb_agg(to_jsonb(s)), '[]') from character_section s where s.character_id = c.id))), '[]')
      from character c where c.user_id = $1),
    'rosterEntries', (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from roster_entry e
      join character c on c.id = e.claimed_by_id where c.user_id = $1),
    'memberships', (select coalesce(jsonb_agg(jsonb_build_object('organization', o.name, 'organizationId', o.id,
      'joinedAt', m.joined_at, 'leftAt', m.left_at)), '[]')
      from membership m join organization o on o.id = m.organization_id where m.user_id = $1),
    'roles', (select coalesce(jsonb_agg(jsonb_build_object('organizationId', h.organization_id, 'role', r.name,
      'grantedAt', h.granted_at)), '[]') from role_holder h join role r on r.id = h.role_id where h.user_id = $1),
    'invites', (select coalesce(jsonb_agg(jsonb_build_object('organizationId', organization_id, 'createdAt', created_at,
      'expiresAt', expires_at, 'uses', uses)), '[]') from invite where created_by_id = $1),
    'auditEntries', (select coalesce(jsonb_agg(jsonb_build_object('organizationId', organization_id, 'action', action,
      'byYou', coalesce(actor_id = $1, false), 'details', details, 'at', at)), '[]') from audit_entry
      where actor_id = $1 or person_id = $1),
    'eventsMade', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'description', e.description,
      'startsAt', e.starts_at, 'status', e.status, 'createdAt', e.created_at)), '[]') from event e where e.created_by_id = $1),
    'participations', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('event', e.title,
      'startsAt', e.starts_at)), '[]') from participation p join event e on e.id = p.event_id where p.user_id = $1),
    'eventLog', (select coalesce(jsonb_agg(jsonb_build_object('eventId', l.event_id, 'kind', l.kind, 'changes', l.changes,
      'why', l.why, 'at', l.at)), '[]') from event_log_entry l where l.person_id = $1 or l.actor_id = $1),
    'eventMails', (select coalesce(jsonb_agg(jsonb_build_object('eventId', m.event_id, 'kind', m.kind,
      'createdAt', m.created_at)), '[]') from event_mail m where m.user_id = $1),
    'chatInvites', (select coalesce(jsonb_agg(jsonb_build_object('organizationId', organization_id, 'createdAt', created_at,
      'expiresAt', expires_at)), '[]') from chat_invite where user_id = $1),
    'chatServersConfirmed', (select coalesce(jsonb_agg(jsonb_build_object('organizationId', organization_id,
      'serverId', server_id, 'confirmedAt', confirmed_at)), '[]') from chat_server_proof where confirmed_by_id = $1),
    'posts', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'organizationId', organization_id, 'title', title,
      'body', body, 'createdAt', created_at) order by created_at), '[]') from post where author_id = $1),
    'administration', (select coalesce(jsonb_agg(jsonb_build_object('action', action,
      'byYou', coalesce(actor_id = $1, false), 'details', details, 'at', at)), '[]') from admin_entry
      where actor_id = $1 or person_id = $1),
    'absences', (select coalesce(jsonb_agg(jsonb_build_object('from', from_day, 'to', to_day, 'timeZone', time_zone,
      'organizationId', organization_id, 'note', note, 'createdAt', created_at)), '[]') from absence where user_id = $1),
    'attendancePolicies', (select coalesce(jsonb_agg(jsonb_build_object('organizationId', organization_id,
      'version', version, 'changedAt', created_at)), '[]') from attendance_policy where changed_by_id = $1),
    'calendarFeeds', (select coalesce(jsonb_agg(jsonb_build_object('organizationId', organization_id,
      'createdAt', created_at, 'lastReadAt', last_read_at)), '[]') from calendar_feed where user_id = $1),
    'images', (select coalesce(jsonb_agg(to_jsonb(i)), '[]') from image i where i.uploaded_by_id = $1),
    'texts', (select coalesce(jsonb_agg(jsonb_build_object('organizationId', organization_id, 'type', type,
      'version', version, 'body', body, 'createdAt', created_at)), '[]') from text_version where author_id = $1),
    'syncs', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'status', status, 'createdAt', created_at)), '[]')
      from sync_session where subject_id = $1 or requested_by = $1)
  ) as data`;

/** Everything personal, as JSON. */
export async function exportUser({ sql }: AppContext, actor: Actor): Promise<Record<string, unknown>> {
  const [row] = await sql<{ data: Record<string, unknown> }>(EXPORT, [actor.userId]);
  return row?.data ?? {};
}
