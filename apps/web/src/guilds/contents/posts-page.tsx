import type { PostView } from '@guildhall/contracts/post.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Can } from '../../api/ability.tsx';
import { guildQuery } from '../../routes/current-guild.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { excerpt } from '../../ui/excerpt.ts';
import { Icon } from '../../ui/icon.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PostTags } from '../../ui/post-tags.tsx';
import { Empty, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { ContentTabs } from './content-tabs.tsx';
import styles from './contents.module.css';
import { postsQuery } from './contents.queries.ts';
import { contentsWords } from './contents.words.ts';

const route = getRouteApi('/shell/g/$guild/posts');

export function PostsPage() {
  const { posts: words } = contentsWords.use();
  const { guild: ref } = route.useParams();
  const { data: guild } = useSuspenseQuery(guildQuery(ref));
  return (
    <>
      <PageHead
        title={words.title}
        lead={guild.name}
        actions={
          <Can rules={guild.abilityRules} I="manage" a="Content">
            <Link to="/g/$guild/posts/new" params={{ guild: ref }} className={buttonClass('primary')}>
              <Icon name="plus" />
              {words.write}
            </Link>
          </Can>
        }
      />
      <ContentTabs guild={guild} />
      <SectionBoundary>
        <Suspense fallback={<Skeleton lines={10} />}>
          <Posts guildRef={ref} />
        </Suspense>
      </SectionBoundary>
    </>
  );
}

function Posts({ guildRef }: { guildRef: string }) {
  const { posts: words } = contentsWords.use();
  const { page = 1 } = route.useSearch();
  const { posts, pagination } = useSuspenseQuery(postsQuery(guildRef, page)).data;
  if (posts.length === 0) {
    return (
      <div className="card">
        <Empty icon="news" title={words.none}>
          {words.noneHint}
        </Empty>
      </div>
    );
  }
  return (
    <>
      <ol className={styles.posts}>
        {posts.map((post) => (
          <Summary key={post.id} post={post} />
        ))}
      </ol>
      <Pager
        page={page}
        totalPages={pagination.totalPages}
        words={{ label: words.pages, before: words.newer, after: words.older }}
        to={(next) => ({ to: '/g/$guild/posts', params: { guild: guildRef }, search: { page: next } })}
      />
    </>
  );
}

function Summary({ post }: { post: PostView }) {
  return (
    <li className={`card ${styles.post} ${post.pinned ? styles.pinned : ''}`}>
      <PostTags post={post} />
      <h2>
        <Link to="/posts/$post" params={{ post: post.id }}>
          {post.title}
        </Link>
      </h2>
      <div className={styles.excerpt}>
        <Markdown text={excerpt(post.body)} />
      </div>
      <p className="muted small">
        {post.author && (
          <>
            <PersonLink guild={post.organizationId} person={post.author.id}>
              {post.author.displayName}
            </PersonLink>
            {' · '}
          </>
        )}
        <TimeAgo at={post.createdAt} />
      </p>
    </li>
  );
}
