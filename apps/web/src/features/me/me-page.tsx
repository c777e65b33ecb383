import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { NotFound } from '../../shell/fallbacks.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './me.module.css';
import { meWords } from './me.words.ts';
import type { MeWords } from './words/en.ts';

const route = getRouteApi('/shell/app/me/{-$tab}');

type Tab = keyof MeWords['tabs'];

const PAGES: Record<Tab, ComponentType> = {
  profile: lazy(() => import('./profile-tab.tsx').then((module) => ({ default: module.ProfileTab }))),
  accounts: lazy(() => import('./accounts-tab.tsx').then((module) => ({ default: module.AccountsTab }))),
  sessions: lazy(() => import('./sessions-tab.tsx').then((module) => ({ default: module.SessionsTab }))),
  notifications: lazy(() => import('./notifications-tab.tsx').then((module) => ({ default: module.NotificationsTab }))),
  absences: lazy(() => import('./absences-tab.tsx').then((module) => ({ default: module.AbsencesTab }))),
  calendars: lazy(() => import('./calendars-tab.tsx').then((module) => ({ default: module.CalendarsTab }))),
  data: lazy(() => import('./data-tab.tsx').then((module) => ({ default: module.DataTab }))),
};
// Own keys only, because anybody can choose the address.
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
