import type { Call } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { archiveMissing } from './archive-missing.ts';
import { outcomeOf, type Subject } from './refresh-sections.ts';
import { REPLACES } from './store-section.ts';

/**
 * The platform's terms demand checking every 30 days that a character still exists. After a no, the check repeats a day
 * later.
 */
const DUE = statement`
  select from character c left join character_section s on s.character_id = c.id and s.section = 'status'
  where c.id = $1 and (s.status is null or s.status = 'failed' or s.next_at <= now())`;

/** The lock stands in for a transaction that would start over when the character is deleted meanwhile. */
const STORE = statement`
  insert into character_section as s (character_id, section, status, asked_at, fetched_at, next_at, missing_since)
  select id, 'status', $2, now(), case when $2 = 'ok' then now() end,
    now() + case $2 when 'ok' then interval '30 days' when 'failed' then interval '1 hour' else interval '24 hours' end,
    case when $2 = 'not_found' then now() end
  from character where id = $1 for key share
  ${REPLACES}`;

export async function refreshStatus(ctx: AppContext, subject: Subject, call: Call): Promise<void> {
  if ((await ctx.sql.run(DUE, [subject.id])) === 0) return;
  const status = await statusOf(ctx, subject, call);
  await ctx.sql.run(STORE, [subject.id, status]);
  if (status === 'not_found') await archiveMissing(ctx, subject.id, 'status');
}

async function statusOf(ctx: AppContext, subject: Subject, call: Call) {
  try {
    const { data } = await ctx.battlenet.characterStatus(call, subject);
    return data.is_valid && data.id === subject.characterId ? 'ok' : 'not_found';
  } catch (error) {
    // As with profiles, 403 is no miss.
    if (error instanceof BattlenetError && error.kind === 'forbidden') return 'failed';
    return outcomeOf(error).kind === 'not_found' ? 'not_found' : 'failed';
  }
}
