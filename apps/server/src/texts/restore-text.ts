import { type RestoreTextInput, type TextContentView, TextType } from '@guildhall/contracts/text.ts';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import { notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { saveTexts } from './save-texts.ts';
import { writableTexts } from './text.access.ts';
import { currentTexts } from './texts.queries.ts';

const VERSION = query({
  body: 'text?',
})`select body from text_version where organization_id = $1 and type = $2 and version = $3`;

/** Restores an old version as a new one, so that nothing in between is lost. Throws NOT_FOUND. */
export async function restoreText(
  ctx: AppContext,
  actor: Actor,
  { id, type, version }: RestoreTextInput,
): Promise<TextContentView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const organizationId = await writableTexts(sql, actor, id);
    const found = await sql.maybe(VERSION, [organizationId, type, version]);
    if (!found) throw notFound('text_version_not_found', 'This text has no such version. GET …/versions lists them.');
    await saveTexts(tx, actor, organizationId, { [type]: found.body });
    return currentTexts(sql, organizationId, TextType.options);
  });
}
