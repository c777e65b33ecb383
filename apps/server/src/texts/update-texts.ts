import { type TextContentView, TextType, type UpdateTextContentInput } from '@guildhall/contracts/text.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { saveTexts } from './save-texts.ts';
import { writableTexts } from './text.access.ts';
import { currentTexts } from './texts.queries.ts';

/** Changes texts for an officer: all that are named, or none. Throws CONFLICT for an unexpected current version. */
export async function updateTexts(
  ctx: AppContext,
  actor: Actor,
  { id, expectedVersion, ...changes }: UpdateTextContentInput,
): Promise<TextContentView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const organizationId = await writableTexts(sql, actor, id);
    await saveTexts(tx, actor, organizationId, changes, expectedVersion);
    return currentTexts(sql, organizationId, TextType.options);
  });
}
