import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { PostView } from '@guildhall/contracts/post.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { may } from '../../api/ability.tsx';
import { client, queryClient } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { guildQuery, guildRef } from '../../routes/current-guild.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Form, type FormOf, useFormOf } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Refused } from '../../ui/refused.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { BodyField } from './body-field.tsx';
import { Conflict } from './conflict.tsx';
import styles from './contents.module.css';
import { invalidatePosts, postQuery } from './contents.queries.ts';
import { contentsWords } from './contents.words.ts';
import { type ServerVersion, useEditing } from './editing.ts';

type Visibility = PostView['visibility'];
type Values = { title: string; body: string; visibility: Visibility; pinned: boolean };

const NOTHING: ServerVersion<Values> = {
  version: 0,
  values: { title: '', body: '', visibility: 'guild', pinned: false },
  by: null,
};

const keptOf = ({ version, title, body, visibility, pinned, editor, author }: PostView): ServerVersion<Values> => ({
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
  const { theirs, base } = editing;
  const form = useFormOf<Values, PostView>(editing, {
    send: (mine, changes) =>
      post
        ? client.posts.update.mutate({ id: post.id, ...changes, version: base.version })
        : client.posts.create.mutate({ id: guild.id, ...mine }),
    async sent(saved) {
      queryClient.setQueryData(postQuery(saved.id).queryKey, saved);
      toast({ text: words.saved });
      await navigate({ to: '/posts/$post', params: { post: saved.id } });
      await invalidatePosts();
    },
    async refused(error) {
      const isBehind = failureOf(error).reason === 'post_changed';
      if (isBehind) await invalidatePosts();
      return isBehind;
    },
  });
  const leave = { className: buttonClass('ghost'), onClick: editing.forget, children: words.discard };
  return (
    <>
      <PageHead title={post ? words.editTitle : words.newTitle} lead={guild.name} />
      {theirs && <Conflict editing={{ ...editing, theirs }} />}
      <Form
        of={form}
        className={`card ${styles.form}`}
        verb={post ? save : words.publish}
        disabled={theirs !== undefined}
        more={
          <>
            {post ? (
              <Link to="/posts/$post" params={{ post: post.id }} {...leave} />
            ) : (
              <Link to="/g/$guild/posts" params={{ guild: guildRef(guild) }} {...leave} />
            )}
            {theirs && <small className="muted">{waits}</small>}
          </>
        }
      >
        <TextField {...form.text('title')} label={words.postTitle} maxLength={150} required />
        <BodyField
          label={words.body}
          value={form.value.body}
          onChange={(body) => form.change({ body })}
          error={form.problems.body}
          required
        />
        <Options guild={guild} form={form} />
      </Form>
    </>
  );
}

function Options({ guild, form }: { guild: OrganizationView; form: FormOf<Values> }) {
  const { posts: words } = contentsWords.use();
  const { post: tags } = coreWords.use();
  const visibilities: Visibility[] = ['public', 'guild'];
  if (may(guild.abilityRules, 'read', 'OfficerData')) visibilities.push('officers');
  return (
    <div className={styles.options}>
      <Select
        {...form.text('visibility')}
        label={words.visibility}
        hint={words.visibilityHints[form.value.visibility]}
        options={visibilities.map((one) => [one, tags.visibilities[one]])}
      />
      <Checkbox {...form.tick('pinned')} label={words.pin} hint={words.pinHint} />
    </div>
  );
}
