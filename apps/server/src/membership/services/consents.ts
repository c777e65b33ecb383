import { ActScope, type AgreeInput, type ConsentsView, type ConsentView } from '@guildhall/contracts/service.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, object, query, statement, texts } from '../../core/db/statement.ts';
import { badRequest } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { ActConsent } from './act-consent.entity.ts';
import { noSuchService } from './services.queries.ts';

/** Services that act for members of the caller's organizations, agreed to or not. */
const CONSENTS = `
  select a.id as "serviceId", a.name, jsonb_build_object('id', o.id, 'alias', o.alias, 'name', o.name) as organization,
    a.act_scopes as asks, coalesce(c.scopes, '{}') as agreed, c.agreed_at as "agreedAt"
  from service_account a join organization o on o.id = a.organization_id and o.archived_at is null
  left join act_consent c on c.service_id = a.id and c.user_id = $1
  where (cardinality(a.act_scopes) > 0 or c.user_id is not null)
    and exists (select from current_member m where m.organization_id = a.organization_id and m.user_id = $1)`;
const Row = columns({
  serviceId: 'uuid',
  name: 'text',
  organization: object({ id: 'uuid', alias: 'text?', name: 'text' }),
  asks: texts(ActScope.options),
  agreed: texts(ActScope.options),
  agreedAt: 'instant?',
});
const LIST = query(Row)`${CONSENTS} order by ${byName('o.name')}, ${byName('a.name')}`;
const ONE = query(Row)`${CONSENTS} and a.id = $2`;

export async function listConsents({ sql }: AppContext, { userId }: Actor): Promise<ConsentsView> {
  return { consents: await sql.many(LIST, [userId]) };
}

async function findConsent(sql: Sql, userId: string, serviceId: string): Promise<ConsentView> {
  const row = await sql.maybe(ONE, [userId, serviceId]);
  if (!row) throw noSuchService();
  return row;
}

const AGREE = statement`
  insert into act_consent (user_id, service_id, scopes, agreed_at) values ($1, $2, $3, now())
  on conflict (user_id, service_id) do update set scopes = excluded.scopes, agreed_at = excluded.agreed_at`;

/** Replaces what the caller agreed to before. Throws NOT_FOUND, BAD_REQUEST for what the service does not ask for. */
export async function agreeToActing({ transact }: AppContext, { userId }: Actor, { serviceId, scopes }: AgreeInput) {
  return transact(async ({ sql }) => {
    const { asks } = await findConsent(sql, userId, serviceId);
    if (scopes.some((scope) => !asks.includes(scope))) {
      throw badRequest('invalid_input', 'The service does not ask for all of this. Read its list again.');
    }
    await sql.run(AGREE, [userId, serviceId, scopes]);
    return findConsent(sql, userId, serviceId);
  });
}

/** Refused from the next request on. */
export async function withdrawConsent({ transact }: AppContext, { userId }: Actor, serviceId: string): Promise<void> {
  await transact(({ em }) => em.nativeDelete(ActConsent, { user: userId, service: serviceId }));
}
