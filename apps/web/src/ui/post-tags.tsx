import type { PostView } from '@guildhall/contracts/post.ts';
import { coreWords } from '../i18n/core.words.ts';

/** Tags of a special post; an ordinary one has none. */
export function PostTags({ post: { pinned, visibility } }: { post: PostView }) {
  const { post: words } = coreWords.use();
  if (!pinned && visibility === 'guild') return null;
  return (
    <p className="row wrap">
      {pinned && <span className="tag ember">{words.pinned}</span>}
      {visibility !== 'guild' && <span className="tag">{words.visibilities[visibility]}</span>}
    </p>
  );
}
