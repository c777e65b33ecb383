import { EventScope, EventType, type SlotInput } from '@guildhall/contracts/event.ts';
import type {
  EventTemplateListInput,
  EventTemplateListView,
  EventTemplateView,
} from '@guildhall/contracts/event-template.ts';
import { InstanceCategory } from '@guildhall/contracts/game-data.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, object, query, type RowOf, text } from '../../core/db/statement.ts';
import { forbidden, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import {
  lockOrganization,
  logManaged,
  organizationAccess,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';
import { type EventViewer, eventViewer, managesEventOf } from '../event/event.access.ts';

const Template = columns({
  id: 'uuid',
  organizationId: 'uuid',
  name: 'text',
  title: 'text',
  description: 'text?',
  type: text(EventType.options),
  scope: text(EventScope.options),
  localTime: 'text',
  timeZone: 'text',
  durationMinutes: 'int',
  signupClosesMinutes: 'int?',
  slots: json<SlotInput[]>(),
  journalInstance: object({ id: 'int', name: 'text', category: text(InstanceCategory.options) }).orNull,
  team: object({ id: 'uuid', name: 'text', color: 'text?' }).orNull,
  archivedTeam: 'text?',
  anyRole: 'bool',
  countsForAttendance: 'bool',
  lineups: 'int',
  notes: 'int',
  savedAt: 'instant',
});
type TemplateRow = RowOf<typeof Template>;

/** The language `$2` is that of names in the game. */
const TEMPLATE = `
  select t.id, t.organization_id as "organizationId", t.name, t.title, t.description, t.type, t.scope,
    t.local_time as "localTime", t.time_zone as "timeZone", t.minutes as "durationMinutes",
    t.signup_closes_minutes as "signupClosesMinutes", t.slots,
    case when i.id is not null then jsonb_build_object('id', i.id, 'category', i.category,
      'name', coalesce(own.name, english.name, 'Instance ' || i.id)) end as "journalInstance",
    case when team.archived_at is null and team.id is not null
      then jsonb_build_object('id', team.id, 'name', team.name, 'color', team.color) end as team,
    case when team.archived_at is not null then team.name end as "archivedTeam",
    t.any_role as "anyRole", t.counts_for_attendance as "countsForAttendance",
    (select count(*)::int from lineup l where l.template_id = t.id) as lineups,
    (select count(*)::int from plan_note n where n.template_id = t.id) as notes, t.saved_at as "savedAt"
  from event_template t left join journal_instance i on i.id = t.journal_instance_id
  left join journal_instance_locale own on own.entity_id = i.id and own.locale = $2
  left join journal_instance_locale english on english.entity_id = i.id and english.locale = 'en_US'
  left join team on team.id = t.team_id`;
const BY_ID = query(Template)`${TEMPLATE} where t.id = $1`;
const OF_ORGANIZATION = query(Template)`${TEMPLATE} where t.organization_id = $1 order by ${byName('t.name')}, t.id`;

const LOCALE = query({ locale: 'text' })`select locale from person where id = $1`;
const localeOf = async (sql: Sql, { userId }: Actor) => (await sql.maybe(LOCALE, [userId]))?.locale ?? 'en_US';

export const readTemplate = async (sql: Sql, actor: Actor, id: string): Promise<EventTemplateView | null> =>
  sql.maybe(BY_ID, [id, await localeOf(sql, actor)]);

/** Templates that the caller may plan with: all of them, or those of the teams that they lead. */
export async function listTemplates(
  { sql }: AppContext,
  actor: Actor,
  input: EventTemplateListInput,
): Promise<EventTemplateListView> {
  const access = await organizationAccess(sql, actor, input.id);
  const viewer = eventViewer(actor, access);
  if (!viewer.managesEvents && viewer.leads.length === 0) throw mayNotPlan();
  const templates = await sql.many(OF_ORGANIZATION, [access.organizationId, await localeOf(sql, actor)]);
  return { templates: templates.filter((template) => plansWith(viewer, template)) };
}

export const plansWith = (viewer: EventViewer, { team }: Pick<TemplateRow, 'team'>) =>
  managesEventOf(viewer, team?.id ?? null);

export const mayNotPlan = () =>
  forbidden('Only people who manage events and the leads of its team use a template of events.', 'missing_permission');

export const noTemplate = () => notFound('event_template_not_found', 'There is no such event template.');

const ORGANIZATION = query({ organizationId: 'uuid' })`
  select organization_id as "organizationId" from event_template where id = $1`;

/** A template that the caller may plan with. NOT_FOUND for outsiders, FORBIDDEN for members who may not. */
export async function loadTemplate(sql: Sql, actor: Actor, id: string) {
  const place = await sql.maybe(ORGANIZATION, [id]);
  if (!place) throw noTemplate();
  const access = await organizationAccess(sql, actor, place.organizationId, noTemplate);
  const viewer = eventViewer(actor, access);
  if (!viewer.isMember && !viewer.managesEvents) throw noTemplate();
  const template = await readTemplate(sql, actor, id);
  if (!template) throw noTemplate();
  if (!plansWith(viewer, template)) throw mayNotPlan();
  return { access, viewer, template };
}

/** The same under the lock of the organization, for a change. */
export async function lockTemplate(sql: Sql, actor: Actor, id: string) {
  const { template } = await loadTemplate(sql, actor, id);
  await lockOrganization(sql, template.organizationId);
  const seen = await loadTemplate(sql, actor, id);
  refuseArchived(seen.access);
  await logManaged(sql, actor, seen.access);
  return seen;
}
