import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { PostView } from '@guildhall/contracts/post.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { may } from '../../api/ability.tsx';
import { api, queryClient } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { guildRef } from '../../shell/current-guild.ts';
import { guildQuery } from '../../shell/routes.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Checkbox, Select, TextField } from '../../ui/field.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Refused } from '../../ui/refused.tsx';
import { toast } from '../../ui/toast.tsx';
import { BodyField } from './body-field.tsx';
import { Conflict } from './conflict.tsx';
import styles from './contents.module.css';
import { postQuery, rereadPosts } from './contents.queries.ts';
import { contentsWords } from './contents.words.ts';
import { type Kept, useEditing } from './editing.ts';

type Visibility = PostView['visibility'];
type Values = { title: string; body: string; visibility: Visibility; pinned: boolean };

const NOTHING: Kept<Values> = {
  version: 0,
  values: { title: '', body: '', visibility: 'guild', pinned: false },
  by: null,
};

const keptOf = ({ version, title, body, visibility, pinned, editor, author }: PostView): Kept<Values> => ({
  version,
  values: { title, body, visibility, pinned },
  by: (editor ?? author)?.displayName ?? null,
});

const newRoute = getRouteApi('/shell/app/g/$guild/posts/new');

export function NewPostPage() {
  const { posts: words } = contentsWords.use();
  const { data: guild } = useSuspenseQuery(guildQuery(newRoute.useParams().guild));
  return mayWrite(guild) ? <PostForm guild={guild} /> : <Refused title={words.newTitle} reason="missing_permission" />;
}

const editRoute = getRouteApi('/shell/app/posts/$post/edit');

export function EditPostPage() {
  const { posts: words } = contentsWords.use();
  const { post: id } = editRoute.useParams();
  const { data: post } = useSuspenseQuery(postQuery(id));
  const { data: guild } = useSuspenseQuery(guildQuery(post.organizationId));
  if (!mayWrite(guild)) return <Refused title={words.editTitle} reason="missing_permission" />;
  return <PostForm guild={guild} post={post} />;
}

const mayWrite = ({ abilityRules }: OrganizationView) => may(abilityRules, 'manage', 'Content');

function PostForm({ guild, post }: { guild: OrganizationView; post?: PostView }) {
  const { posts: words, save, waits } = contentsWords.use();
  const navigate = useNavigate();
  const editing = useEditing(post ? `post:${post.id}` : `post:new:${guild.id}`, post ? keptOf(post) : NOTHING);
  const { mine, change, theirs } = editing;
  const done = async (saved: PostView) => {
    editing.forget();
    queryClient.setQueryData(postQuery(saved.id).queryKey, saved);
    toast({ text: words.saved });
    await navigate({ to: '/posts/$post', params: { post: saved.id } });
    await rereadPosts();
  };
  const create = useMutation(api.posts.create.mutationOptions({ onSuccess: done }));
  const update = useMutation(
    api.posts.update.mutationOptions({
      onSuccess: done,
      async onError(error) {
        if (failureOf(error).reason === 'post_changed') await rereadPosts();
      },
    }),
  );
  const pending = create.isPending || update.isPending;
  const error = create.error ?? (theirs ? null : update.error);
  const submit = () => {
    if (theirs || pending || !mine.title.trim() || !mine.body.trim()) return;
    if (post) update.mutate({ id: post.id, ...mine, version: editing.base.version });
    else create.mutate({ id: guild.id, ...mine });
  };
  const { post: tags } = coreWords.use();
  const visibilities: Visibility[] = ['public', 'guild'];
  if (may(guild.abilityRules, 'read', 'OfficerData')) visibilities.push('officers');
  return (
    <>
      <PageHead title={post ? words.editTitle : words.newTitle} lead={guild.name} />
      {theirs && <Conflict editing={{ ...editing, theirs }} />}
      <form
        className={`card ${styles.form}`}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={words.postTitle}
          value={mine.title}
          onChange={({ target }) => change({ title: target.value })}
          maxLength={150}
          required
        />
        <BodyField label={words.body} value={mine.body} onChange={(body) => change({ body })} required />
        <div className={styles.options}>
          <Select
            label={words.visibility}
            hint={words.visibilityHints[mine.visibility]}
            value={mine.visibility}
            onChange={({ target }) => change({ visibility: target.value as Visibility })}
          >
            {visibilities.map((one) => (
              <option key={one} value={one}>
                {tags.visibilities[one]}
              </option>
            ))}
          </Select>
          <Checkbox
            label={words.pin}
            hint={words.pinHint}
            checked={mine.pinned}
            onChange={({ target }) => change({ pinned: target.checked })}
          />
        </div>
        <FailureNote error={error} />
        <div className="row wrap">
          <Button submit kind="primary" pending={pending} disabled={theirs !== undefined}>
            {post ? save : words.publish}
          </Button>
          {post ? (
            <Link
              to="/posts/$post"
              params={{ post: post.id }}
              className={buttonClass('ghost')}
              onClick={editing.forget}
            >
              {words.discard}
            </Link>
          ) : (
            <Link
              to="/g/$guild/posts"
              params={{ guild: guildRef(guild) }}
              className={buttonClass('ghost')}
              onClick={editing.forget}
            >
              {words.discard}
            </Link>
          )}
          {theirs && <small className="muted">{waits}</small>}
        </div>
      </form>
    </>
  );
}
