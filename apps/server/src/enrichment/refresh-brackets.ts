import type { Call } from '@guildhall/battlenet/client.ts';
import { json, query, statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { refreshSections, type Subject } from './refresh-sections.ts';
import { BRACKET_PREFIX, bracketSection } from './sections.ts';

const PLAYED = query({ brackets: json<string[]>() })`
  select data -> 'brackets' as brackets from character_section
  where character_id = $1 and section = 'pvp' and data is not null`;

/**
 * When a season ends its brackets end too, and data about them is obsolete. Locks a character before its sections, as
 * everywhere.
 */
const FORGET_OTHERS = statement`
  delete from character_section s using (select id from character where id = $1 for no key update) c
  where s.character_id = c.id and s.section like '${BRACKET_PREFIX}%' and not s.section = any($2)`;

export async function refreshBrackets(ctx: AppContext, subject: Subject, call: Call): Promise<void> {
  const played = await ctx.sql.maybe(PLAYED, [subject.id]);
  if (!played) return;
  const wanted = played.brackets.map(bracketSection);
  await ctx.sql.run(FORGET_OTHERS, [subject.id, wanted.map(({ name }) => name)]);
  await refreshSections(ctx, subject, call, wanted);
}
