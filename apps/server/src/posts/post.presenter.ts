import type { PostView } from '@guildhall/contracts/post.ts';
import { instantOf } from '../core/sql.ts';

export type PostRow = Omit<PostView, 'author' | 'editor'> & {
  authorId: string | null;
  authorName: string | null;
  editorId: string | null;
  editorName: string | null;
};

export function presentPost({ authorId, authorName, editorId, editorName, ...post }: PostRow): PostView {
  return {
    ...post,
    author: person(authorId, authorName),
    editor: person(editorId, editorName),
    createdAt: instantOf(post.createdAt),
    updatedAt: instantOf(post.updatedAt),
  };
}

const person = (id: string | null, displayName: string | null) =>
  id !== null && displayName !== null ? { id, displayName } : null;
