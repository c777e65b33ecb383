import type { RejectClaimInput } from '@guildhall/contracts/roster.ts';
import type { Actor } from '../../core/actor.ts';
import { now } from '../../core/db/columns.ts';
import { query } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { Character } from '../../membership/characters/character.entity.ts';
import { followOwners, lockClaims } from '../../membership/characters/claims.ts';
import { notify } from '../../membership/notifications/notify.ts';
import { changeableRoster } from '../../membership/rights/organization.access.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';

/** One that is held because a transfer is undecided has no proof for now. */
const CLAIM = query({ name: 'text', characterId: 'uuid', personId: 'uuid', proven: 'bool', held: 'bool' })`
  select e.name, c.id as "characterId", c.user_id as "personId", e.left_at is not null as held,
    c.verified_at is not null and e.left_at is null as proven
  from roster_entry e join character c on c.id = e.claimed_by_id
  where e.organization_id = $1 and e.id = $2 and (e.left_at is null or e.held_until is not null)`;

/** Rejects a claim on an officer's decision. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function rejectClaim(ctx: AppContext, actor: Actor, input: RejectClaimInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { sql } = tx;
    await lockClaims(sql);
    const organizationId = await changeableRoster(sql, actor, input.id, 'update');
    const claim = await sql.maybe(CLAIM, [organizationId, input.memberId]);
    if (!claim)
      throw notFound('claim_not_found', 'No user claims this member of the roster, so there is no claim to reject.');
    const { name, characterId, personId, proven, held } = claim;
    if (proven) {
      throw conflict('claim_is_proven', 'The person’s own account on the game platform lists this character.');
    }
    const character = await tx.em.findOneOrFail(Character, characterId);
    character.unclaimedAt = now();
    if (held) tx.em.assign(character, { verifiedAt: null, movedTo: null, movedAt: null });
    await followOwners(tx, [characterId]);
    await writeAudit(tx, organizationId, actor, 'claim_rejected', { entryId: input.memberId, name }, personId);
    await notify(tx, [{ userId: personId, kind: 'claim_rejected', organizationId, details: { title: name } }]);
  });
}
