/** Documents that another section names: the newest season of keystones, and the brackets that the character plays. */
import type { Call } from '@guildhall/battlenet/client.ts';
import { json, query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type EnrichedCharacter, refreshSections } from './refresh-sections.ts';
import { BRACKET_PREFIX, bracketSection, KEYSTONE_SEASON, keystoneSeasonSection } from './sections.ts';

const NAMED = query({ season: 'int?', brackets: json<string[]>().orNull })`
  select (select max(id::int) from character_section s cross join jsonb_array_elements(s.data -> 'seasonIds') id
      where s.character_id = $1 and s.section = 'mythic-keystone') as season,
    (select data -> 'brackets' from character_section where character_id = $1 and section = 'pvp') as brackets`;

/** Data of an earlier season is obsolete. Locks a character before its sections, as everywhere. */
const FORGET_OTHERS = statement`
  delete from character_section s using (select id from character where id = $1 for no key update) c
  where s.character_id = c.id and (s.section = '${KEYSTONE_SEASON}' and (s.data ->> 'seasonId')::int <> $2
    or s.section like '${BRACKET_PREFIX}%' and s.section <> all($3))`;

export async function refreshNamedSections(ctx: AppContext, subject: EnrichedCharacter, call: Call): Promise<void> {
  const { season, brackets } = await ctx.sql.one(NAMED, [subject.id]);
  const played = brackets?.map(bracketSection) ?? [];
  // Where nothing is named yet, null leaves what there is.
  await ctx.sql.run(FORGET_OTHERS, [subject.id, season, brackets && played.map(({ name }) => name)]);
  const ofSeason = season === null ? [] : [keystoneSeasonSection(season)];
  await refreshSections(ctx, subject, call, [...ofSeason, ...played]);
}
