import type { ExpansionRef } from '@guildhall/contracts/character-progress.ts';
import type {
  CompareReputationsInput,
  GuildReputationsInput,
  GuildReputationsView,
  ReputationMatrixView,
} from '@guildhall/contracts/comparison.ts';
import type { Locale } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { gameNames } from '../../reference/game-data/names.ts';
import { guildCharacters, ownCharacters } from './compared-characters.ts';

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

/** The documents name factions by id; the catalogue gives their expansion through the root faction. */
export const FACTION_STANDINGS = query({
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
async function matrix(
  ctx: AppContext,
  characters: { id: string }[],
  expansionId: number,
  locale: Locale,
): Promise<Pick<ReputationMatrixView, 'expansion' | 'factions'>> {
  const [expansion, rows] = await Promise.all([
    findExpansion(ctx.sql, expansionId, locale),
    ctx.sql.many(FACTION_STANDINGS, [characters.map(({ id }) => id), expansionId]),
  ]);
  const byFaction = Map.groupBy(rows, ({ factionId }) => factionId);
  const nameOf = await gameNames(ctx.sql, locale, [
    ...[...byFaction.keys()].map((id) => ['faction', id] as const),
    ...rows.flatMap(({ standing }) => (standing ? [['standing', standing] as const] : [])),
  ]);
  const { compare } = new Intl.Collator(locale.replace('_', '-'));
  const factions = [...byFaction].map(([id, members]) => ({
    id,
    name: nameOf('faction', id) ?? `Faction ${id}`,
    standings: Object.fromEntries(
      members.map(({ characterId, tier, standing, value, max, renownLevel }) => [
        characterId,
        { tier, name: standing && nameOf('standing', standing), value, max, renownLevel },
      ]),
    ),
  }));
  return {
    expansion,
    factions: factions.toSorted((left, right) => compare(left.name, right.name) || left.id - right.id),
  };
}

/** From the journal, or else from the characters' documents. */
const NAME = query({ name: 'text?' })`
  select coalesce(
    (select name from journal_expansion_locale where entity_id = $1 and locale = $2),
    (select names ->> $2 from game_name where kind = 'expansion' and key = $1::int::text),
    (select name from journal_expansion_locale where entity_id = $1 and locale = 'en_US'),
    (select names ->> 'en_US' from game_name where kind = 'expansion' and key = $1::int::text)) as name`;

/** Throws NOT_FOUND for an unknown one that a caller asks for. One of a character's document may lack a name. */
export async function findExpansion(sql: Sql, id: number, locale: Locale, isAsked = true): Promise<ExpansionRef> {
  const { name } = await sql.one(NAME, [id, locale]);
  if (!name && isAsked) {
    throw notFound('expansion_not_found', 'There is no such expansion. See `GET /game-data/expansions`.');
  }
  return { id, name: name ?? `Expansion ${id}` };
}
