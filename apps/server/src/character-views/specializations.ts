import type { SpecializationsView } from '@guildhall/contracts/character-build.ts';
import type { LocalizedCharacterInput } from '@guildhall/contracts/character-progress.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import type { SpecializationsDocument } from '../enrichment/documents/specializations.ts';
import { referenceNames } from '../reference/names.ts';
import { combatRoleOf } from '../reference/spec-roles.ts';
import { characterSections } from './character-sections.ts';

export async function getSpecializations(
  ctx: AppContext,
  actor: Actor,
  { id, locale }: LocalizedCharacterInput,
): Promise<SpecializationsView> {
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
