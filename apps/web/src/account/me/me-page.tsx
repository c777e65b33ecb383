import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { NotFound } from '../../ui/not-found.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './me.module.css';
import type { MeWords } from './me.words.ts';
import { meWords } from './me.words.ts';

const route = getRouteApi('/shell/app/me/{-$tab}');

type Tab = keyof MeWords['tabs'];

const PAGES: Record<Tab, ComponentType> = {
  profile: lazyPart(() => import('./profile-tab.tsx'), 'ProfileTab'),
  accounts: lazyPart(() => import('./accounts-tab.tsx'), 'AccountsTab'),
  sessions: lazyPart(() => import('./sessions-tab.tsx'), 'SessionsTab'),
  notifications: lazyPart(() => import('./notifications-tab.tsx'), 'NotificationsTab'),
  absences: lazyPart(() => import('./absences-tab.tsx'), 'AbsencesTab'),
  calendars: lazyPart(() => import('./calendars-tab.tsx'), 'CalendarsTab'),
  data: lazyPart(() => import('./data-tab.tsx'), 'DataTab'),
};
// Own keys only, because any link can choose the address.
const TABS = Object.keys(PAGES).filter((tab): tab is Tab => Object.hasOwn(PAGES, tab));

export function MePage() {
  const words = meWords.use();
  const { tab: named } = route.useParams();
  const tab = TABS.find((one) => one === (named ?? 'profile'));
  if (!tab) return <NotFound />;
  const Page = PAGES[tab];
  return (
    <div className={styles.page}>
      <PageHead title={words.title} />
      <Tabs label={words.title}>
        {TABS.map((one) => (
          <Link
            key={one}
            to="/me/{-$tab}"
            params={{ tab: one === 'profile' ? undefined : one }}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {words.tabs[one]}
          </Link>
        ))}
      </Tabs>
      <Suspense fallback={<Skeleton lines={8} />}>
        <Page />
      </Suspense>
    </div>
  );
}
