import type {
  CreateServiceInput,
  ServiceInput,
  ServiceView,
  UpdateServiceInput,
} from '@guildhall/contracts/service.ts';
import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import { violates } from '../core/db/violates.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { managedOrganization, managedService, refuseBeyondOwn } from './service.access.ts';
import { findService } from './services.queries.ts';

const MOST = 20;
const COUNT = query({ count: 'int' })`select count(*)::int as count from service_account where organization_id = $1`;
const INSERT = statement`
  insert into service_account (id, organization_id, name, permissions, act_scopes) values ($1, $2, $3, $4, $5)`;

/** It has no token yet. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function createService(ctx: AppContext, actor: Actor, input: CreateServiceInput): Promise<ServiceView> {
  return ctx
    .transact(async (tx) => {
      const { sql } = tx;
      const access = await managedOrganization(sql, actor, input.id);
      const { organizationId } = access;
      refuseBeyondOwn(access, input.permissions);
      const row = await sql.one(COUNT, [organizationId]);
      if (row.count >= MOST) {
        throw conflict('too_many_services', `An organization has at most ${MOST} services. Delete one first.`);
      }
      const id = uuidv7();
      const { name, permissions, actScopes } = input;
      await sql.run(INSERT, [id, organizationId, name, permissions, actScopes]);
      const details = { name, permissions, actScopes };
      await writeAudit(tx, { organizationId, action: 'service_created', actorId: actor.userId, details });
      return findService(sql, id);
    })
    .catch(refuseTakenName);
}

const UPDATE = statement`
  update service_account set name = coalesce($2, name), permissions = coalesce($3, permissions),
    act_scopes = coalesce($4, act_scopes)
  where id = $1`;

/** Takes effect with the next request of the service. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function updateService(ctx: AppContext, actor: Actor, input: UpdateServiceInput): Promise<ServiceView> {
  return ctx
    .transact(async (tx) => {
      const { sql } = tx;
      const { access, service } = await managedService(sql, actor, input);
      if (input.permissions) refuseBeyondOwn(access, input.permissions);
      const { name, permissions, actScopes } = input;
      await sql.run(UPDATE, [service.id, name ?? null, permissions ?? null, actScopes ?? null]);
      await writeAudit(tx, {
        organizationId: service.organizationId,
        action: 'service_changed',
        actorId: actor.userId,
        details: { name: name ?? service.name, permissions, actScopes },
      });
      return findService(sql, service.id);
    })
    .catch(refuseTakenName);
}

const DELETE = statement`delete from service_account where id = $1`;

export async function deleteService(ctx: AppContext, actor: Actor, input: ServiceInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { service } = await managedService(tx.sql, actor, input);
    await tx.sql.run(DELETE, [service.id]);
    await writeAudit(tx, {
      organizationId: service.organizationId,
      action: 'service_deleted',
      actorId: actor.userId,
      details: { name: service.name },
    });
  });
}

function refuseTakenName(error: unknown): never {
  if (!violates(error, 'service_account_name')) throw error;
  throw conflict('service_name_taken', 'The organization has a service with this name. Choose another one.');
}
