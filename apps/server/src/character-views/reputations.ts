import type {
  ExpansionRef,
  ReputationsInput,
  ReputationsView,
  ReputationView,
} from '@guildhall/contracts/character-progress.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { badRequest } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import type { ReputationsDocument } from '../enrichment/documents/reputations.ts';
import { characterSections } from './character-sections.ts';
import { factionExpansions, NO_EXPANSION } from './faction-expansions.ts';
import { type GameNames, gameNames } from './game-names.ts';

type Faction = ReputationsDocument['factions'][number];

/** By expansion, newest first; within one, best standing first. */
export async function getReputations(
  ctx: AppContext,
  actor: Actor,
  { id, locale, standing }: ReputationsInput,
): Promise<ReputationsView> {
  const character = await characterSections(ctx, actor, id, ['reputations']);
  if (standing) await requireStanding(ctx, standing);
  const known = character.document<ReputationsDocument>('reputations')?.factions ?? [];
  const factions = standing ? known.filter(({ tier }) => tier === standing) : known;
  const factionIds = factions.map((faction) => faction.id);
  const [nameOf, expansionOf] = await Promise.all([
    gameNames(ctx.sql, locale, factions.flatMap(wantedNames)),
    factionExpansions(ctx.sql, locale, factionIds),
  ]);
  const groups = Map.groupBy(factions, (faction) => expansionOf.get(faction.id)?.id ?? null);
  const expansions = new Map([...expansionOf.values(), NO_EXPANSION].map((expansion) => [expansion.id, expansion]));
  return {
    expansions: [...groups]
      .map(([expansionId, members]) => ({
        expansion: expansions.get(expansionId) ?? NO_EXPANSION,
        factions: members.toSorted((left, right) => right.raw - left.raw || left.id - right.id).map(present(nameOf)),
      }))
      .toSorted((left, right) => newestFirst(left.expansion, right.expansion)),
    freshness: character.freshness('reputations'),
  };
}

const STANDING = statement`select from game_name where kind = 'standing' and key = $1`;

/** Throws BAD_REQUEST for a standing that no character has with anybody. */
async function requireStanding({ sql }: AppContext, standing: string): Promise<void> {
  if (standing === 'RENOWN' || (await sql.run(STANDING, [standing])) > 0) return;
  throw badRequest('invalid_input', 'No faction has such a standing. Send one such as EXALTED or RENOWN.', {
    issues: [{ path: 'standing', message: 'is the standing of no faction' }],
  });
}

const wantedNames = ({ id, standing }: Faction) => [
  ['faction', id] as const,
  ...(standing ? [['standing', standing] as const] : []),
];

const newestFirst = (left: ExpansionRef, right: ExpansionRef) => (right.id ?? -1) - (left.id ?? -1);

const present =
  (nameOf: GameNames) =>
  ({ id, tier, standing, value, max, raw, renownLevel, paragon }: Faction): ReputationView => ({
    id,
    name: nameOf('faction', id) ?? `Faction ${id}`,
    standing: { tier, name: standing && nameOf('standing', standing), value, max, raw, renownLevel },
    paragon,
  });
