/** The bosses that an event visits: those of its instance in the game's journal. */
import { AppError } from '../../core/errors.ts';

export type Boss = { id: number; name: string; position: number };

/** Needs an event `e` in scope: its bosses in the journal's order, as a list of `Boss` in the language of the parameter. */
export const bossesOf = (locale: string) => `(
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'position', b.position,
      'name', coalesce(t.name, english.name, 'Boss ' || b.id)) order by b.position, b.id), '[]')
  from journal_encounter b left join journal_encounter_locale t on t.entity_id = b.id and t.locale = ${locale}
  left join journal_encounter_locale english on english.entity_id = b.id and english.locale = 'en_US'
  where b.instance_id = e.journal_instance_id and b.listed)`;

/** Needs an event `e` in scope: `encounterId` is null, for the whole night, or one of its bosses. */
export const isVisited = (encounterId: string) => `(${encounterId} is null or exists (
  select from journal_encounter b where b.id = ${encounterId} and b.instance_id = e.journal_instance_id and b.listed))`;

/** Null stands for the whole night. Throws UNPROCESSABLE_CONTENT for a boss of another instance. */
export function bossIn(bosses: readonly Boss[], encounterId: number | null): Boss | null {
  if (encounterId === null) return null;
  const boss = bosses.find(({ id }) => id === encounterId);
  if (boss) return boss;
  throw new AppError(
    'UNPROCESSABLE_CONTENT',
    'encounter_not_found',
    'The instance of this event has no such boss. Choose one of its bosses, or `all` for the whole night.',
  );
}

/** The published line-up that counts for a boss: its own, if it has places, else that of the whole night. */
export const publishedLineup = (eventId: string, encounterId: string) => `(
  select l.id from lineup l where l.event_id = ${eventId} and (l.encounter_id = ${encounterId} or l.encounter_id is null)
    and exists (select from lineup_place q where q.lineup_id = l.id and q.published)
  order by l.encounter_id nulls last limit 1)`;
