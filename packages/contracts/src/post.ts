/** A guild's posts: news, announcements, officer notes. */
import { z } from 'zod';
import { typedName } from './name.ts';
import { Pagination, pageInput } from './page.ts';
import { bodyInteger, Id, Instant, OrganizationRef, PersonRef, shownDefault } from './primitives.ts';

/**
 * Readers of a post. `public`: all visitors, signed in or not, while the organization is visible; `guild`: members;
 * `officers`: officers.
 */
export const PostVisibility = z.enum(['public', 'guild', 'officers']).meta({ id: 'PostVisibility' });
export type PostVisibility = z.infer<typeof PostVisibility>;

const MAX_BODY_BYTES = 20_000;

const PostTitle = typedName(150).meta({
  examples: ['Raid moved to Thursday'],
});

const PostBody = z
  .string()
  .min(1)
  .refine((text) => !text.includes('\u0000'), 'must not contain the character NUL')
  .refine((text) => text.isWellFormed(), 'must not contain half of a character (an unpaired surrogate)')
  .refine(
    (text) => new TextEncoder().encode(text).length <= MAX_BODY_BYTES,
    `must have at most ${MAX_BODY_BYTES} bytes`,
  )
  .meta({
    override: { type: 'string', maxLength: MAX_BODY_BYTES },
    description: 'Markdown, stored and returned unchanged',
  });

const Pinned = z.boolean().meta({ description: 'Listed before the others' });

const Person = PersonRef.nullable();

export const PostView = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    title: z.string(),
    body: z.string().meta({ description: 'Markdown as it was written. Sanitize it before showing it as HTML' }),
    visibility: PostVisibility,
    pinned: z.boolean(),
    author: Person.meta({ description: 'Null if the account was erased' }),
    editor: Person.meta({
      description: 'The last editor; null if it was never changed, or the account was erased',
    }),
    version: z.int().meta({ description: 'Increases with every change; send it back with the next change' }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({
    id: 'Post',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        organizationId: '0199d3a0-0000-7000-8000-000000000002',
        title: 'Raid moved to Thursday',
        body: 'We start at **20:00** as usual.',
        visibility: 'guild',
        pinned: true,
        author: { id: '0199d3a0-0000-7000-8000-000000000001', displayName: 'Ysolde' },
        editor: null,
        version: 1,
        createdAt: '2026-11-20T20:00:00.000Z',
        updatedAt: '2026-11-20T20:00:00.000Z',
      },
    ],
  });
export type PostView = z.infer<typeof PostView>;

export const PostListInput = z.object({ id: OrganizationRef, ...pageInput });
export type PostListInput = z.infer<typeof PostListInput>;

export const PostListView = z.object({ posts: z.array(PostView), pagination: Pagination }).meta({ id: 'PostList' });
export type PostListView = z.infer<typeof PostListView>;

export const CreatePostInput = z.strictObject({
  id: OrganizationRef,
  title: PostTitle,
  body: PostBody,
  visibility: PostVisibility.default('guild'),
  pinned: shownDefault(Pinned, false),
});
export type CreatePostInput = z.infer<typeof CreatePostInput>;

export const PostInput = z.object({ id: Id });
export type PostInput = z.infer<typeof PostInput>;

export const UpdatePostInput = z.strictObject({
  id: Id,
  title: PostTitle.optional(),
  body: PostBody.optional(),
  visibility: PostVisibility.optional(),
  pinned: Pinned.optional(),
  version: bodyInteger({
    min: 1,
    max: 1_000_000_000,
    description: 'The version that was read: refused if the post has changed since',
    example: 1,
  }).optional(),
});
export type UpdatePostInput = z.infer<typeof UpdatePostInput>;
