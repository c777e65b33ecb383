/** The decisions of an organization about the texts of responses. */
import {
  type DecideResponsesInput,
  LootMeaning,
  type LootResponsesInput,
  type LootResponsesView,
} from '@guildhall/contracts/loot.ts';
import { countsByDefault } from '@guildhall/guild-tools/loot-response.ts';
import type { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authorizedAccess, lockedAccessTo } from '../../membership/rights/organization.access.ts';
import { noResponse } from './amend-award.ts';
import { publishLootChange } from './loot.access.ts';

const MOST_LISTED = 500;
const LIST = query({
  key: 'text',
  text: 'text',
  meaning: text(LootMeaning.options).orNull,
  counts: 'bool',
  color: 'text?',
  decided: 'bool',
  awards: 'int',
  since: 'instant?',
})`
  select s.key, s.text, s.meaning, s.counts, s.color, s.decided, coalesce(n.awards, 0) as awards, n.since
  from loot_response s left join (
    select response_key, count(*)::int as awards, min(received_at) as since from loot_award
    where organization_id = $1 and holds group by 1) n on n.response_key = s.key
  where s.organization_id = $1 order by s.meaning is not null, n.awards desc nulls last, s.key limit ${MOST_LISTED}`;

const listIn = async (sql: Sql, organizationId: string): Promise<LootResponsesView> => ({
  responses: await sql.many(LIST, [organizationId]),
});

export async function listResponses(
  { sql }: AppContext,
  actor: Actor,
  { id }: z.infer<typeof LootResponsesInput>,
): Promise<LootResponsesView> {
  const { organizationId } = await authorizedAccess(sql, actor, id, 'read', 'Roster');
  return listIn(sql, organizationId);
}

const DECIDE = statement`
  update loot_response s set meaning = n.meaning, counts = n.counts, color = case when n."setsColor" then n.color else s.color end,
    decided = true
  from jsonb_to_recordset($2) as n(key text, meaning text, counts boolean, color text, "setsColor" boolean)
  where s.organization_id = $1 and s.key = n.key`;

/** Throws NOT_FOUND for a response that no award has, FORBIDDEN and CONFLICT. */
export async function decideResponses(
  ctx: AppContext,
  actor: Actor,
  input: DecideResponsesInput,
): Promise<LootResponsesView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, input.id, 'update', 'Loot');
    const decisions = input.responses.map(({ key, meaning, counts, color }) => ({
      ...{ key, meaning, counts: counts ?? countsByDefault(meaning) },
      ...{ color: color ?? null, setsColor: color !== undefined },
    }));
    const decided = await sql.run(DECIDE, [organizationId, JSON.stringify(decisions)]);
    if (decided < decisions.length) throw noResponse();
    publishLootChange(tx, organizationId);
    return listIn(sql, organizationId);
  });
}
