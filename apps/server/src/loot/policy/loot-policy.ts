/** The decisions of a guild about its loot: every member may read them, and those who manage loot change them. */
import { COUNTED_WEEKS, DEFAULT_SORT_KEYS, LOOT_SORT_KEYS } from '@guildhall/contracts/loot-meaning.ts';
import type { LootPolicyView, PutLootPolicyInput } from '@guildhall/contracts/loot-policy.ts';
import { WishesSeenBy } from '@guildhall/contracts/wish.ts';
import type { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, text, texts } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockedAccessTo, organizationAccess } from '../../membership/rights/organization.access.ts';
import { writeAudit } from '../../membership/rights/write-audit.ts';
import { LootPolicy } from './loot-policy.entity.ts';

const POLICY = query({
  wishesSeenBy: text(WishesSeenBy.options),
  order: texts(LOOT_SORT_KEYS),
  weeks: 'int',
  leastAttendance: 'int',
})`
  select wish_audience as "wishesSeenBy", sort_keys as "order", counted_weeks::int as weeks,
    least_attendance::int as "leastAttendance"
  from loot_policy where organization_id = $1`;

const DEFAULTS: LootPolicyView = {
  wishesSeenBy: 'officers',
  order: [...DEFAULT_SORT_KEYS],
  weeks: COUNTED_WEEKS,
  leastAttendance: 75,
};

export const readLootPolicy = async (sql: Sql, organizationId: string): Promise<LootPolicyView> =>
  (await sql.maybe(POLICY, [organizationId])) ?? DEFAULTS;

/** Throws NOT_FOUND, and FORBIDDEN for an outsider. */
export async function getLootPolicy(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<LootPolicyView> {
  const { organizationId, isMember } = await organizationAccess(ctx.sql, actor, id);
  if (!isMember && !actor.isAdmin) throw forbidden('Only members of this organization see how it shares out loot.');
  return readLootPolicy(ctx.sql, organizationId);
}

/** Fields that are left out stay. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export function putLootPolicy(ctx: AppContext, actor: Actor, input: z.output<typeof PutLootPolicyInput>) {
  return ctx.transact(async (tx) => {
    const { organizationId } = await lockedAccessTo(tx.sql, actor, input.id, 'update', 'Loot');
    const before = await readLootPolicy(tx.sql, organizationId);
    const policy: LootPolicyView = {
      wishesSeenBy: input.wishesSeenBy ?? before.wishesSeenBy,
      order: input.order ?? before.order,
      weeks: input.weeks ?? before.weeks,
      leastAttendance: input.leastAttendance ?? before.leastAttendance,
    };
    const content = {
      ...{ wishAudience: policy.wishesSeenBy, sortKeys: policy.order },
      ...{ countedWeeks: policy.weeks, leastAttendance: policy.leastAttendance },
    };
    const known = await tx.em.findOne(LootPolicy, { organization: organizationId });
    if (known) tx.em.assign(known, content);
    else tx.em.create(LootPolicy, { organization: organizationId, ...content });
    await writeAudit(tx, organizationId, actor, 'settings_changed', { changed: ['lootPolicy'] });
    tx.changed({ type: 'organization.changed', organizationId, subjectId: organizationId, audience: 'members' });
    return policy;
  });
}
