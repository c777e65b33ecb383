import type { SpecializationsView } from '@guildhall/contracts/character-build.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import type { SpecializationsDocument } from '../enrichment/documents/specializations.ts';
import { combatRoleOf } from '../reference/spec-roles.ts';
import { characterSections } from './character-sections.ts';

export async function getSpecializations(
  ctx: AppContext,
  actor: Actor,
  { id }: { id: string },
): Promise<SpecializationsView> {
  const character = await characterSections(ctx, actor, id, ['specializations']);
  const document = character.document<SpecializationsDocument>('specializations');
  const activeSpecializationId = document?.activeId ?? character.specId;
  return {
    activeSpecializationId,
    specializations: (document?.specializations ?? []).map(({ name, ...rest }) => ({
      ...rest,
      name: name ?? `Specialization ${rest.id}`,
      role: combatRoleOf(rest.id),
      isActive: rest.id === activeSpecializationId,
    })),
    talentGroups: document?.talentGroups ?? [],
    freshness: character.freshness('specializations'),
  };
}
