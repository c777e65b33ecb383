import type { CharacterView, Freshness } from '@guildhall/contracts/character.ts';
import { SimcProfileInput } from '@guildhall/contracts/simc-profile.ts';
import { loadoutOfClass } from '@guildhall/simc/loadout.ts';
import { simulationProfile } from '@guildhall/simc/profile.ts';
import type { Actor } from '../../core/actor.ts';
import { badRequest, conflict } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { textRoute } from '../../identity/sessions/require-actor.ts';
import type { EquipmentDocument } from '../enrichment/documents/equipment.ts';
import type { ProfessionsDocument } from '../enrichment/documents/professions.ts';
import type { SpecializationsDocument } from '../enrichment/documents/specializations.ts';
import { getCharacter } from '../own-characters/characters.queries.ts';
import { characterSections } from './character-sections.ts';
import { loadoutInUse } from './specializations.ts';

/** Throws BAD_REQUEST for a loadout this character cannot have, CONFLICT for one SimulationCraft cannot simulate. */
export async function getSimcProfile(ctx: AppContext, actor: Actor, { id, talentLoadoutCode }: SimcProfileInput) {
  const [character, sections] = await Promise.all([
    getCharacter(ctx, actor, id),
    characterSections(ctx, actor, id, USED),
  ]);
  if (character.gameVersion !== 'retail') throw notSimulated('SimulationCraft only simulates retail characters.');
  const talents =
    talentLoadoutCode !== undefined
      ? chosenTalents(character, talentLoadoutCode)
      : activeTalents(character, sections.document<SpecializationsDocument>('specializations'));
  const made = simulationProfile({
    name: character.name,
    region: character.region,
    realm: character.realm?.name ?? '',
    level: character.level,
    raceId: character.race.id,
    classId: character.class.id,
    ...talents,
    professions: primariesOf(sections.document<ProfessionsDocument>('professions')),
    equipment: sections.document<EquipmentDocument>('equipment')?.items ?? [],
    asOf: oldestOf(USED.map(sections.freshness)),
  });
  if (!made.ok) throw notSimulated(made.message);
  return {
    profile: made.profile,
    warnings: made.warnings,
    freshness: {
      equipment: sections.freshness('equipment'),
      specializations: sections.freshness('specializations'),
      professions: sections.freshness('professions'),
    },
  };
}

const USED = ['equipment', 'specializations', 'professions'];

/** The profile is as old as the oldest section it uses. */
function oldestOf(used: Freshness[]): Date | null {
  const [oldest] = used.flatMap(({ fetchedAt }) => fetchedAt ?? []).toSorted();
  return oldest === undefined ? null : new Date(oldest);
}

const notSimulated = (message: string) => conflict('character_not_simulated', message);

type Talents = { specId: number | null; talentLoadoutCode: string | null };

/** The simulator accepts only loadouts of the specialization it simulates, so that follows from the code. */
function chosenTalents({ class: { id: classId } }: CharacterView, code: string): Talents {
  const decoded = loadoutOfClass(code, classId);
  if (decoded.ok) return { specId: decoded.loadout.specId, talentLoadoutCode: code };
  const issues = [{ path: 'talentLoadoutCode', message: decoded.message }];
  throw badRequest('invalid_talent_loadout', decoded.message, { issues });
}

function activeTalents({ activeSpec }: CharacterView, document: SpecializationsDocument | null): Talents {
  const specId = document?.activeId ?? activeSpec?.id ?? null;
  const found = document?.specializations.find((specialization) => specialization.id === specId);
  return { specId, talentLoadoutCode: loadoutInUse(found?.loadouts ?? []).loadout?.talentLoadoutCode ?? null };
}

function primariesOf(document: ProfessionsDocument | null): { id: number; rank: number }[] {
  const primaries = document?.professions.filter(({ kind }) => kind === 'primary') ?? [];
  return primaries.map(({ id, skillPoints }) => ({ id, rank: skillPoints ?? 0 }));
}

/** The profile as plain text, for a client that prefers it to JSON. */
export const simcProfileRoutes = (ctx: AppContext) =>
  textRoute(ctx, '/characters/:id/simc-profile', SimcProfileInput, async (actor, input, res) => {
    const { profile } = await getSimcProfile(ctx, actor, input);
    res.type('text/plain').send(profile);
  });
