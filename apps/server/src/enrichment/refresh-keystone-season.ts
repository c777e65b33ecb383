import type { Call } from '@guildhall/battlenet/client.ts';
import { json, query, statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { refreshSections, type Subject } from './refresh-sections.ts';
import { KEYSTONE_SEASON, keystoneSeasonSection } from './sections.ts';

const PLAYED = query({ seasonIds: json<number[]>() })`
  select data -> 'seasonIds' as "seasonIds" from character_section
  where character_id = $1 and section = 'mythic-keystone' and data is not null`;

/** Data of another season is obsolete. Locks a character before its sections, as everywhere. */
const FORGET_OTHERS = statement`
  delete from character_section s using (select id from character where id = $1 for no key update) c
  where s.character_id = c.id and s.section = '${KEYSTONE_SEASON}' and (s.data ->> 'seasonId')::int <> $2`;

export async function refreshKeystoneSeason(ctx: AppContext, subject: Subject, call: Call): Promise<void> {
  const played = await ctx.sql.maybe(PLAYED, [subject.id]);
  if (!played || played.seasonIds.length === 0) return;
  const season = Math.max(...played.seasonIds);
  await ctx.sql.run(FORGET_OTHERS, [subject.id, season]);
  await refreshSections(ctx, subject, call, [keystoneSeasonSection(season)]);
}
