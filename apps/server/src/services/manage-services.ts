import type {
  CreateServiceInput,
  CreateServiceTokenInput,
  RevokeServiceTokenInput,
  ServiceInput,
  ServiceView,
  UpdateServiceInput,
} from '@guildhall/contracts/service.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import { violates } from '../core/db/violates.ts';
import { conflict } from '../core/errors.ts';
import { hashToken, randomToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { lockedAccessTo } from '../rights/lock-organization.ts';
import { refuseToCarry } from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { findService, noSuchService } from './services.queries.ts';

const MOST = 20;
/** Two, so that one can be replaced while the other works. */
const MOST_TOKENS = 2;

const COUNT = query({ count: 'int' })`select count(*)::int as count from service_account where organization_id = $1`;
const INSERT = statement`
  insert into service_account (id, organization_id, name, permissions, act_scopes) values ($1, $2, $3, $4, $5)`;

/** It has no token yet. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function createService(ctx: AppContext, actor: Actor, input: CreateServiceInput): Promise<ServiceView> {
  return ctx
    .transact(async (tx) => {
      const { sql } = tx;
      const access = await lockedAccessTo(sql, actor, input.id, 'update', 'Organization');
      const { organizationId } = access;
      refuseToCarry(access, input.permissions);
      const row = await sql.one(COUNT, [organizationId]);
      if (row.count >= MOST) {
        throw conflict('too_many_services', `An organization has at most ${MOST} services. Delete one first.`);
      }
      const id = uuidv7();
      const { name, permissions, actScopes } = input;
      await sql.run(INSERT, [id, organizationId, name, permissions, actScopes]);
      await writeAudit(tx, organizationId, actor, 'service_created', { name, permissions, actScopes });
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
      if (input.permissions) refuseToCarry(access, input.permissions);
      const { name, permissions, actScopes } = input;
      await sql.run(UPDATE, [service.id, name, permissions, actScopes]);
      const { organizationId } = service;
      const details = { name: name ?? service.name, permissions, actScopes };
      await writeAudit(tx, organizationId, actor, 'service_changed', details);
      return findService(sql, service.id);
    })
    .catch(refuseTakenName);
}

const DELETE = statement`delete from service_account where id = $1`;

export async function deleteService(ctx: AppContext, actor: Actor, input: ServiceInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { service } = await managedService(tx.sql, actor, input);
    const { id, organizationId, name } = service;
    await tx.sql.run(DELETE, [id]);
    await writeAudit(tx, organizationId, actor, 'service_deleted', { name });
  });
}

function refuseTakenName(error: unknown): never {
  if (!violates(error, 'service_account_name')) throw error;
  throw conflict('service_name_taken', 'The organization has a service with this name. Choose another one.');
}

const COUNT_TOKENS = query({ count: 'int' })`
  select count(*)::int as count from service_token where service_id = $1 and expires_at > now()`;
const INSERT_TOKEN = query({ expiresAt: 'instant' })`
  insert into service_token (service_id, token_hash, shown_to_id, expires_at)
  values ($1, $2, $3, now() + $4 * interval '1 day') returning expires_at as "expiresAt"`;

/** The answer is the only one with the token. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function createServiceToken(ctx: AppContext, actor: Actor, input: CreateServiceTokenInput) {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { access, service } = await managedService(sql, actor, input);
    const { id, organizationId, name } = service;
    refuseToCarry(access, []);
    const row = await sql.one(COUNT_TOKENS, [id]);
    if (row.count >= MOST_TOKENS) {
      throw conflict('too_many_service_tokens', `A service has at most ${MOST_TOKENS} tokens. Revoke one first.`);
    }
    const token = `ghs_${randomToken()}`;
    const days = input.expiresInDays;
    const { expiresAt } = await sql.one(INSERT_TOKEN, [id, hashToken(token), actor.userId, days]);
    await writeAudit(tx, organizationId, actor, 'service_token_created', { name, days });
    return { service: await findService(sql, id), token, expiresAt };
  });
}

const REVOKE = statement`delete from service_token where id = $1 and service_id = $2`;

/** Refused from the next request on. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function revokeServiceToken(ctx: AppContext, actor: Actor, input: RevokeServiceTokenInput) {
  return ctx.transact(async (tx) => {
    const { service } = await managedService(tx.sql, actor, input);
    const { id, organizationId, name } = service;
    if ((await tx.sql.run(REVOKE, [input.tokenId, id])) === 0) throw noSuchService();
    await writeAudit(tx, organizationId, actor, 'service_token_revoked', { name });
    return findService(tx.sql, id);
  });
}

const SERVICE = query({ id: 'uuid', name: 'text', organizationId: 'uuid' })`
  select id, name, organization_id as "organizationId" from service_account where id = $1 and organization_id = $2`;

/** A service of an organization that the caller manages, locked. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
async function managedService(sql: Sql, actor: Actor, { id, serviceId }: ServiceInput) {
  const access = await lockedAccessTo(sql, actor, id, 'update', 'Organization');
  const service = await sql.maybe(SERVICE, [serviceId, access.organizationId]);
  if (!service) throw noSuchService();
  return { access, service };
}
