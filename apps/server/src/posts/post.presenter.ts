import type { PostView } from '@guildhall/contracts/post.ts';
import { instantOf } from '../core/db/sql.ts';
import { personOf } from '../people/person-of.ts';

export type PostRow = Omit<PostView, 'author' | 'editor'> & {
  authorId: string | null;
  authorName: string | null;
  editorId: string | null;
  editorName: string | null;
};

export function presentPost({ authorId, authorName, editorId, editorName, ...post }: PostRow): PostView {
  return {
    ...post,
    author: personOf(authorId, authorName),
    editor: personOf(editorId, editorName),
    createdAt: instantOf(post.createdAt),
    updatedAt: instantOf(post.updatedAt),
  };
}
