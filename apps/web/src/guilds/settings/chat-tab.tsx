import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { client } from '../../api/client.ts';
import { failureOf } from '../../api/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Select } from '../../ui/select.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { channelsQuery, invalidateDiscord } from './discord-posts/discord-posts.queries.ts';
import { patchSettings, SettingsForm, useSettings } from './form.tsx';
import styles from './settings.module.css';
import { inChatServerQuery, invalidateGuild } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';

const DiscordPosts = lazyPart(() => import('./discord-posts/discord-posts.tsx'), 'DiscordPosts');

const DiscordRolesTab = lazyPart(() => import('./discord-roles/discord-roles-tab.tsx'), 'DiscordRolesTab');

export function ChatTab({ guild }: { guild: OrganizationView }) {
  const { chat: words } = settingsWords.use();
  const mayChange = may(guild.abilityRules, 'update', 'Organization');
  const serverId = guild.settings.chat?.serverId ?? null;
  return (
    <div className={`${styles.form} ${styles.groups}`}>
      {serverId ? <Membership guild={guild} /> : <NoServer />}
      {mayChange && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <DiscordPosts guild={guild} />
        </Suspense>
      )}
      {may(guild.abilityRules, 'manage', 'Role') && (
        <section className={styles.group} aria-labelledby="discord-roles">
          <h2 id="discord-roles">{words.roles}</h2>
          <SectionBoundary>
            <Suspense fallback={<Skeleton lines={4} />}>
              <DiscordRolesTab guild={guild} />
            </Suspense>
          </SectionBoundary>
        </section>
      )}
      {mayChange && serverId && <WithoutAccount guild={guild} />}
      {mayChange && serverId && <InviteChannel guild={guild} />}
    </div>
  );
}

function NoServer() {
  const { chat: words } = settingsWords.use();
  return (
    <p className="row">
      <Icon name="note" />
      {words.none}
    </p>
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

/** Whether people without an account answer below a post, and under which names. */
function WithoutAccount({ guild }: { guild: OrganizationView }) {
  const { chat: words } = settingsWords.use();
  const before = { withoutAccount: guild.settings.chat?.withoutAccount ?? 'roster' };
  const form = useSettings(`without-account:${guild.id}`, before, (chat) => patchSettings(guild.id, { chat }));
  return (
    <SettingsForm of={form}>
      <Select
        {...form.text('withoutAccount')}
        label={words.withoutAccount}
        hint={words.withoutHints[form.value.withoutAccount]}
        options={(['off', 'roster', 'anybody'] as const).map((one) => [one, words.without[one]])}
      />
    </SettingsForm>
  );
}

/** Also disconnects the server. Discord is asked for its channels only where one is chosen, or is to be. */
function InviteChannel({ guild }: { guild: OrganizationView }) {
  const { chat: words } = settingsWords.use();
  const [asking, setAsking] = useState(false);
  const current = guild.settings.chat?.inviteChannelId ?? '';
  const before = { inviteChannelId: current };
  const [choosing, setChoosing] = useState(current !== '');
  const channels = useQuery({ ...channelsQuery(guild.id), enabled: choosing });
  const offered = channels.data?.channels ?? [];
  const form = useSettings(`invite-channel:${guild.id}`, before, ({ inviteChannelId }) =>
    patchSettings(guild.id, { chat: Object.fromEntries([['inviteChannelId', inviteChannelId?.trim() || null]]) }),
  );
  const disconnect = useMutation({
    mutationFn: () => patchSettings(guild.id, { chat: null }),
    onSuccess: () => Promise.all([invalidateGuild(), invalidateDiscord()]),
  });
  return (
    <div className={styles.group}>
      {choosing && (
        <SettingsForm of={form}>
          <Select
            {...form.text('inviteChannelId')}
            label={words.channel}
            hint={
              channels.data?.server.name ? words.channelOn({ server: channels.data.server.name }) : words.channelHint
            }
            disabled={channels.isFetching}
            options={[
              ['', channels.isFetching ? words.asking : words.noInvites],
              ...offered.map(({ id, name }) => [id, `#${name}`] as const),
              ...(current !== '' && !offered.some(({ id }) => id === current)
                ? [[current, words.channelKept] as const]
                : []),
            ]}
          />
          <FailureNote error={channels.error} />
        </SettingsForm>
      )}
      <div className="row wrap">
        {!choosing && (
          <Button icon="plus" onClick={() => setChoosing(true)}>
            {words.chooseChannel}
          </Button>
        )}
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
    </div>
  );
}
