import type { CombatRole } from '@guildhall/contracts/organization.ts';
import { mapConcurrently } from '../core/concurrently.ts';
import type { AppContext } from '../core/context.ts';
import { forgetGameData } from './game-data-cache.ts';
import { localized } from './localized.ts';
import { combatRoleOf } from './spec-roles.ts';

const LANES = 8;

/** One of a class that is not known yet waits until it is. */
const UPSERT = `
  insert into specialization as t (id, class_id, role, names)
  select n.id, n.class_id, n.role, n.names
  from jsonb_to_recordset($1::jsonb) as n(id int, class_id smallint, role text, names jsonb)
  join playable_class c on c.id = n.class_id
  on conflict (id) do update set (class_id, role, names) = (excluded.class_id, excluded.role, excluded.names)
  where (t.class_id, t.role, t.names) is distinct from (excluded.class_id, excluded.role, excluded.names)`;

/** The platform does not tell melee from ranged, so ours comes first. */
const PLATFORM_ROLES: Record<string, CombatRole> = { TANK: 'tank', HEALER: 'healer' };

export async function syncSpecializations(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const call = { region: ctx.config.battlenet.region, signal };
  const index = await ctx.battlenet.playableSpecializationsIndex(call);
  const rows = await mapConcurrently(index.data.character_specializations, LANES, async ({ id }) => {
    const { data } = await ctx.battlenet.playableSpecialization(call, id);
    return {
      id,
      class_id: data.playable_class.id,
      role: combatRoleOf(id) ?? PLATFORM_ROLES[data.role?.type ?? ''] ?? null,
      names: localized(data.name, ctx.config.locales),
    };
  });
  await ctx.sql(UPSERT, [JSON.stringify(rows)]);
  forgetGameData(ctx);
}
