import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { useViewer } from '../api/session.ts';
import { coreWords } from '../i18n/core.words.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty, Skeleton } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import styles from './admin.module.css';
import type { AdminWords } from './admin.words.ts';
import { adminWords } from './admin.words.ts';

const route = getRouteApi('/shell/app/admin/{-$tab}/{-$queue}');

type Tab = keyof AdminWords['tabs'];

const PAGES: Record<Tab, ComponentType> = {
  overview: lazyPart(() => import('./overview-tab.tsx'), 'OverviewTab'),
  jobs: lazyPart(() => import('./jobs-tab.tsx'), 'JobsTab'),
  syncs: lazyPart(() => import('./syncs-tab.tsx'), 'SyncsTab'),
  users: lazyPart(() => import('./users-tab.tsx'), 'UsersTab'),
  moderation: lazyPart(() => import('./moderation-tab.tsx'), 'ModerationTab'),
  log: lazyPart(() => import('./log-tab.tsx'), 'LogTab'),
};
const QueuePage = lazyPart(() => import('./queue-page.tsx'), 'QueuePage');
const TABS = Object.keys(PAGES).filter((tab): tab is Tab => Object.hasOwn(PAGES, tab));

export function AdminPage() {
  const words = adminWords.use();
  const core = coreWords.use();
  const viewer = useViewer();
  const { tab: named, queue } = route.useParams();
  const tab = TABS.find((one) => one === (named ?? 'overview'));
  if (!tab || (queue && tab !== 'jobs')) return <NotFound />;
  if (viewer && !viewer.isAdmin) {
    return (
      <>
        <PageHead title={words.title} />
        <div className="card">
          <Empty icon="lock" title={core.failure.titles.forbidden}>
            {words.forbidden}
          </Empty>
        </div>
      </>
    );
  }
  const Page = PAGES[tab];
  return (
    <div className={styles.page}>
      <PageHead title={words.title} />
      <Tabs label={words.title}>
        {TABS.map((one) => (
          <Link
            key={one}
            to="/admin/{-$tab}/{-$queue}"
            params={{ tab: one === 'overview' ? undefined : one, queue: undefined }}
            activeOptions={{ exact: one === 'overview', includeSearch: false }}
          >
            {words.tabs[one]}
          </Link>
        ))}
      </Tabs>
      <Suspense fallback={<Skeleton lines={8} />}>{queue ? <QueuePage queue={queue} /> : <Page />}</Suspense>
    </div>
  );
}
