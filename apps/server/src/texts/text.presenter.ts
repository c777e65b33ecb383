import type { TextContentView, TextType, TextVersionView } from '@guildhall/contracts/text.ts';
import { instantOf } from '../core/db/sql.ts';
import { personOf } from '../people/person-of.ts';

export type TextRow = {
  type: TextType;
  version: number;
  body: string | null;
  createdAt: string;
  authorId: string | null;
  authorName: string | null;
};

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
