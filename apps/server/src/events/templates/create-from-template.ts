/** Creates events from a template: what the caller leaves out comes from it, and so do drafts of line-ups and notes. */
import type {
  CreateFromTemplateInput,
  EventFromTemplateView,
  EventTemplateView,
} from '@guildhall/contracts/event-template.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement, text } from '../../core/db/statement.ts';
import { given } from '../../core/given.ts';
import type { RepeatableRequest } from '../../core/http/repeated-requests.ts';
import type { AppContext } from '../../core/services/context.ts';
import { RaiderColumn, raiderRef } from '../../membership/characters/raider-ref.ts';
import { isVisited } from '../event/bosses.ts';
import { createEvents } from '../planning/create-event.ts';
import { loadTemplate } from './event-templates.queries.ts';

export function createFromTemplate(
  ctx: AppContext,
  actor: Actor,
  input: CreateFromTemplateInput,
  request: RepeatableRequest,
): Promise<EventFromTemplateView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { viewer, template } = await loadTemplate(sql, actor, input.id);
    const { ids, isNew, view } = await createEvents(ctx, tx, actor, filledIn(template, input), request);
    if (isNew) await bringPlan(sql, template.id, ids, actor);
    return { ...view, leftOut: await sql.many(LEFT_OUT, [ids.slice(0, 1), template.id, viewer.seesProof]) };
  });
}

function filledIn(template: EventTemplateView, { id: _, day, status, ...input }: CreateFromTemplateInput) {
  const { title, type, scope, slots, description, timeZone, anyRole, countsForAttendance } = template;
  const journalInstanceId = template.journalInstance?.id ?? null;
  const shared = { title, type, scope, slots, description, timeZone, anyRole, journalInstanceId, countsForAttendance };
  return {
    ...shared,
    teamId: template.team?.id ?? null,
    ...given(input),
    id: template.organizationId,
    status,
    ...(day === undefined ? {} : { localStart: `${day}T${template.localTime}` }),
    ...(input.endsAt === undefined ? { durationMinutes: input.durationMinutes ?? template.durationMinutes } : {}),
    ...(input.signupDeadline === undefined ? { signupClosesMinutes: template.signupClosesMinutes } : {}),
  };
}

/** The raider `r` with a place in the template has none in the event `e`: gone, or not of its team. */
const HAS_LEFT = `not case when r.user_id is null then r.name is not null and r.archived_at is null else exists (
    select from current_member m where m.organization_id = e.organization_id and m.user_id = r.user_id) end`;
const IS_OF_ANOTHER_TEAM = `e.team_id is not null and not exists (
    select from team_member m where m.team_id = e.team_id and m.raider_id = r.id and m.until is null)`;

const LEFT_OUT = query({
  raider: RaiderColumn,
  why: text(['left', 'other_team']),
})`
  select distinct on (r.id) ${raiderRef('$3')} as raider,
    case when ${HAS_LEFT} then 'left' else 'other_team' end as why
  from unnest($1::uuid[]) made(id) join event e on e.id = made.id join lineup l on l.template_id = $2
  join lineup_place p on p.lineup_id = l.id join raider r on r.id = p.raider_id left join person u on u.id = r.user_id
  where (${HAS_LEFT} or ${IS_OF_ANOTHER_TEAM}) and (u.id is not null or r.name is not null) order by r.id`;

/** Line-ups of bosses that the instance of the event has not stay behind, and so does a difficulty of another instance. */
const LINEUPS = statement`
  with made as (
    insert into lineup (event_id, encounter_id, difficulty, changed_by_id)
    select e.id, l.encounter_id, case when e.journal_instance_id is not distinct from t.journal_instance_id then l.difficulty end, $3
    from unnest($1::uuid[]) made(id) join event e on e.id = made.id
    join event_template t on t.id = $2 join lineup l on l.template_id = t.id
    where ${isVisited('l.encounter_id')}
    returning id, event_id, encounter_id
  )
  insert into lineup_place (lineup_id, published, raider_id, character_id, raider_character_id, spec_id, role, party, slot)
  select made.id, false, r.id, c.id, f.id, p.spec_id, p.role, p.party, p.slot
  from made join event e on e.id = made.event_id
  join lineup l on l.template_id = $2 and l.encounter_id is not distinct from made.encounter_id
  join lineup_place p on p.lineup_id = l.id join raider r on r.id = p.raider_id
  left join character c on c.id = p.character_id and c.user_id = r.user_id
  left join raider_character f on f.id = p.raider_character_id and f.raider_id = r.id
  where not (${HAS_LEFT}) and not (${IS_OF_ANOTHER_TEAM})`;

const NOTES = statement`
  insert into plan_note (event_id, encounter_id, text, changed_by_id)
  select e.id, n.encounter_id, n.text, $3 from unnest($1::uuid[]) made(id) join event e on e.id = made.id
  join plan_note n on n.template_id = $2
  where ${isVisited('n.encounter_id')}`;

async function bringPlan(sql: Sql, templateId: string, eventIds: string[], { userId }: Actor): Promise<void> {
  await sql.run(LINEUPS, [eventIds, templateId, userId]);
  await sql.run(NOTES, [eventIds, templateId, userId]);
}
