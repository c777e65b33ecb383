import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';
import type { Rows } from '../../core/db/transaction.ts';
import { conflict } from '../../core/errors.ts';
import { FormerAlias } from '../../membership/rights/former-alias.entity.ts';

const TAKEN = statement`
  select from organization where alias = $1 and id is distinct from $2
  union all
  select from former_alias where alias = $1 and organization_id is distinct from $2
    and released_at > now() - interval '1 year'`;

/** Whether an alias belongs to another organization, or did within the last year. */
export const isAliasTaken = async (sql: Sql, alias: string, organizationId: string | null): Promise<boolean> =>
  (await sql.run(TAKEN, [alias, organizationId])) > 0;

/** The form of a game guild's alias: name, realm and region. */
const OF_THE_GAME = /^[^-]+-.+-(us|eu|kr|tw)$/;
const HAD = statement`
  select from organization where alias = $1 and id = $2
  union all select from former_alias where alias = $1 and organization_id = $2`;

/** When two requests want the same alias, the unique index gives it to one. Throws CONFLICT for the other. */
export async function claimAlias({ em, sql }: Rows, alias: string, organizationId: string | null): Promise<void> {
  if (await isAliasTaken(sql, alias, organizationId)) {
    throw conflict('alias_taken', `The alias "${alias}" is taken. Choose another one.`);
  }
  if (OF_THE_GAME.test(alias) && (await sql.run(HAD, [alias, organizationId])) === 0) {
    throw conflict('alias_reserved', 'Aliases that end in a region are kept for in-game guilds. Choose another one.');
  }
  await em.nativeDelete(FormerAlias, { alias });
}

const KEEP = statement`
  insert into former_alias (alias, organization_id) values ($1, $2)
  on conflict (alias) do update set organization_id = excluded.organization_id, released_at = now()`;

/** Redirects of the last ten names remain, so that no organization collects names by passing through them. */
const KEPT = 10;
const FORGET_OLDEST = statement`
  delete from former_alias where organization_id = $1 and alias in (
    select alias from former_alias where organization_id = $1 order by released_at desc, alias offset ${KEPT})`;

/** Call in the transaction that gives up the alias. */
export async function keepFormerAlias(sql: Sql, alias: string, organizationId: string): Promise<void> {
  await sql.run(KEEP, [alias, organizationId]);
  await sql.run(FORGET_OLDEST, [organizationId]);
}
