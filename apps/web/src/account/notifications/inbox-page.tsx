import type { NotificationView } from '@guildhall/contracts/notification.ts';
import { useMutation, useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { api, client } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { ReasonText } from '../../ui/advice.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, Section, Skeleton } from '../../ui/states.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { headline, ICONS, linkOf, particulars } from './happening.ts';
import styles from './notifications.module.css';
import { invalidateNotifications, unreadCount } from './notifications.queries.ts';
import { notificationsWords } from './notifications.words.ts';

const route = getRouteApi('/shell/app/notifications');

export function InboxPage() {
  const words = notificationsWords.use();
  const { unread } = route.useSearch();
  const waiting = useQuery(unreadCount()).data?.unread ?? 0;
  const readAll = useMutation(
    api.notifications.readAll.mutationOptions({ onError: toastFailure, onSettled: invalidateNotifications }),
  );
  return (
    <div className={styles.page}>
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={
          waiting > 0 && (
            <Button icon="check" pending={readAll.isPending} onClick={() => readAll.mutate({})}>
              {words.readAll}
            </Button>
          )
        }
      />
      <div className="row between wrap">
        <nav className="row" aria-label={words.show}>
          {([undefined, true] as const).map((only) => (
            <Link
              key={String(only)}
              to="/notifications"
              search={{ unread: only }}
              replace
              className="chip"
              activeOptions={{ exact: true, includeSearch: true }}
              data-on={unread === only}
            >
              {only ? words.unread : words.all}
            </Link>
          ))}
        </nav>
        <Link to="/me/{-$tab}" params={{ tab: 'notifications' }} className="link">
          {words.settings}
        </Link>
      </div>
      <Section skeleton={<Skeleton lines={8} />} key={String(unread)}>
        <Inbox onlyUnread={unread === true} />
      </Section>
    </div>
  );
}

function Inbox({ onlyUnread }: { onlyUnread: boolean }) {
  const words = notificationsWords.use();
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery({
    queryKey: [...api.notifications.list.pathKey(), 'pages', onlyUnread],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      client.notifications.list.query({
        ...(pageParam ? { before: pageParam } : {}),
        ...(onlyUnread ? { unread: true } : {}),
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const all = data.pages.flatMap((page) => page.notifications);
  if (all.length === 0) {
    return onlyUnread ? (
      <Empty icon="check" title={words.noneUnread} />
    ) : (
      <Empty icon="bell" title={words.none}>
        {words.noneHint}
      </Empty>
    );
  }
  return (
    <>
      <ul className="list">
        {all.map((one) => (
          <Item key={one.id} one={one} />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles.more}>
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

/** Following the link marks it as read. */
function Item({ one }: { one: NotificationView }) {
  const words = notificationsWords.use();
  const format = useFormat();
  const read = useMutation({
    mutationFn: () => client.notifications.read.mutate({ id: one.id }),
    onSettled: invalidateNotifications,
  });
  const isNew = one.readAt === null;
  const link = linkOf(one);
  const text = headline(words, one);
  return (
    <li className={isNew ? styles.fresh : undefined}>
      <span className={isNew ? 'mark hot' : 'mark'}>
        <Icon name={ICONS[one.kind]} />
      </span>
      <div className="grow">
        <p className={isNew ? 'strong' : undefined}>
          {text}
          {isNew && <span className="sr"> ({words.newOne})</span>}
        </p>
        <small>{particulars(words, format, one)}</small>
        {one.refusal && (
          <small className="muted small">
            <Suspense>
              <ReasonText of={one.refusal} />
            </Suspense>
          </small>
        )}
      </div>
      <time className="muted small" dateTime={one.createdAt} title={format.full(new Date(one.createdAt))}>
        {format.relative(new Date(one.createdAt))}
      </time>
      {link && (
        <Link
          {...link}
          className={buttonClass('ghost', true)}
          aria-label={`${words.open}: ${text}`}
          onClick={() => isNew && read.mutate()}
        >
          {words.open}
        </Link>
      )}
    </li>
  );
}
