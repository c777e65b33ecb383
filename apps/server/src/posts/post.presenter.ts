import { type PostView, PostVisibility } from '@guildhall/contracts/post.ts';
import { instantOf } from '../core/db/sql.ts';
import { columns, type RowOf, text } from '../core/db/statement.ts';
import { personOf } from '../people/person-of.ts';

export const PostRow = columns({
  id: 'uuid',
  title: 'text',
  createdAt: 'instant',
  organizationId: 'uuid',
  body: 'text',
  version: 'int',
  visibility: text(PostVisibility.options),
  updatedAt: 'instant',
  pinned: 'bool',
  authorId: 'uuid?',
  authorName: 'text?',
  editorId: 'uuid?',
  editorName: 'text?',
});
export type PostRow = RowOf<typeof PostRow>;

export function presentPost({ authorId, authorName, editorId, editorName, ...post }: PostRow): PostView {
  return {
    ...post,
    author: personOf(authorId, authorName),
    editor: personOf(editorId, editorName),
    createdAt: instantOf(post.createdAt),
    updatedAt: instantOf(post.updatedAt),
  };
}
