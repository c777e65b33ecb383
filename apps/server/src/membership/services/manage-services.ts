import type {
  CreateServiceInput,
  CreateServiceTokenInput,
  RevokeServiceTokenInput,
  ServiceInput,
  ServiceView,
  UpdateServiceInput,
} from '@guildhall/contracts/service.ts';
import type { Actor } from '../../core/actor.ts';
import { query } from '../../core/db/statement.ts';
import type { Rows } from '../../core/db/transaction.ts';
import { violatesConstraint } from '../../core/db/violates.ts';
import { conflict } from '../../core/errors.ts';
import { given } from '../../core/given.ts';
import { hashToken, randomToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockedAccessTo } from '../rights/organization.access.ts';
import { refuseToCarry } from '../rights/role-authority.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { ServiceAccount } from './service-account.entity.ts';
import { ServiceToken } from './service-token.entity.ts';
import { findService, noSuchService } from './services.queries.ts';

const MOST = 20;
/** Two, so that one can be replaced while the other works. */
const MOST_TOKENS = 2;
const DAY_MS = 24 * 3_600_000;

const COUNT = query({ count: 'int' })`select count(*)::int as count from service_account where organization_id = $1`;

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
      const { name, permissions, actScopes } = input;
      const { id } = tx.em.create(ServiceAccount, { organization: organizationId, name, permissions, actScopes });
      await writeAudit(tx, organizationId, actor, 'service_created', { name, permissions, actScopes });
      return findService(sql, id);
    })
    .catch(refuseTakenName);
}

/** Takes effect with the next request of the service. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function updateService(ctx: AppContext, actor: Actor, input: UpdateServiceInput): Promise<ServiceView> {
  return ctx
    .transact(async (tx) => {
      const { sql } = tx;
      const { access, service } = await managedService(tx, actor, input);
      if (input.permissions) refuseToCarry(access, input.permissions);
      const { name, permissions, actScopes } = input;
      tx.em.assign(service, given({ name, permissions, actScopes }));
      const { organizationId } = access;
      const details = { name: service.name, permissions, actScopes };
      await writeAudit(tx, organizationId, actor, 'service_changed', details);
      return findService(sql, service.id);
    })
    .catch(refuseTakenName);
}

export async function deleteService(ctx: AppContext, actor: Actor, input: ServiceInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { access, service } = await managedService(tx, actor, input);
    tx.em.remove(service);
    await writeAudit(tx, access.organizationId, actor, 'service_deleted', { name: service.name });
  });
}

function refuseTakenName(error: unknown): never {
  if (!violatesConstraint(error, 'service_account_name')) throw error;
  throw conflict('service_name_taken', 'The organization has a service with this name. Choose another one.');
}

const COUNT_TOKENS = query({ count: 'int' })`
  select count(*)::int as count from service_token where service_id = $1 and expires_at > now()`;

/** The answer is the only one with the token. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function createServiceToken(ctx: AppContext, actor: Actor, input: CreateServiceTokenInput) {
  return ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const { access, service } = await managedService(tx, actor, input);
    const { id, name } = service;
    refuseToCarry(access, []);
    const tokens = await sql.one(COUNT_TOKENS, [id]);
    if (tokens.count >= MOST_TOKENS) {
      throw conflict('too_many_service_tokens', `A service has at most ${MOST_TOKENS} tokens. Revoke one first.`);
    }
    const secret = `ghs_${randomToken()}`;
    const days = input.expiresInDays;
    const expiresAt = new Date(Date.now() + days * DAY_MS).toISOString();
    em.create(ServiceToken, { service, tokenHash: hashToken(secret), shownTo: actor.userId, expiresAt });
    await writeAudit(tx, access.organizationId, actor, 'service_token_created', { name, days });
    return { service: await findService(sql, id), token: secret, expiresAt };
  });
}

/** Refused from the next request on. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function revokeServiceToken(ctx: AppContext, actor: Actor, input: RevokeServiceTokenInput) {
  return ctx.transact(async (tx) => {
    const { access, service } = await managedService(tx, actor, input);
    const { id, name } = service;
    if ((await tx.em.nativeDelete(ServiceToken, { id: input.tokenId, service: id })) === 0) throw noSuchService();
    await writeAudit(tx, access.organizationId, actor, 'service_token_revoked', { name });
    return findService(tx.sql, id);
  });
}

/** A service of an organization that the caller manages, locked. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
async function managedService({ em, sql }: Rows, actor: Actor, { id, serviceId }: ServiceInput) {
  const access = await lockedAccessTo(sql, actor, id, 'update', 'Organization');
  const service = await em.findOne(ServiceAccount, { id: serviceId, organization: access.organizationId });
  if (!service) throw noSuchService();
  return { access, service };
}
