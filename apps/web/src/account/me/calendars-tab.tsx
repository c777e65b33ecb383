import type { NewCalendarFeedView } from '@guildhall/contracts/calendar-feed.ts';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client, queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OnceDialog } from '../../ui/once-dialog.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import styles from './me.module.css';
import { meWords } from './me.words.ts';
import { Setting } from './setting.tsx';

const feeds = () => api.calendarFeeds.list.queryOptions({});

export function CalendarsTab() {
  const { tabs, calendars: words } = meWords.use();
  return (
    <Setting title={tabs.calendars} lead={words.lead} pad={false}>
      <Calendars />
    </Setting>
  );
}

/** The personal feed, one per guild, and those of former guilds, whose addresses would work again after a return. */
function Calendars() {
  const all = meWords.use();
  const words = all.calendars;
  const { data: existing } = useSuspenseQuery(feeds());
  const { data: guilds } = useSuspenseQuery(api.organizations.mine.queryOptions({}));
  const [made, setMade] = useState<NewCalendarFeedView>();
  const left = existing.filter(({ guildId }) => guildId && !guilds.some(({ id }) => id === guildId));
  return (
    <>
      <ul className="list">
        <Calendar guild={null} name={words.personal} hint={words.personalHint} onMade={setMade} />
        {[...guilds, ...left.map(({ guildId, guildName }) => ({ id: guildId ?? '', name: guildName ?? '' }))].map(
          ({ id, name }) => (
            <Calendar key={id} guild={id} name={name} hint={words.guildHint} onMade={setMade} />
          ),
        )}
      </ul>
      {guilds.length === 0 && (
        <p className="fresh">
          <Icon name="flag" size="s" />
          {words.noGuild}
        </p>
      )}
      {made && (
        <OnceDialog
          words={all}
          title={words.onceTitle}
          lead={words.once}
          label={words.address}
          secret={made.url}
          done={words.done}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}

type Props = { guild: string | null; name: string; hint: string; onMade(feed: NewCalendarFeedView): void };

function Calendar({ guild, name, hint, onMade }: Props) {
  const { calendars: words } = meWords.use();
  const format = useFormat();
  const { data: existing } = useSuspenseQuery(feeds());
  const feed = existing.find(({ guildId }) => guildId === guild);
  const [renewing, setRenewing] = useState(false);
  const reread = () => queryClient.invalidateQueries({ queryKey: api.calendarFeeds.pathKey() });
  const rotate = useMutation({
    mutationFn: () =>
      guild === null
        ? client.calendarFeeds.rotateMine.mutate({})
        : client.calendarFeeds.rotateOfGuild.mutate({ id: guild }),
    onSuccess: async (made) => {
      setRenewing(false);
      onMade(made);
      await reread();
    },
    onError: toastFailure,
  });
  const end = useMutation({
    mutationFn: () =>
      guild === null
        ? client.calendarFeeds.removeMine.mutate({})
        : client.calendarFeeds.removeOfGuild.mutate({ id: guild }),
    onSuccess: () => {
      toast({ text: words.ended });
      return reread();
    },
    onError: toastFailure,
  });
  const lastRead = feed?.lastReadAt ? words.read({ ago: format.relative(new Date(feed.lastReadAt)) }) : words.never;
  return (
    <li className={styles.way}>
      <span className={feed ? 'mark hot' : 'mark'}>
        <Icon name="week" />
      </span>
      <div className="grow">
        <p className="strong clip">{name}</p>
        <small>{[hint, feed ? lastRead : words.none].join(' · ')}</small>
      </div>
      <Button
        small
        pending={rotate.isPending && !renewing}
        onClick={() => (feed ? setRenewing(true) : rotate.mutate())}
      >
        {feed ? words.renew : words.subscribe}
        <span className="sr"> {name}</span>
      </Button>
      {feed && (
        <Button small kind="ghost" pending={end.isPending} onClick={() => end.mutate()}>
          {words.end}
          <span className="sr"> {name}</span>
        </Button>
      )}
      <ConfirmDialog
        open={renewing}
        onClose={() => setRenewing(false)}
        title={words.renewTitle}
        consequence={words.renewHint}
        verb={words.renew}
        pending={rotate.isPending}
        onConfirm={() => rotate.mutate()}
      />
    </li>
  );
}
