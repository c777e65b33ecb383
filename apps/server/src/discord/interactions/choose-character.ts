import type { EventRole } from '@guildhall/contracts/event.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, type RowOf, text } from '../../core/db/statement.ts';
import type { EventRow } from '../../events/event/event.access.ts';
import { canPlay, IN_GUILD } from '../../events/signups/participating-character.ts';
import { combatRoleOf } from '../../reference/spec-roles.ts';

export type Candidate = RowOf<typeof CANDIDATES>;

const CANDIDATES = query({
  id: 'uuid',
  name: 'text',
  itemLevel: 'int?',
  level: 'int',
  className: 'text?',
  gameVersion: text(GameVersion.options),
  classId: 'int',
  specId: 'int?',
  isMain: 'bool',
  answered: 'bool',
  lastCameAt: 'instant?',
})`
  select c.id, c.name, c.level, c.equipped_item_level as "itemLevel", c.game_version as "gameVersion", c.class_id as "classId",
    c.spec_id as "specId", c.is_main as "isMain", coalesce(k.names ->> $5, k.names ->> 'en_US') as "className",
    exists (select from participation p where p.event_id = $3 and p.character_id = c.id and p.user_id = $2) as answered,
    (select max(e.starts_at) from participation p join event e on e.id = p.event_id
     where p.character_id = c.id and p.user_id = $2 and e.organization_id = $1 and e.id <> $3
       and p.status = 'signed_up' and ($4::text is null or p.role_key = $4)) as "lastCameAt"
  from character c join organization o on o.id = $1
  left join playable_class k on k.id = c.class_id
  where c.user_id = $2 and c.archived_at is null and ${IN_GUILD}
  order by c.equipped_item_level desc nulls last, c.level desc, ${byName('c.name')}, c.id limit 200`;

export type Choice = { chosen: string | null; candidates: Candidate[] };

/**
 * The character that somebody means who names none: that of their answer, the one they last came with in this role, their
 * main if it is specialized in the role, or the only one that may come. Null when it has to be asked.
 */
export async function chooseCharacter(
  sql: Sql,
  { userId, locale }: { userId: string; locale: string },
  event: Pick<EventRow, 'id' | 'organizationId' | 'anyRole'>,
  role: EventRole | null,
): Promise<Choice> {
  const rows = await sql.many(CANDIDATES, [event.organizationId, userId, event.id, role, locale]);
  const candidates = rows.filter(
    ({ gameVersion, classId }) => role === null || event.anyRole || canPlay(gameVersion, classId, role),
  );
  const lastCame = candidates
    .filter(({ lastCameAt }) => lastCameAt !== null)
    .toSorted((a, b) => Date.parse(b.lastCameAt ?? '') - Date.parse(a.lastCameAt ?? ''));
  const isSpecialized = ({ specId, gameVersion }: Candidate) =>
    role === null || role === 'flex' || combatRoleOf(specId, gameVersion) === role;
  const chosen =
    candidates.find(({ answered }) => answered) ??
    lastCame[0] ??
    candidates.find((candidate) => candidate.isMain && isSpecialized(candidate)) ??
    (candidates.length === 1 ? candidates[0] : undefined);
  return { chosen: chosen?.id ?? null, candidates };
}
