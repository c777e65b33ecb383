/** Sections of a character that the caller may read, as stored by the enrichment. */
import type { Freshness } from '@guildhall/contracts/character.ts';
import { CombatRole } from '@guildhall/contracts/organization.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { json, jsonInstant, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type CharacterReader, MAY_READ, readCharacter } from '../../membership/characters/read-character.ts';
import { currentItemLevel } from '../../reference/game-data/newest-patch.ts';

type SectionRow = {
  status: 'ok' | 'not_found' | 'failed' | 'not_available';
  fetchedAt: string | null;
  nextAt: string | null;
  /** The date of the document, as the platform writes it. */
  lastModified: string | null;
  /** Shaped by the section's own document function. */
  data: unknown;
};

export type CharacterSections = Omit<RowOf<typeof READABLE>, 'sections' | 'synced'> & {
  /** Null when it was never fetched. */
  document<Document>(section: string): Document | null;
  freshness(section: string): Freshness;
  /** When the character was as the section shows it. */
  shownAt(section: string): string | null;
};

const READABLE = query({
  id: 'uuid',
  region: text(Region.options),
  gameVersion: text(GameVersion.options),
  level: 'int',
  equipped: 'int?',
  average: 'int?',
  avatarUrl: 'text?',
  specId: 'int?',
  specName: 'text?',
  role: text(CombatRole.options).orNull,
  enrichedAt: 'instant?',
  synced: 'bool',
  sections: json<Record<string, SectionRow>>(),
})`
  select c.id, c.region, c.game_version as "gameVersion", c.level, ${currentItemLevel('c', 'equipped_item_level')} as "equipped",
    ${currentItemLevel('c', 'average_item_level')} as "average", c.avatar_url as "avatarUrl", c.spec_id as "specId", c.spec_name as "specName", c.role,
    c.enriched_at as "enrichedAt", c.source = 'synced' as synced,
    (select coalesce(jsonb_object_agg(s.section, jsonb_build_object('status', s.status, 'fetchedAt', ${jsonInstant('s.fetched_at')},
        'nextAt', ${jsonInstant('s.next_at')}, 'lastModified', s.last_modified, 'data', s.data)), '{}')
      from character_section s where s.character_id = c.id and s.section like any($3)) as sections
  from character c where c.id = $1 and ${MAY_READ('$2')}`;

/** `%` in a section's name matches anything. Hides the existence of characters that are not shared with the caller. */
export async function characterSections(
  ctx: AppContext,
  actor: CharacterReader,
  characterId: string,
  wanted: string[],
): Promise<CharacterSections> {
  const { sections, synced, ...character } = await readCharacter(ctx, actor, characterId, (userId) =>
    ctx.sql.many(READABLE, [characterId, userId, wanted]),
  );
  return {
    ...character,
    // Only the enrichment writes these documents, and the section's name determines their shape.
    document: <Document>(section: string) => (sections[section]?.data ?? null) as Document | null,
    freshness: (section) => freshnessOf(sections[section], synced),
    shownAt: (section) => sections[section]?.lastModified ?? sections[section]?.fetchedAt ?? null,
  };
}

/** The view of a single section: what `present` makes of its document, which is null until it was fetched. */
export const sectionView =
  <Document, View extends object>(
    section: string,
    present: (document: Document | null, character: CharacterSections, ctx: AppContext) => View,
  ) =>
  async (ctx: AppContext, actor: CharacterReader, { id }: { id: string }) => {
    const character = await characterSections(ctx, actor, id, [section]);
    const document = character.document<Document>(section);
    return { ...present(document, character, ctx), freshness: character.freshness(section) };
  };

/** A character entered by hand will never be fetched. */
function freshnessOf(section: SectionRow | undefined, synced: boolean): Freshness {
  if (!section) return { fetchedAt: null, status: synced ? 'pending' : 'not_available', nextAt: null };
  const { fetchedAt, status, nextAt } = section;
  return { fetchedAt, status, nextAt };
}
