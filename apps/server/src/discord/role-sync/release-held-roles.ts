import type { DiscordRolesView, ReleaseDiscordRolesInput } from '@guildhall/contracts/discord-roles.ts';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { writeAudit } from '../../rights/write-audit.ts';
import { lockRoleManager } from './role-rule.access.ts';
import { discordRoles, heldRemovals } from './role-rules.queries.ts';
import { syncDiscordRolesJob } from './role-sync.jobs.ts';

const RELEASE = query({ serverId: 'text' })`
  update discord_role_grant set released_at = now() where organization_id = $1 and held_at is not null
    and released_at is null
  returning server_id as "serverId"`;

/** Takes the roles that the brake holds, if they are still those that the officer has seen. */
export async function releaseHeldRoles(
  ctx: AppContext,
  actor: Actor,
  { id, digest }: ReleaseDiscordRolesInput,
): Promise<DiscordRolesView> {
  return ctx.transact(async (tx) => {
    const { organizationId } = await lockRoleManager(tx.sql, actor, id);
    const held = await heldRemovals(tx.sql, organizationId);
    if (held?.digest !== digest)
      throw conflict(
        'discord_role_preview_changed',
        'Other roles are held now. Look at them again, then release them.',
      );
    const released = await tx.sql.many(RELEASE, [organizationId]);
    await writeAudit(tx, {
      organizationId,
      action: 'discord_roles_released',
      actorId: actor.userId,
      details: { count: released.length },
    });
    for (const serverId of new Set(released.map((row) => row.serverId)))
      await tx.enqueue(syncDiscordRolesJob, { serverId });
    return discordRoles(tx.sql, organizationId);
  });
}
