import type { LineupPlaceInput } from '@guildhall/contracts/lineup.ts';
import { specializationOf } from '@guildhall/simc/tokens.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { AppError, type ErrorIssue } from '../../core/errors.ts';

/**
 * The raiders among these, and to whom the characters belong. A raider who was erased has neither account nor name; the lock
 * keeps another from taking one in until the commit.
 */
const RAIDERS = query({ id: 'uuid' })`
  select r.id from raider r left join person u on u.id = r.user_id
  where r.organization_id = $1 and r.id = any($2::uuid[]) and r.merged_into_id is null
    and (u.id is not null or r.user_id is null and r.name is not null)
  order by r.id for share of r`;
const CHARACTERS = query({ id: 'uuid', raiderId: 'uuid', classId: 'int?' })`
  select c.id, r.id as "raiderId", c.class_id::int as "classId"
  from character c join raider r on r.organization_id = $1 and r.user_id = c.user_id where c.id = any($2::uuid[])
  union all
  select c.id, c.raider_id, coalesce(e.class_id, c.class_id)::int
  from raider_character c left join roster_entry e on e.id = c.roster_entry_id
  where c.organization_id = $1 and c.id = any($2::uuid[])`;

/** Throws UNPROCESSABLE_CONTENT for raiders of another organization, and characters and specializations that are not theirs. */
export async function refusePlaces(sql: Sql, organizationId: string, places: LineupPlaceInput[]): Promise<void> {
  const raiders = new Set(
    (await sql.many(RAIDERS, [organizationId, places.map(({ raiderId }) => raiderId)])).map(({ id }) => id),
  );
  const named = places.map(({ characterId, raiderCharacterId }) => characterId ?? raiderCharacterId);
  const characters = await sql.many(CHARACTERS, [organizationId, named.filter((id) => id !== null)]);
  const issues = places.flatMap((place, index): ErrorIssue[] => {
    const issue = (field: string, message: string) => [{ path: `places.${index}.${field}`, message }];
    if (!raiders.has(place.raiderId)) return issue('raiderId', 'is not a raider of this organization');
    const id = named[index] ?? null;
    const field = place.characterId === null ? 'raiderCharacterId' : 'characterId';
    const character = characters.find((each) => each.id === id && each.raiderId === place.raiderId);
    if (id !== null && !character) return issue(field, 'is not a character of this raider');
    const { specId } = place;
    const ofClass = specId === null ? undefined : specializationOf(specId)?.classId;
    const isOther = ofClass !== undefined && character?.classId != null && character.classId !== ofClass;
    return isOther ? issue('specId', 'is not a specialization of this character’s class') : [];
  });
  if (issues.length === 0) return;
  throw new AppError(
    'UNPROCESSABLE_CONTENT',
    'lineup_place_refused',
    'Some places name raiders or characters that cannot stand there. `issues` says which.',
    { issues: issues.slice(0, 20) },
  );
}
