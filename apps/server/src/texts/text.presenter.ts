import { type TextContentView, TextType, type TextVersionView } from '@guildhall/contracts/text.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, type RowOf, text } from '../core/db/statement.ts';
import { personOf } from '../people/person-of.ts';

export const TextRow = columns({
  type: text(TextType.options),
  version: 'int',
  body: 'text?',
  createdAt: 'instant',
  authorId: 'uuid?',
  authorName: 'text?',
});
export type TextRow = RowOf<typeof TextRow>;

/** Grouped by type; a type without a row, or whose text was cleared, is null. */
export function presentTexts(rows: TextRow[]): TextContentView {
  const texts = rows.flatMap((row) => {
    const { type, body, version, createdAt } = row;
    if (body === null) return [];
    return [
      [
        type,
        { body, version, updatedAt: instantOf(createdAt), updatedBy: personOf(row.authorId, row.authorName) },
      ] as const,
    ];
  });
  const none = { motd: null, rules: null, loot_rules: null, description: null, recruitment: null, raid_info: null };
  return { ...none, ...Object.fromEntries(texts) } satisfies TextContentView;
}

export function presentTextVersion(row: TextRow): TextVersionView {
  const { version, body, createdAt } = row;
  return { version, body, updatedAt: instantOf(createdAt), updatedBy: personOf(row.authorId, row.authorName) };
}
