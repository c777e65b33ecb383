/** Fetches the sections of a character that are due, and stores each answer as it arrives. */
import type { Call, CharacterKey } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import { columns, query, type RowOf, text } from '../../core/db/statement.ts';
import { isAbsence, refusedForMs } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { namesIn } from '../../reference/game-data/names.ts';
import type { Section } from './sections.ts';
import { type SectionOutcome, storeSection } from './store-section.ts';

const LANES = 2;

export const EnrichedCharacter = columns({
  id: 'uuid',
  region: text(Region.options),
  gameVersion: text(GameVersion.options),
  name: 'text',
  realmSlug: 'text',
  realmId: 'int!',
  characterId: 'float',
  lastModified: 'text?',
});
export type EnrichedCharacter = RowOf<typeof EnrichedCharacter>;

/** Characters `c`, with the date of their profile. */
export const ENRICHED_CHARACTERS = `
  select c.id, c.region, c.game_version as "gameVersion", c.name, c.realm_slug as "realmSlug",
    c.platform_realm_id as "realmId", c.platform_character_id::float8 as "characterId", s.last_modified as "lastModified"
  from character c left join character_section s on s.character_id = c.id and s.section = 'profile'`;

const STATES = query({ section: 'text', lastModified: 'text?', due: 'bool' })`
  select section, last_modified as "lastModified", coalesce(next_at <= now(), true) or status = 'failed' as due
  from character_section where character_id = $1`;

/** Fetches those that are due. A restarted job continues where the last attempt stopped. */
export async function refreshSections(
  ctx: AppContext,
  subject: EnrichedCharacter,
  call: Call,
  wanted: readonly Section[],
) {
  const rows = await ctx.sql.many(STATES, [subject.id]);
  const states = new Map(rows.map((row) => [row.section, row]));
  const due = wanted.filter(({ name }) => states.get(name)?.due ?? true);
  await mapConcurrently(due, LANES, async (section) => {
    const outcome = await fetchSection(ctx, subject, call, section, states.get(section.name)?.lastModified ?? null);
    await storeSection(ctx.sql, subject, section.name, outcome);
  });
}

export async function fetchSection(
  ctx: AppContext,
  subject: CharacterKey,
  call: Call,
  section: Section,
  ifModifiedSince: string | null,
): Promise<SectionOutcome> {
  try {
    const source = { battlenet: ctx.battlenet, mediaHosts: ctx.config.battlenet.mediaHosts };
    const content = await section.fetch(source, { ...call, ifModifiedSince }, subject);
    return { kind: 'fetched', content: { ...content, names: namesIn(content.names, ctx.config.locales) } };
  } catch (error) {
    return sectionOutcomeOf(error);
  }
}

/** A request to slow down is no failure: it is rethrown, and the job comes back after the pause. */
export function sectionOutcomeOf(error: unknown): SectionOutcome {
  if (!(error instanceof BattlenetError) || refusedForMs(error) !== undefined) throw error;
  if (error.kind === 'not_modified') return { kind: 'unchanged' };
  return { kind: isAbsence(error) ? 'not_found' : 'failed' };
}
