/** The journal of the game beside characters' documents, which leave out what the character has not defeated. */
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, query } from '../../core/db/statement.ts';
import { localizedName } from '../../reference/game-data/localized.ts';

type Named = { id: number; name: string };
export type InstanceJournal = {
  /** In the order of the journal. */
  encounters: Named[];
  difficulties: { type: string; name: string }[];
};

const JOURNAL = query({
  id: 'int',
  difficulties: json<{ type: string; names: Partial<Record<Locale, string | null>> }[]>(),
  encounters: json<Named[]>(),
})`
  select i.id, coalesce(i.difficulties, '[]') as difficulties, array_to_json(array(
    select json_build_object('id', e.id, 'name', coalesce(own.name, english.name, 'Encounter ' || e.id))
    from journal_encounter e
    left join journal_encounter_locale own on own.entity_id = e.id and own.locale = $2
    left join journal_encounter_locale english on english.entity_id = e.id and english.locale = 'en_US'
    where e.instance_id = i.id and e.listed order by e.position, e.id)) as encounters
  from journal_instance i where i.id = any($1)`;

export async function instanceJournals(
  sql: Sql,
  locale: Locale,
  ids: number[],
): Promise<(id: number) => InstanceJournal> {
  const rows = await sql.many(JOURNAL, [[...new Set(ids)], locale]);
  const journals = new Map(
    rows.map(({ id, difficulties, encounters }) => {
      const named = difficulties.map(({ type, names }) => ({ type, name: localizedName(names, locale) ?? type }));
      return [id, { encounters, difficulties: named }];
    }),
  );
  return (id) => journals.get(id) ?? { encounters: [], difficulties: [] };
}

/**
 * The encounters of a difficulty that no one there has defeated. None if the journal names more than the difficulty has,
 * as where the highest difficulty alone has a last one: nothing says which of them it lacks.
 */
export function undefeatedEncounters({ encounters }: InstanceJournal, known: { id: number }[], total: number): Named[] {
  const defeated = new Set(known.map(({ id }) => id));
  const others = encounters.filter(({ id }) => !defeated.has(id));
  return others.length <= total - known.length ? others : [];
}
