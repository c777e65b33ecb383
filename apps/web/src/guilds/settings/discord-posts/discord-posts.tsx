import type { DiscordBindingView, DiscordView } from '@guildhall/contracts/discord-posts.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, queryClient } from '../../../api/client.ts';
import { oneOf } from '../../../routes/search-params.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useOpenDialog } from '../../../ui/kept-forms.ts';
import { Empty, ErrorBox, Skeleton } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { BindingDialog } from './binding-dialog.tsx';
import styles from './discord-posts.module.css';
import { discordQuery, invalidateDiscord } from './discord-posts.queries.ts';
import { discordPostsWords } from './discord-posts.words.ts';
import { useInstall } from './use-install.ts';

const route = getRouteApi('/shell/app/g/$guild/settings/$tab');

const INSTALL_ERRORS = [
  'state_mismatch',
  'access_denied',
  'provider_unavailable',
  'other_chat_account',
  'bot_not_added',
  'not_chat_server_manager',
  'not_allowed',
] as const;

/** Shows where events appear in Discord, whether that works, and how to fix it if not. */
export function DiscordPosts({ guild }: { guild: OrganizationView }) {
  const loaded = useQuery({
    queryKey: ['words', 'discord-posts'],
    queryFn: () => discordPostsWords.load().then(() => true),
  });
  const { data, error, refetch } = useQuery(discordQuery(guild.id));
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data || !loaded.data) return <Skeleton lines={4} />;
  return <Posts guild={guild} discord={data} />;
}

function Posts({ guild, discord }: { guild: OrganizationView; discord: DiscordView }) {
  const words = discordPostsWords.use();
  const { error: returned, connected } = route.useSearch();
  const navigate = route.useNavigate();
  const { state, bindings } = discord;
  // Choosing a channel is the next step after connecting the server.
  const isJustConnected = connected === true && state === 'ok' && bindings.length === 0;
  const [adding, setAdding] = useOpenDialog({ [`discord-channel:${guild.id}`]: true }, isJustConnected);
  const check = useMutation(
    api.discordPosts.check.mutationOptions({
      onSuccess(now) {
        queryClient.setQueryData(discordQuery(guild.id).queryKey, now);
        toast({ text: words.checked });
      },
    }),
  );
  const problem = returned === undefined ? undefined : (oneOf(returned, INSTALL_ERRORS) ?? 'not_allowed');
  const install = useInstall(guild.id);
  const mayCheck = state === 'ok' || state === 'bot_removed';
  const isReadOnly = guild.archivedAt !== null;
  const close = () => {
    setAdding(false);
    if (connected) void navigate({ search: {}, replace: true });
  };
  return (
    <section className={styles.group} aria-labelledby="discord-posts">
      <div>
        <h2 id="discord-posts">{words.title}</h2>
        <p className="muted small">{words.lead}</p>
      </div>
      {state !== 'ok' && (
        <p className="row" role="status">
          <Icon name={state === 'bot_removed' ? 'alert' : 'note'} />
          {words.states[state]}
        </p>
      )}
      {connected && state === 'ok' && (
        <p className="row ok" role="status">
          <Icon name="check" />
          {words.connected}
        </p>
      )}
      {state === 'ok' && bindings.length === 0 && (
        <Empty icon="send" title={words.none}>
          {words.noneHint}
        </Empty>
      )}
      {bindings.length > 0 && (
        <ul className={styles.bindings}>
          {bindings.map((binding) => (
            <Binding key={binding.id} guild={guild} binding={binding} works={state === 'ok'} />
          ))}
        </ul>
      )}
      {problem && (
        <p className="bad small" role="alert">
          {words.installErrors[problem]}
        </p>
      )}
      <FailureNote error={check.error ?? install.error} />
      {state !== 'not_configured' && (
        <div className="row wrap">
          {state === 'ok' && (
            <Button kind="primary" icon="plus" disabled={isReadOnly} onClick={() => setAdding(true)}>
              {words.add}
            </Button>
          )}
          {state !== 'ok' && (
            <Button
              kind="primary"
              disabled={isReadOnly}
              pending={install.isPending}
              onClick={() => install.mutate(false)}
            >
              {state === 'bot_removed' ? words.installAgain : words.install}
            </Button>
          )}
          {mayCheck && (
            <Button icon="refresh" pending={check.isPending} onClick={() => check.mutate({ id: guild.id })}>
              {words.check}
            </Button>
          )}
        </div>
      )}
      {adding && <BindingDialog guild={guild} onClose={close} />}
    </section>
  );
}

