/** Written by `pnpm words` from ./words/*.json. */
import { defineWords } from '../i18n/words.ts';

export type AdminWords = {
  title: string;
  forbidden: string;
  tabs: {
    overview: string;
    jobs: string;
    syncs: string;
    users: string;
    moderation: string;
    log: string;
  };
  newer: string;
  older: string;
  page: (values: { page: number; of: number }) => string;
  overview: {
    waits: string;
    nothing: string;
    pictures: (values: { count: number }) => string;
    failed: (values: { count: number }) => string;
    jobsUnwell: string;
    look: string;
    health: string;
    parts: {
      database: string;
      cache: string;
      queue: string;
      storage: string;
    };
    up: (values: { ms: number }) => string;
    down: string;
    numbers: string;
    people: string;
    activeWeek: (values: { count: string }) => string;
    activeDay: (values: { count: string }) => string;
    guilds: string;
    communities: (values: { count: number }) => string;
    archived: (values: { count: string }) => string;
    characters: string;
    verified: (values: { count: string }) => string;
    members: string;
    events: string;
    ofEvents: (values: { count: string }) => string;
    answers: string;
    answersUpcoming: (values: { count: string }) => string;
    database: string;
    images: (values: { count: string }) => string;
    counted: (values: { at: string }) => string;
    syncFailed: (values: { guild: string }) => string;
    syncStarted: (values: { guild: string }) => string;
    retry: string;
    syncRefused: (values: { guild: string }) => string;
  };
  jobs: {
    well: string;
    unwell: string;
    workers: (values: { count: number }) => string;
    noWorker: string;
    tooLong: string;
    dashboard: string;
    queue: string;
    queued: string;
    active: string;
    failed: string;
    deferred: string;
    oldest: string;
    done: string;
    course: string;
    courseOf: (values: { queue: string }) => string;
    lastError: string;
    background: string;
    all: string;
    states: {
      created: string;
      retry: string;
      active: string;
      completed: string;
      cancelled: string;
      failed: string;
    };
    state: string;
    back: string;
    none: string;
    noneHint: string;
    attempts: (values: { count: number }) => string;
    created: (values: { ago: string }) => string;
    starts: (values: { soon: string }) => string;
    finished: (values: { ago: string }) => string;
    retry: string;
    cancel: string;
    retried: string;
    cancelled: string;
    retryAll: string;
    cancelAll: string;
    retryAllTitle: (values: { count: number }) => string;
    retryAllHint: string;
    cancelAllTitle: (values: { count: number }) => string;
    cancelAllHint: string;
    changed: (values: { count: number }) => string;
    left: (values: { count: number }) => string;
  };
  syncs: {
    journal: string;
    journalHint: string;
    catalogue: string;
    catalogueHint: string;
    rosters: string;
    rostersHint: string;
    holidays: string;
    holidaysHint: string;
    sync: string;
    syncRosters: string;
    queued: (values: { count: number }) => string;
    started: string;
    year: string;
    write: string;
    written: (values: { count: number }) => string;
    never: string;
    of: (values: { done: string; total: string }) => string;
    changes: (values: { added: string; updated: string; removed: string }) => string;
    statuses: {
      queued: string;
      running: string;
      held: string;
      completed: string;
      failed: string;
    };
  };
  users: {
    search: string;
    searchHint: string;
    admins: string;
    people: string;
    none: string;
    noneHint: string;
    admin: string;
    since: (values: { date: string }) => string;
    seen: (values: { ago: string }) => string;
    neverSeen: string;
    make: string;
    withdraw: string;
    makeTitle: (values: { name: string }) => string;
    makeHint: string;
    withdrawTitle: (values: { name: string }) => string;
    withdrawHint: string;
  };
  moderation: {
    none: string;
    noneHint: string;
    purposes: {
      avatar: string;
      logo: string;
      event: string;
    };
    by: (values: { name: string }) => string;
    nobody: string;
    approve: string;
    reject: string;
    approved: string;
    rejected: string;
    rejectTitle: string;
    reason: string;
    reasonHint: string;
  };
  log: {
    none: string;
    noneHint: string;
    operator: string;
    actions: {
      admin_granted: string;
      admin_withdrawn: string;
      job_retried: string;
      job_cancelled: string;
      jobs_retried: string;
      jobs_cancelled: string;
      dashboard_used: string;
      image_approved: string;
      image_rejected: string;
      journal_sync_started: string;
      catalogue_sync_started: string;
      rosters_queued: string;
      reports_queued: string;
      holidays_seeded: string;
      sync_ended: string;
      onboarding_reset: string;
      accounts_merged: string;
      character_read: string;
      character_archived: string;
      character_restored: string;
      character_made_main: string;
      character_deleted: string;
      character_refreshed: string;
      organization_managed: string;
    };
  };
};

export const adminWords = defineWords<AdminWords>([
  () => import('./words/en.json'),
  () => import('./words/de.json'),
  () => import('./words/es.json'),
  () => import('./words/fr.json'),
  () => import('./words/pt-BR.json'),
  () => import('./words/ru.json'),
]);
