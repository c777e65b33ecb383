import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Can } from '../../api/ability.tsx';
import { api, queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildQuery, guildRef } from '../../routes/current-guild.ts';
import { PersonLink } from '../../routes/person-link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PostTags } from '../../ui/post-tags.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import styles from './contents.module.css';
import { postQuery } from './contents.queries.ts';
import { contentsWords } from './contents.words.ts';

const route = getRouteApi('/shell/posts/$post');

export function PostPage() {
  const { posts: words } = contentsWords.use();
  const format = useFormat();
  const { data: post } = useSuspenseQuery(postQuery(route.useParams().post));
  const { data: guild } = useSuspenseQuery(guildQuery(post.organizationId));
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const params = { guild: guildRef(guild) };
  const remove = useMutation(
    api.posts.delete.mutationOptions({
      async onSuccess() {
        toast({ text: words.deleted({ title: post.title }) });
        await navigate({ to: '/g/$guild/posts', params });
        queryClient.removeQueries({ queryKey: postQuery(post.id).queryKey });
        await queryClient.invalidateQueries({ queryKey: api.posts.list.pathKey() });
      },
      onError: toastFailure,
      onSettled: () => setDeleting(false),
    }),
  );
  return (
    <article className={styles.reading}>
      <PageTitle>{`${post.title} · Guildhall`}</PageTitle>
      <header>
        <p className="small">
          <Link to="/g/$guild/posts" params={params} className="link">
            {words.backTo({ guild: guild.name })}
          </Link>
        </p>
        <PostTags post={post} />
        <h1 tabIndex={-1}>{post.title}</h1>
        <p className="muted small">
          {post.author && (
            <>
              <PersonLink guild={post.organizationId} person={post.author.id}>
                {post.author.displayName}
              </PersonLink>
              {' · '}
            </>
          )}
          <time dateTime={post.createdAt}>{format.dayAndTime(new Date(post.createdAt))}</time>
          {post.version > 1 && (
            <>
              {' · '}
              {post.editor ? words.editedBy({ name: post.editor.displayName }) : words.edited}{' '}
              <TimeAgo at={post.updatedAt} />
            </>
          )}
        </p>
      </header>
      <div className={`card ${styles.body}`}>
        <Markdown text={post.body} first={2} />
      </div>
      <Can rules={guild.abilityRules} I="manage" a="Content">
        <footer className="row wrap">
          <Link to="/posts/$post/edit" params={{ post: post.id }} className={buttonClass()}>
            {words.edit}
          </Link>
          <Button kind="danger" onClick={() => setDeleting(true)}>
            {words.delete}
          </Button>
        </footer>
        <ConfirmDialog
          open={deleting}
          onClose={() => setDeleting(false)}
          title={words.deleteQuestion({ title: post.title })}
          consequence={words.deleteConsequence}
          verb={words.delete}
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ id: post.id })}
        />
      </Can>
    </article>
  );
}
