import type { ChangesInput, ChangesView } from '@guildhall/contracts/change.ts';
import type { Ability } from '../../core/ability.ts';
import type { Actor } from '../../core/actor.ts';
import type { Audience } from '../../core/changes/change.entity.ts';
import { CHANGE_COLUMNS, ChangeRow, cursorOf, EPOCH, presentChange } from '../../core/changes/read-changes.ts';
import { jsonInstant, objects, query } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { abilityFor, authorize, organizationAccess } from '../rights/organization.access.ts';

/** A single statement reads one snapshot. `reached` moves past changes that are hidden from the caller. */
const READ = query({
  epoch: 'text',
  last: 'float',
  first: 'float?',
  reached: 'float?',
  changes: objects({ ...ChangeRow, latest: 'bool' }),
})`
  with scanned as (
    select ${CHANGE_COLUMNS}, row_number() over (partition by c.type, c.subject_id, c.visible order by c.seq desc) = 1 as latest,
      c.visible
    from (select *, coalesce(audience = any($4) or person_id = $5, false) as visible from change where stream_id = $1 and seq > $2 order by seq limit $3) c
  )
  select ${EPOCH} as epoch,
    coalesce((select last_seq from change_stream where id = $1), 0)::float8 as last,
    (select seq from change where stream_id = $1 order by seq limit 1)::float8 as first,
    (select max(seq) from scanned) as reached,
    coalesce((select jsonb_agg(to_jsonb(s) || jsonb_build_object('at', ${jsonInstant('s.at')}) order by s.seq)
      from scanned s where s.visible), '[]') as changes`;

/** Lists the changes that a member may see, in commit order. Throws CONFLICT when changes after the cursor are gone. */
export async function listChanges({ sql }: AppContext, actor: Actor, input: ChangesInput): Promise<ChangesView> {
  const access = await organizationAccess(sql, actor, input.id);
  const ability = abilityFor(actor, access);
  authorize(ability, 'read', 'Organization');
  const [askedEpoch, asked] = input.after?.split('.') ?? [];
  // Larger than any number, so that the answer has no changes.
  const after = asked === undefined ? Number.MAX_SAFE_INTEGER : Number(asked);
  const values = [access.organizationId, after, input.limit, audiencesOf(ability), actor.userId];
  const feed = await sql.one(READ, values);
  const { epoch, last, first } = feed;
  if (input.after === undefined) return { changes: [], next: cursorOf(epoch, last), more: false };
  const kept = first === null ? last : first - 1;
  if (askedEpoch !== epoch || after > last || after < kept) throw cursorExpired();
  const reached = feed.reached ?? after;
  const changes = feed.changes.filter(({ latest }) => latest).map((row) => presentChange(row, epoch));
  return { changes, next: cursorOf(epoch, reached), more: reached < last };
}

function audiencesOf(ability: Ability): Audience[] {
  return [
    'members',
    ...(ability.can('read', 'Roster') ? (['roster'] as const) : []),
    ...(ability.can('read', 'OfficerData') ? (['officers'] as const) : []),
    ...(ability.can('manage', 'Event') ? (['planners'] as const) : []),
  ];
}

const cursorExpired = () =>
  conflict(
    'cursor_expired',
    'The changes behind this cursor are no longer kept. Read what you need in full, then ask without `after` and go on from its `next`.',
  );
