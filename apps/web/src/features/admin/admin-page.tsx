import { getRouteApi, Link } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useViewer } from '../../api/session.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { NotFound } from '../../shell/fallbacks.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './admin.module.css';
import { adminWords } from './admin.words.ts';
import type { AdminWords } from './words/en.ts';

const route = getRouteApi('/shell/app/admin/{-$tab}/{-$queue}');

type Tab = keyof AdminWords['tabs'];

const PAGES: Record<Tab, ComponentType> = {
  overview: lazy(() => import('./overview-tab.tsx').then((module) => ({ default: module.OverviewTab }))),
  jobs: lazy(() => import('./jobs-tab.tsx').then((module) => ({ default: module.JobsTab }))),
  syncs: lazy(() => import('./syncs-tab.tsx').then((module) => ({ default: module.SyncsTab }))),
  users: lazy(() => import('./users-tab.tsx').then((module) => ({ default: module.UsersTab }))),
  moderation: lazy(() => import('./moderation-tab.tsx').then((module) => ({ default: module.ModerationTab }))),
  log: lazy(() => import('./log-tab.tsx').then((module) => ({ default: module.LogTab }))),
};
const QueuePage = lazy(() => import('./queue-page.tsx').then((module) => ({ default: module.QueuePage })));
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
