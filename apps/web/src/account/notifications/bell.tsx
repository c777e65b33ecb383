import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { client } from '../../api/client.ts';
import { connectLive, withoutNews } from '../../api/live.ts';
import { useFormat } from '../../i18n/format.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { device, showOnDevice } from './device.ts';
import { headline, linkOf, particulars } from './happening.ts';
import styles from './notifications.module.css';
import { invalidateNotifications, unreadCount } from './notifications.queries.ts';
import { notificationsWords } from './notifications.words.ts';

const MOST_SHOWN = 99;

/** The number of unread notifications, on every page. */
export function Bell() {
  const words = notificationsWords.use();
  const { data } = useQuery({ ...unreadCount(), refetchOnWindowFocus: true });
  useNews();
  const count = data?.unread ?? 0;
  return (
    <Link
      to="/notifications"
      search={{}}
      className={buttonClass('ghost', false, `sq ${styles.bell}`)}
      aria-label={words.bell({ count })}
      title={words.bell({ count })}
    >
      <Icon name="bell" />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </Link>
  );
}

/** Pushed by the socket, and shown outside the page too if the person wants that. */
function useNews(): void {
  const words = notificationsWords.use();
  const format = useFormat();
  const navigate = useNavigate();
  useEffect(() => {
    let left = false;
    let stop = () => {};
    const news = async () => {
      void invalidateNotifications();
      if (device() !== 'on') return;
      const [one] = (await client.notifications.list.query({ unread: true, pageSize: 1 })).notifications;
      if (!one || left) return;
      showOnDevice(headline(words, one), particulars(words, format, one), () => {
        void navigate(linkOf(one) ?? { to: '/notifications' });
      });
    };
    void connectLive().then((live) => {
      if (!left) stop = live.on('notification.changed', () => void news().catch(() => {}));
    }, withoutNews);
    return () => {
      left = true;
      stop();
    };
  }, [words, format, navigate]);
}
