import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { may } from '../../api/ability.tsx';
import { api, client } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { rereadDiscord } from './discord-posts/discord-posts.queries.ts';
import { changed, patchSettings, SettingsForm, useEdits } from './form.tsx';
import styles from './settings.module.css';
import { inChatServerQuery, rereadGuild } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';

const DiscordPosts = lazy(async () => ({ default: (await import('./discord-posts/discord-posts.tsx')).DiscordPosts }));

const ID = '\\d{17,20}';

export function ChatTab({ guild }: { guild: OrganizationView }) {
  const { chat: words } = settingsWords.use();
  const mayChange = may(guild.abilityRules, 'update', 'Organization');
  const serverId = guild.settings.chat?.serverId ?? null;
  return (
    <div className={styles.form}>
      {serverId ? (
        <Membership guild={guild} serverId={serverId} mayConfirm={mayChange} />
      ) : (
        <Empty icon="note" title={words.none} />
      )}
      {mayChange && <ServerForm guild={guild} />}
      {mayChange && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <DiscordPosts guild={guild} />
        </Suspense>
      )}
    </div>
  );
}

/** Whether I am in it, asked of the platform; and what stands in the way. */
function Membership({
  guild,
  serverId,
  mayConfirm,
}: {
  guild: OrganizationView;
  serverId: string;
  mayConfirm: boolean;
}) {
  const { chat: words } = settingsWords.use();
  const { data, error, refetch, isFetching } = useQuery(inChatServerQuery(guild.id));
  const invite = useMutation({ mutationFn: () => intoNewTab(() => client.chat.serverInvite.query({ id: guild.id })) });
  const confirm = useMutation(
    api.chat.confirmServer.mutationOptions({
      async onSuccess() {
        toast({ text: words.confirmed });
        await Promise.all([rereadGuild(), rereadDiscord(), refetch()]);
      },
    }),
  );
  const isUnconfirmed = failureOf(error).reason === 'chat_server_not_confirmed';
  return (
    <section className={styles.state} aria-label={words.state}>
      <p className="row" role="status">
        <Icon name={data?.inChatServer ? 'check' : 'note'} />
        {isFetching
          ? words.asking
          : data
            ? data.inChatServer
              ? words.inside
              : words.outside
            : isUnconfirmed
              ? words.unconfirmed
              : words.unknown}
      </p>
      {!isFetching && error && !isUnconfirmed && <FailureNote error={error} />}
      <div className="row wrap">
        {data && !data.inChatServer && (
          <Button kind="primary" pending={invite.isPending} onClick={() => invite.mutate()}>
            {words.join}
          </Button>
        )}
        {mayConfirm && isUnconfirmed && (
          <Button kind="primary" pending={confirm.isPending} onClick={() => confirm.mutate({ id: guild.id, serverId })}>
            {words.confirm}
          </Button>
        )}
        {error && (
          <Button icon="refresh" pending={isFetching} onClick={() => void refetch()}>
            {words.again}
          </Button>
        )}
      </div>
      {mayConfirm && isUnconfirmed && <p className="muted small">{words.confirmHint}</p>}
      <FailureNote error={invite.error ?? confirm.error} />
    </section>
  );
}

/** Browsers open a tab only while somebody taps, and Discord answers later: so the tab is there before its address. */
async function intoNewTab(ask: () => Promise<{ inviteUrl: string }>): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const { inviteUrl } = await ask();
    (tab ?? window).location.assign(inviteUrl);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

function ServerForm({ guild }: { guild: OrganizationView }) {
  const { chat: words } = settingsWords.use();
  const before = {
    serverId: guild.settings.chat?.serverId ?? '',
    inviteChannelId: guild.settings.chat?.inviteChannelId ?? '',
  };
  const [mine, setMine] = useEdits(before);
  const changes = changed(before, mine);
  const save = () => {
    if (!mine.serverId) return patchSettings(guild.id, { chat: null });
    const cleared = Object.entries(changes ?? {}).map(([key, value]) => [key, value || null]);
    return patchSettings(guild.id, { chat: Object.fromEntries(cleared) });
  };
  return (
    <SettingsForm isChanged={changes !== undefined} save={save}>
      <div className={styles.group}>
        <TextField
          label={words.server}
          hint={words.serverHint}
          inputMode="numeric"
          pattern={ID}
          value={mine.serverId}
          onChange={({ target }) => setMine({ serverId: target.value.trim() })}
        />
        <TextField
          label={words.channel}
          hint={words.channelHint}
          inputMode="numeric"
          pattern={ID}
          disabled={!mine.serverId}
          value={mine.serverId ? mine.inviteChannelId : ''}
          onChange={({ target }) => setMine({ inviteChannelId: target.value.trim() })}
        />
      </div>
    </SettingsForm>
  );
}