type BindingProps = { guild: OrganizationView; binding: DiscordBindingView; works: boolean };

function Binding({ guild, binding, works }: BindingProps) {
  const words = discordPostsWords.use();
  const [open, setOpen] = useOpenDialog<'change' | 'disconnect'>({ [`discord-channel:${binding.id}`]: 'change' });
  const ref = { id: guild.id, bindingId: binding.id };
  const test = useMutation(
    api.discordPosts.test.mutationOptions({
      onSuccess: () => void toast({ text: words.tested }),
      // The service has noted what is missing.
      onError: () => void invalidateDiscord(),
    }),
  );
  const unbind = useMutation(
    api.discordPosts.unbind.mutationOptions({
      async onSuccess() {
        toast({ text: words.disconnected });
        await invalidateDiscord();
      },
    }),
  );
  const repost = useMutation(
    api.discordPosts.repost.mutationOptions({
      async onSuccess({ posts: count }) {
        toast({ text: words.reposted({ count }) });
        await invalidateDiscord();
      },
    }),
  );
  const { channelName, state, lacks, posts, types, detail, leadDays, mentionHours, mirrors, nights } = binding;
  const { mirrorProblem, refused } = binding;
  const isOk = state === 'ok';
  const counts = (['shown', 'waiting', 'removed', 'failed'] as const)
    .filter((kind) => kind === 'shown' || posts[kind] > 0)
    .map((kind) => words.posts[kind]({ count: posts[kind] }));
  const isReadOnly = guild.archivedAt !== null;
  return (
    <li>
      <div className="row between">
        <b>#{channelName}</b>
        {isOk && works && (
          <small className="row ok">
            <Icon name="check" size="s" />
            {words.bindingStates.ok}
          </small>
        )}
      </div>
      {!isOk && (
        <p className="bad small" role="status">
          {state === 'channel_gone'
            ? words.bindingStates.channel_gone
            : words.lacks({ permissions: lacks.map((permission) => words.permissions[permission]).join(', ') })}
        </p>
      )}
      {mirrorProblem && (
        <p className="bad small" role="status">
          {words.mirrorProblems[mirrorProblem]}
        </p>
      )}
      <p className="small">
        {types.map((type) => words.types[type]).join(', ')} · {words.details[detail]} ·{' '}
        {words.daysAhead({ days: leadDays })}
        {mentionHours !== null && ` · ${words.mentioned[mentionHours]}`}
        {mirrors && ` · ${words.mirrored}`}
        {nights && ` · ${words.nightsPosted}`}
      </p>
      <p className="muted small">{counts.join(' · ')}</p>
      {refused.length > 0 && (
        <ul className="small" aria-label={words.refused}>
          {refused.map(({ what, eventId, title, cause, code }) => (
            <li key={`${what} ${eventId}`} className="bad">
              {words.refusedItem({ what: words.whats[what], title, why: words.causes[cause], code: String(code) })}
            </li>
          ))}
        </ul>
      )}
      <div className="row wrap">
        <Button
          small
          icon="send"
          pending={test.isPending}
          disabled={!isOk || !works || isReadOnly}
          onClick={() => test.mutate(ref)}
        >
          {words.test}
        </Button>
        {posts.removed + posts.failed > 0 && (
          <Button
            small
            icon="refresh"
            pending={repost.isPending}
            disabled={!isOk || !works || isReadOnly}
            onClick={() => repost.mutate(ref)}
          >
            {words.repost}
          </Button>
        )}
        <Button small disabled={!isOk || !works || isReadOnly} onClick={() => setOpen('change')}>
          {words.change}
        </Button>
        <Button small kind="ghost" disabled={isReadOnly} onClick={() => setOpen('disconnect')}>
          {words.disconnect}
        </Button>
      </div>
      <FailureNote error={test.error ?? repost.error ?? unbind.error} />
      {open === 'change' && <BindingDialog guild={guild} binding={binding} onClose={() => setOpen(undefined)} />}
      <ConfirmDialog
        open={open === 'disconnect'}
        onClose={() => setOpen(undefined)}
        title={words.disconnectQuestion({ channel: channelName })}
        consequence={words.disconnectConsequence}
        verb={words.disconnect}
        pending={unbind.isPending}
        onConfirm={() => unbind.mutate(ref, { onSettled: () => setOpen(undefined) })}
      />
    </li>
  );
}
