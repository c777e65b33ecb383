import { createCap } from '../../core/db/cap.ts';
import { notFound } from '../../core/errors.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';

/** Announces it to members who may see the roster. */
export function publishLootChange({ changed }: Pick<Changing, 'changed'>, organizationId: string): void {
  changed({ type: 'loot.changed', organizationId, subjectId: organizationId, audience: 'roster' });
}

export const noAward = () => notFound('loot_award_not_found', 'There is no such award.');

/** Amendments are counted too. */
export const refuseTooManyAwards = createCap({
  of: 'loot_award where organization_id = $1',
  most: 200_000,
  reason: 'too_many_awards',
  message: 'The organization has 200,000 awards and amendments, as many as it can keep. Undo an import first.',
});
