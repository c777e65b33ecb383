import type { MatchFighterInput } from '@guildhall/contracts/night.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { RaiderAlias } from '../../membership/characters/raider.entity.ts';
import { logManaged } from '../../membership/rights/organization.access.ts';
import { findRaider, raiderOf } from '../../raiders/raider.access.ts';
import { eventToManage } from './change-reports.ts';
import { fighterAlias, LOG_SOURCE } from './fighters.ts';
import { publishNightChange } from './keep-report.ts';

const FOUGHT = query({ name: 'text' })`
  select f.name from log_report r join pull p on p.report_id = r.id join pull_raider f on f.pull_id = p.id
  where r.event_id = $1 and f.name_key = $2 and f.realm_key = $3 limit 1`;
const MEMBER = query({ userId: 'uuid!' })`
  select user_id as "userId" from current_member where organization_id = $1 and user_id = $2 limit 1`;
const REMEMBER = statement`
  insert into raider_alias (organization_id, raider_id, source, key) values ($1, $2, $3, $4)
  on conflict (organization_id, source, key) do update set raider_id = excluded.raider_id`;

/** Says whose character a fighter of a log is, for this night and all others, or forgets it. */
export async function matchFighter(ctx: AppContext, actor: Actor, input: MatchFighterInput): Promise<void> {
  await ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const { event, access } = await eventToManage(sql, actor, input.id);
    const { organizationId } = event;
    await logManaged(sql, actor, access);
    if (!(await sql.maybe(FOUGHT, [event.id, fold(input.name), fold(input.realm)]))) {
      throw notFound('character_not_found', 'The log of this event has no such character.');
    }
    const key = fighterAlias(input);
    const raiderId = await raiderIn(tx, organizationId, input);
    if (raiderId !== null || input.notOurs) {
      await sql.run(REMEMBER, [organizationId, raiderId, LOG_SOURCE, key]);
    } else {
      await em.nativeDelete(RaiderAlias, { organization: organizationId, source: LOG_SOURCE, key });
    }
    publishNightChange(tx, organizationId, event.id);
  });
}

async function raiderIn(
  tx: UnitOfWork,
  organizationId: string,
  { raiderId, userId }: MatchFighterInput,
): Promise<string | null> {
  if (raiderId !== undefined) return (await findRaider(tx, organizationId, raiderId)).id;
  if (userId === undefined) return null;
  if (!(await tx.sql.maybe(MEMBER, [organizationId, userId]))) {
    throw notFound('member_not_found', 'There is no such member.');
  }
  return raiderOf(tx.sql, organizationId, userId);
}
