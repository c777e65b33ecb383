/** Shared parts of the comparison pages. */
import type { ComparedCharacter } from '@guildhall/contracts/comparison.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { Pagination } from '@guildhall/contracts/page.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { gameLocale } from '../../i18n/language.ts';
import { useGuildParams } from '../../routes/current-guild.ts';
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
  const params = useGuildParams(guild);
  const exact = { exact: true, includeSearch: false };
  return (
    <div className="stack">
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

/** A public profile has no page here, and so no id. */
type Of = Pick<ComparedCharacter, 'name' | 'class'> & { id: string | null };
type CharacterProps = { of: Of; tab: string; children?: ReactNode };

/** A row header. */
export const CharacterLink = (props: CharacterProps) => <Character {...props} className={styles.character} />;

/** A narrow column header. */
export const CharacterHead = (props: CharacterProps) => <Character {...props} className={styles.columnHead} />;

function Character({ of, tab, children, className }: CharacterProps & { className: string | undefined }) {
  const named = (
    <>
      <ClassTile of={of.class} />
      <ClassName classId={of.class.id}>{of.name}</ClassName>
      {children}
    </>
  );
  if (of.id === null) {
    return (
      <span className={className} title={of.name}>
        {named}
      </span>
    );
  }
  return (
    <Link to="/characters/$id/$tab" params={{ id: of.id, tab }} className={className} title={of.name}>
      {named}
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
      <span className="muted small">{words.pageOf({ page, pages: totalPages, total })}</span>
      <Button icon="right" disabled={page >= totalPages} onClick={() => onChange({ page: page + 1 })}>
        {words.after}
      </Button>
    </nav>
  );
}
