import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { notifyHolders } from '../notifications/notify.ts';
import { writeAudit } from '../rights/write-audit.ts';
import type { EndpointRow } from './webhook.access.ts';

/** `failing`: no success for days; `receiver`: it wants no more; `rights`: nobody carries the address. */
type Because = 'failing' | 'receiver' | 'rights';

const STOP = statement`update webhook_endpoint set state = $2 where id = $1 and state = 'active'`;

/** Tells the people who can mend it, once. */
export async function stopEndpoint(ctx: AppContext, endpoint: EndpointRow, because: Because): Promise<void> {
  const { id, organizationId, name } = endpoint;
  await ctx.transact(async (tx) => {
    const stopped = await tx.sql.run(STOP, [id, because === 'rights' ? 'suspended' : 'disabled']);
    if (stopped === 0) return;
    await writeAudit(tx, { organizationId, action: 'webhook_stopped', actorId: null, details: { name, because } });
    const details = { title: name };
    await notifyHolders(tx, 'canManageGuild', { kind: 'integration_stopped', organizationId, details });
  });
}
