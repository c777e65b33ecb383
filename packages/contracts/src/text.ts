/** Texts of an organization for members and visitors, as markdown, with every version kept. */
import { z } from 'zod';
import { Pagination, pageInput } from './page.ts';
import { bodyInteger, Instant, OrganizationRef, PersonRef, queryInteger } from './primitives.ts';

export const TextType = z
  .enum(['motd', 'rules', 'loot_rules', 'description', 'recruitment', 'raid_info'])
  .meta({ id: 'TextType' });
export type TextType = z.infer<typeof TextType>;

/** 20 kB of UTF-8. */
export const MAX_TEXT_BYTES = 20 * 1024;

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\u0000');
const isShort = (text: string) => new TextEncoder().encode(text).length <= MAX_TEXT_BYTES;

/** Markdown exactly as written, neither trimmed nor translated. */
export const TextBody = z
  .string()
  .min(1, 'null clears a text')
  .max(MAX_TEXT_BYTES)
  .refine(isStorable, 'must not contain NUL or half of a character (an unpaired surrogate)')
  .refine(isShort, `must not have more than ${MAX_TEXT_BYTES} bytes in UTF-8`)
  .meta({
    description: `Markdown of at most ${MAX_TEXT_BYTES} bytes in UTF-8`,
    override: { type: 'string', minLength: 1, maxLength: MAX_TEXT_BYTES, examples: ['## Raids\nWednesday and Sunday'] },
  });

export const TextAuthor = PersonRef.nullable().meta({
  description: 'Null if the account was erased',
});

const TextView = z
  .object({ body: z.string(), version: z.int(), updatedAt: Instant, updatedBy: TextAuthor })
  .nullable()
  .meta({
    id: 'Text',
    description: 'Null if there is none, or the caller may not see it',
    examples: [
      {
        body: 'Bring flasks.',
        version: 3,
        updatedAt: '2026-11-20T20:00:00.000Z',
        updatedBy: { id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', displayName: 'Ysolde' },
      },
    ],
  });

export const TextContentView = z
  .object({
    motd: TextView,
    rules: TextView,
    loot_rules: TextView,
    description: TextView,
    recruitment: TextView,
    raid_info: TextView,
  })
  .meta({ id: 'TextContent' });
export type TextContentView = z.infer<typeof TextContentView>;

export const TextContentInput = z.object({ id: OrganizationRef });

const change = TextBody.nullable().optional();
const expected = bodyInteger({ min: 0, max: 1_000_000_000, example: 3 }).optional();

/** Omitted fields stay as they are; null clears a field. */
export const UpdateTextContentInput = z.strictObject({
  id: OrganizationRef,
  motd: change,
  rules: change,
  loot_rules: change,
  description: change,
  recruitment: change,
  raid_info: change,
  expectedVersion: z
    .strictObject({
      motd: expected,
      rules: expected,
      loot_rules: expected,
      description: expected,
      recruitment: expected,
      raid_info: expected,
    })
    .optional()
    .meta({
      description:
        'The version that was edited, by type; 0 if there was no text. If a text has a newer version, nothing is saved (409)',
    }),
});
export type UpdateTextContentInput = z.infer<typeof UpdateTextContentInput>;

export const TextVersionView = z
  .object({
    version: z.int(),
    body: z.string().nullable().meta({ description: 'Null if the text was cleared' }),
    updatedAt: Instant,
    updatedBy: TextAuthor,
  })
  .meta({
    id: 'TextVersion',
    examples: [
      {
        version: 3,
        body: 'Bring flasks.',
        updatedAt: '2026-11-20T20:00:00.000Z',
        updatedBy: { id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', displayName: 'Ysolde' },
      },
    ],
  });
export type TextVersionView = z.infer<typeof TextVersionView>;

const type = TextType.meta({ description: 'Which text' });

export const TextVersionsInput = z.object({ id: OrganizationRef, type, ...pageInput });
export type TextVersionsInput = z.infer<typeof TextVersionsInput>;

export const TextVersionsView = z
  .object({ versions: z.array(TextVersionView), pagination: Pagination })
  .meta({ id: 'TextVersions' });
export type TextVersionsView = z.infer<typeof TextVersionsView>;

export const RestoreTextInput = z.strictObject({
  id: OrganizationRef,
  type,
  version: queryInteger({ min: 1, max: 1_000_000_000, description: 'The version to restore', example: 2 }),
});
export type RestoreTextInput = z.infer<typeof RestoreTextInput>;
