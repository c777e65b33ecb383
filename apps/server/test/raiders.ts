import type { Place } from './people.ts';

/** The rows of an organization about its raiders, teams, events and answers, without times and counters. */
export async function contentsOf({ ctx }: Place, organizationId: string): Promise<unknown> {
  const [row] = await ctx.sql<{ contents: unknown }>(
    `select jsonb_build_object(
       'raiders', (select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]') from raider r where r.organization_id = $1),
       'characters', (select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]') from raider_character c
         where c.organization_id = $1),
       'aliases', (select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]') from raider_alias a where a.organization_id = $1),
       'teams', (select coalesce(jsonb_agg(to_jsonb(m) order by m.id), '[]') from team_member m
         join team t on t.id = m.team_id where t.organization_id = $1),
       'events', (select coalesce(jsonb_agg(to_jsonb(e) - 'tickets' order by e.id), '[]') from event e
         where e.organization_id = $1),
       'answers', (select coalesce(jsonb_agg(to_jsonb(p) order by p.id), '[]') from participation p
         join event e on e.id = p.event_id where e.organization_id = $1),
       'slots', (select coalesce(jsonb_agg(to_jsonb(s) order by s.event_id, s.role_key), '[]') from event_slot s
         join event e on e.id = s.event_id where e.organization_id = $1)) as contents`,
    [organizationId],
  );
  return row?.contents;
}
