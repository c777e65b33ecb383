import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { client } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { rereadDiscord } from './discord-posts/discord-posts.queries.ts';
import { changed, patchSettings, SettingsForm, useEdits } from './form.tsx';
import styles from './settings.module.css';
import { inChatServerQuery, rereadGuild } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';

const DiscordPosts = lazyPart(() => import('./discord-posts/discord-posts.tsx'), 'DiscordPosts');

const ID = '\\d{17,20}';

export function ChatTab({ guild }: { guild: OrganizationView }) {
  const { chat: words } = settingsWords.use();
  const mayChange = may(guild.abilityRules, 'update', 'Organization');
  const serverId = guild.settings.chat?.serverId ?? null;
  return (
    <div className={styles.form}>
      {serverId ? <Membership guild={guild} /> : <Empty icon="note" title={words.none} />}
      {mayChange && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <DiscordPosts guild={guild} />
        </Suspense>
      )}
      {mayChange && serverId && <InviteChannel guild={guild} />}
    </div>
  );
}

/** Says whether the viewer is in the server, as the platform knows it, and what keeps them from joining. */
function Membership({ guild }: { guild: OrganizationView }) {
  const { chat: words } = settingsWords.use();
  const { data, error, refetch, isFetching } = useQuery(inChatServerQuery(guild.id));
  const invite = useMutation({ mutationFn: () => intoNewTab(() => client.chat.serverInvite.query({ id: guild.id })) });
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
        {error && (
          <Button icon="refresh" pending={isFetching} onClick={() => void refetch()}>
            {words.again}
          </Button>
        )}
      </div>
      <FailureNote error={invite.error} />
    </section>
  );
}

/** Browsers open a tab only during a tap, and Discord answers later, so the tab opens before its address is known. */
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

/** Also disconnects the server. */
function InviteChannel({ guild }: { guild: OrganizationView }) {
  const { chat: words } = settingsWords.use();
  const [asking, setAsking] = useState(false);
  const before = { inviteChannelId: guild.settings.chat?.inviteChannelId ?? '' };
  const [mine, setMine] = useEdits(before);
  const disconnect = useMutation({
    mutationFn: () => patchSettings(guild.id, { chat: null }),
    onSuccess: () => Promise.all([rereadGuild(), rereadDiscord()]),
  });
  const save = () =>
    patchSettings(guild.id, { chat: Object.fromEntries([['inviteChannelId', mine.inviteChannelId || null]]) });
  return (
    <>
      <SettingsForm isChanged={changed(before, mine) !== undefined} save={save}>
        <TextField
          label={words.channel}
          hint={words.channelHint}
          inputMode="numeric"
          pattern={ID}
          value={mine.inviteChannelId}
          onChange={({ target }) => setMine({ inviteChannelId: target.value.trim() })}
        />
      </SettingsForm>
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {words.disconnect}
        </Button>
      </div>
      <FailureNote error={disconnect.error} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.disconnectQuestion}
        consequence={words.disconnectConsequence}
        verb={words.disconnect}
        pending={disconnect.isPending}
        onConfirm={() => disconnect.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}
