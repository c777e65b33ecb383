/** Shared parts of the comparison pages. */
import type { ComparedCharacter } from '@guildhall/contracts/comparison.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { Pagination } from '@guildhall/contracts/page.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { guildRef } from '../../shell/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/filters.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Freshness } from '../../ui/time.tsx';
import type { CompareSearch } from './compare-search.ts';
import styles from './comparisons.module.css';
import { comparisonsWords } from './comparisons.words.ts';

export type Change = (changes: CompareSearch) => void;

type FrameProps = { guild: OrganizationView; title: string; lead: string; children: ReactNode };

export function GuildFrame({ guild, title, lead, children }: FrameProps) {
  const { tabs, views } = comparisonsWords.use();
  const params = { guild: guildRef(guild) };
  const exact = { exact: true, includeSearch: false };
  return (
    <div className={styles.page}>
      <PageHead title={title} lead={lead} />
      <Tabs label={views}>
        <Link to="/g/$guild/reputations" params={params} activeOptions={exact}>
          {tabs.reputations}
        </Link>
        <Link to="/g/$guild/encounters" params={params} activeOptions={exact}>
          {tabs.encounters}
        </Link>
        <Link to="/g/$guild/gear" params={params} activeOptions={exact}>
          {tabs.gear}
        </Link>
      </Tabs>
      <Waiting>{children}</Waiting>
    </div>
  );
}

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <SectionBoundary>
      <Suspense
        fallback={
          <div className="card">
            <Skeleton lines={14} />
          </div>
        }
      >
        {children}
      </Suspense>
    </SectionBoundary>
  );
}

/** Newest first; the newest is the default. */
export function useExpansions() {
  const expansions = useSuspenseQuery({
    ...api.gameData.expansions.queryOptions({ locale: gameLocale() }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  return expansions.toSorted((a, b) => b.id - a.id);
}

type ExpansionProps = { value: number | undefined; onChange: Change };

export function ExpansionChoice({ value, onChange }: ExpansionProps) {
  const words = comparisonsWords.use();
  const expansions = useExpansions();
  return (
    <Choice
      always
      label={words.expansion}
      value={String(value ?? '')}
      onChange={(id) => onChange({ expansion: Number(id), page: undefined })}
      options={expansions.map(({ id, name }) => [String(id), name])}
    />
  );
}

type Of = Pick<ComparedCharacter, 'id' | 'name' | 'class'>;

/** A row header. */
export function CharacterLink({ of, tab }: { of: Of; tab: string }) {
  return (
    <Link to="/characters/$id/$tab" params={{ id: of.id, tab }} className={styles.character}>
      <ClassTile of={of.class} />
      <ClassName classId={of.class.id}>{of.name}</ClassName>
    </Link>
  );
}

/** A narrow column header. */
export function CharacterHead({ of, tab }: { of: Of; tab: string }) {
  return (
    <Link to="/characters/$id/$tab" params={{ id: of.id, tab }} className={styles.columnHead} title={of.name}>
      <ClassTile of={of.class} />
      <ClassName classId={of.class.id}>{of.name}</ClassName>
    </Link>
  );
}

/** The oldest of the compared data. */
export function AsOf({ of }: { of: readonly Pick<ComparedCharacter, 'dataAsOf'>[] }) {
  const [oldest] = of.flatMap(({ dataAsOf }) => dataAsOf ?? []).toSorted();
  return <Freshness asOf={oldest ?? null} />;
}

export function Pager({ of, onChange }: { of: Pagination; onChange: Change }) {
  const words = comparisonsWords.use();
  const { page, totalPages, total } = of;
  if (totalPages <= 1) return null;
  return (
    <nav className={`row ${styles.pager}`} aria-label={words.pages}>
      <Button icon="left" disabled={page <= 1} onClick={() => onChange({ page: page - 1 })}>
        {words.before}
      </Button>
      <span className="muted small">{words.pageOf(page, totalPages, total)}</span>
      <Button icon="right" disabled={page >= totalPages} onClick={() => onChange({ page: page + 1 })}>
        {words.after}
      </Button>
    </nav>
  );
}
