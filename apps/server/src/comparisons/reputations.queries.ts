import type {
  ComparedFaction,
  CompareReputationsInput,
  GuildReputationsInput,
  GuildReputationsView,
  ReputationMatrixView,
} from '@guildhall/contracts/comparison.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import { gameNames } from '../character-views/game-names.ts';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { guildCharacters, ownCharacters } from './compared-characters.ts';
import { expansionOf } from './expansion-name.ts';

const SECTIONS = ['reputations'];

export async function compareReputations(
  ctx: AppContext,
  { userId }: Actor,
  { expansionId, locale }: CompareReputationsInput,
): Promise<ReputationMatrixView> {
  const characters = await ownCharacters(ctx, userId, SECTIONS, locale);
  return { ...(await matrix(ctx, characters, expansionId, locale)), characters };
}

/** Compares the characters of a guild. */
export async function compareGuildReputations(
  ctx: AppContext,
  actor: Actor,
  { expansionId, ...page }: GuildReputationsInput,
): Promise<GuildReputationsView> {
  const { characters, pagination } = await guildCharacters(ctx, actor, SECTIONS, page);
  return { ...(await matrix(ctx, characters, expansionId, page.locale)), characters, pagination };
}

async function matrix(
  ctx: AppContext,
  characters: { id: string }[],
  expansionId: number,
  locale: Locale,
): Promise<Pick<ReputationMatrixView, 'expansion' | 'factions'>> {
  const ids = characters.map(({ id }) => id);
  const [expansion, factions] = await Promise.all([
    expansionOf(ctx.sql, expansionId, locale),
    factionMatrix(ctx, ids, expansionId, locale),
  ]);
  return { expansion, factions };
}

/** The documents name factions by id; the catalogue gives their expansion through the root faction. */
export const STANDINGS = query({
  characterId: 'uuid',
  factionId: 'int',
  tier: 'text?',
  standing: 'text?',
  value: 'float',
  max: 'float',
  renownLevel: 'int?',
})`
  select s.character_id as "characterId", d.id as "factionId", d.tier, d.standing, d.value, d.max, d."renownLevel"
  from character_section s
  cross join lateral jsonb_to_recordset(s.data -> 'factions')
    as d(id int, tier text, standing text, value float8, max float8, "renownLevel" int)
  join reputation_faction f on f.id = d.id and f.expansion_id = $2
  where s.character_id = any($1) and s.section = 'reputations'`;

/** Factions that at least one of the characters has met, by name. */
async function factionMatrix(
  ctx: AppContext,
  characterIds: string[],
  expansionId: number,
  locale: Locale,
): Promise<ComparedFaction[]> {
  const rows = await ctx.sql.many(STANDINGS, [characterIds, expansionId]);
  const factions = Map.groupBy(rows, ({ factionId }) => factionId);
  const nameOf = await gameNames(ctx.sql, locale, [
    ...[...factions.keys()].map((id) => ['faction', id] as const),
    ...rows.flatMap(({ standing }) => (standing ? [['standing', standing] as const] : [])),
  ]);
  const { compare } = new Intl.Collator(locale.replace('_', '-'));
  return [...factions]
    .map(([id, members]) => ({
      id,
      name: nameOf('faction', id) ?? `Faction ${id}`,
      standings: Object.fromEntries(
        members.map(({ characterId, tier, standing, value, max, renownLevel }) => [
          characterId,
          { tier, name: standing && nameOf('standing', standing), value, max, renownLevel },
        ]),
      ),
    }))
    .toSorted((left, right) => compare(left.name, right.name) || left.id - right.id);
}
