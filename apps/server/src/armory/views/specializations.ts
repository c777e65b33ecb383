import type { ActiveBuildView, LoadoutView } from '@guildhall/contracts/character-build.ts';
import type { LocalizedCharacterInput } from '@guildhall/contracts/character-progress.ts';
import { decodeLoadout } from '@guildhall/simc/loadout.ts';
import type { Actor } from '../../core/actor.ts';
import type { AppContext } from '../../core/services/context.ts';
import { referenceNames } from '../../reference/game-data/names.ts';
import { combatRoleOf } from '../../reference/game-data/playable.ts';
import type { SpecializationsDocument } from '../enrichment/documents/specializations.ts';
import { type CharacterSections, characterSections } from './character-sections.ts';

export async function getActiveBuild(ctx: AppContext, actor: Actor, { id, locale }: LocalizedCharacterInput) {
  const [character, names] = await Promise.all([
    characterSections(ctx, actor, id, ['specializations']),
    referenceNames(ctx, locale),
  ]);
  const document = character.document<SpecializationsDocument>('specializations');
  const { specialization: spec, ...build } = activeBuild(document, character);
  const { gameVersion } = character;
  return {
    ...build,
    specialization: spec && { ...spec, name: names.specName({ gameVersion, specId: spec.id, specName: spec.name }) },
    freshness: character.freshness('specializations'),
  };
}

export async function getSpecializations(ctx: AppContext, actor: Actor, { id, locale }: LocalizedCharacterInput) {
  const [character, names] = await Promise.all([
    characterSections(ctx, actor, id, ['specializations']),
    referenceNames(ctx, locale),
  ]);
  const document = character.document<SpecializationsDocument>('specializations');
  const activeSpecializationId = document?.activeId ?? character.specId;
  return {
    activeSpecializationId,
    specializations: (document?.specializations ?? []).map(({ name, ...rest }) => ({
      ...rest,
      name: names.specName({ gameVersion: character.gameVersion, specId: rest.id, specName: name }),
      role: combatRoleOf(rest.id),
      isActive: rest.id === activeSpecializationId,
    })),
    talentGroups: document?.talentGroups ?? [],
    freshness: character.freshness('specializations'),
  };
}

type Build = Omit<ActiveBuildView, 'freshness'>;

/** Each specialization has an active loadout of its own, so the one in play comes first, or else the profile's. */
function activeBuild(
  document: SpecializationsDocument | null,
  profile: Pick<CharacterSections, 'specId' | 'specName'>,
): Build {
  const specId = document?.activeId ?? profile.specId;
  if (!specId) return { ...EMPTY, specialization: null, heroTalentTree: null, resolvedFrom: 'none' };
  const found = document?.specializations.find((entry) => entry.id === specId);
  const profileName = specId === profile.specId ? profile.specName : null;
  const name = found?.name ?? profileName ?? `Specialization ${specId}`;
  const specialization = { id: specId, name, role: combatRoleOf(specId) };
  if (!document || !found) return { ...EMPTY, specialization, heroTalentTree: null, resolvedFrom: 'profile' };

  const { loadout, resolvedFrom } = loadoutInUse(found.loadouts);
  const ofActive = specId === document.activeId ? document.activeHeroTree : null;
  // Characters below the level that unlocks hero talents have neither.
  const heroTalentTree = ofActive ?? loadout?.heroTalentTree ?? null;
  if (!loadout) return { ...EMPTY, specialization, heroTalentTree, resolvedFrom };
  return {
    specialization,
    heroTalentTree,
    talentLoadoutCode: codeOfSpecialization(specId, loadout.talentLoadoutCode),
    classTalents: loadout.classTalents,
    specTalents: loadout.specTalents,
    heroTalents: loadout.heroTalents,
    resolvedFrom,
  };
}

/** The game refuses a code of any specialization but the one in play. */
export function codeOfSpecialization(specId: number, code: string | null): string | null {
  const decoded = code ? decodeLoadout(code) : null;
  return decoded?.ok && decoded.loadout.specId === specId ? code : null;
}

const EMPTY = { talentLoadoutCode: null, classTalents: [], specTalents: [], heroTalents: [] };

/** If several loadouts exist and none is active, choose none: it would be a guess. */
export function loadoutInUse(loadouts: LoadoutView[]): {
  loadout: LoadoutView | null;
  resolvedFrom: Build['resolvedFrom'];
} {
  const active = loadouts.find(({ isActive }) => isActive);
  if (active) return { loadout: active, resolvedFrom: 'active_loadout' };
  const [only] = loadouts;
  if (only && loadouts.length === 1) return { loadout: only, resolvedFrom: 'only_loadout' };
  return { loadout: null, resolvedFrom: 'specialization' };
}
