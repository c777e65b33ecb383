import type {
  CreateServiceTokenInput,
  RevokeServiceTokenInput,
  ServiceSecretView,
  ServiceView,
} from '@guildhall/contracts/service.ts';
import type { Actor } from '../core/actor.ts';
import { instantOf } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import { hashToken, randomToken } from '../core/secrets.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { managedService, refuseBeyondOwn } from './service.access.ts';
import { findService, noSuchService } from './services.queries.ts';

/** Two, so that one can be replaced while the other works. */
const MOST = 2;

const COUNT = query({
  count: 'int',
})`select count(*)::int as count from service_token where service_id = $1 and expires_at > now()`;
const INSERT = query({ expiresAt: 'instant' })`
  insert into service_token (service_id, token_hash, shown_to_id, expires_at)
  values ($1, $2, $3, now() + $4 * interval '1 day') returning expires_at as "expiresAt"`;

/** The answer is the only one with the token. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function createServiceToken(
  ctx: AppContext,
  actor: Actor,
  input: CreateServiceTokenInput,
): Promise<ServiceSecretView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { access, service } = await managedService(sql, actor, input);
    refuseBeyondOwn(access, []);
    const row = await sql.one(COUNT, [service.id]);
    if (row.count >= MOST) {
      throw conflict('too_many_service_tokens', `A service has at most ${MOST} tokens. Revoke one first.`);
    }
    const token = `ghs_${randomToken()}`;
    const values = [service.id, hashToken(token), actor.userId, input.expiresInDays];
    const made = await sql.one(INSERT, values);
    const { organizationId, name } = service;
    await writeAudit(tx, {
      organizationId,
      action: 'service_token_created',
      actorId: actor.userId,
      details: { name, days: input.expiresInDays },
    });
    return { service: await findService(sql, service.id), token, expiresAt: instantOf(made.expiresAt) };
  });
}

const REVOKE = statement`delete from service_token where id = $1 and service_id = $2`;

/** Refused from the next request on. Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export async function revokeServiceToken(
  ctx: AppContext,
  actor: Actor,
  input: RevokeServiceTokenInput,
): Promise<ServiceView> {
  return ctx.transact(async (tx) => {
    const { service } = await managedService(tx.sql, actor, input);
    if ((await tx.sql.run(REVOKE, [input.tokenId, service.id])) === 0) throw noSuchService();
    await writeAudit(tx, {
      organizationId: service.organizationId,
      action: 'service_token_revoked',
      actorId: actor.userId,
      details: { name: service.name },
    });
    return findService(tx.sql, service.id);
  });
}
