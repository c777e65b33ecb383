import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { CompositionPart } from '@guildhall/contracts/roster.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { Suspense } from 'react';
import { api } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { useGuild } from '../../routes/current-guild.ts';
import { ClassTile, classTint } from '../../ui/game.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Empty, Section, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { PLAYED_WITHIN } from './periods.ts';
import styles from './roster.module.css';
import { rosterWords } from './roster.words.ts';
import { RosterTabs } from './roster-tabs.tsx';

const route = getRouteApi('/shell/app/g/$guild/composition');
type Period = (typeof PLAYED_WITHIN)[number];

export function CompositionPage() {
  const words = rosterWords.use();
  const guild = useGuild();
  const { activeSince } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className="stack">
      <PageHead
        title={words.tabs.composition}
        lead={words.composition.lead}
        actions={
          <SegmentedControl
            legend={words.composition.period}
            value={activeSince ?? 'all'}
            onChange={(value) =>
              void navigate({
                search: { activeSince: PLAYED_WITHIN.find((period) => period === value) },
                replace: true,
                resetScroll: false,
              })
            }
            choices={[
              ...PLAYED_WITHIN.map((value) => ({
                value: value as string,
                label: words.composition.days({ days: Number(value) }),
              })),
              { value: 'all', label: words.composition.all },
            ]}
          />
        }
      />
      <RosterTabs guild={guild} />
      <SectionBoundary key={activeSince}>
        <Suspense
          fallback={
            <div className="card">
              <Skeleton lines={14} />
            </div>
          }
        >
          <Bars guild={guild} activeSince={activeSince} />
        </Suspense>
      </SectionBoundary>
    </div>
  );
}

const ROLE_ICONS: Record<string, IconName> = {
  tank: 'role-tank',
  healer: 'role-healer',
  melee: 'role-melee',
  ranged: 'role-ranged',
};

function Bars({ guild, activeSince }: { guild: OrganizationView; activeSince: Period | undefined }) {
  const words = rosterWords.use();
  const { roles } = coreWords.use();
  const { data } = useSuspenseQuery(
    api.roster.composition.queryOptions({
      id: guild.id,
      locale: gameLocale(),
      ...(activeSince ? { activeSince } : {}),
    }),
  );
  if (data.total === 0) {
    return (
      <div className="card">
        <Empty icon="heat" title={words.composition.empty}>
          {words.composition.emptyHint}
        </Empty>
      </div>
    );
  }
  const roleNames: Record<string, string> = { ...roles, unknown: words.composition.rolesUnknown };
  const armorNames: Record<string, string> = words.composition.armorTypes;
  return (
    <div className={styles.composition}>
      <Section
        title={words.composition.classes}
        end={<span className="muted small">{words.members({ count: data.total })}</span>}
      >
        <ul className={styles.bars}>
          {data.classes.map((part) => (
            <Bar
              key={part.key}
              part={part}
              tint={classTint(Number(part.key))}
              mark={<ClassTile of={{ id: Number(part.key), name: part.name }} />}
              name={part.name}
              most={data.classes[0]?.count ?? 1}
            />
          ))}
        </ul>
      </Section>
      <div className={styles.column}>
        <Section title={words.composition.roles}>
          <ul className={styles.bars}>
            {data.roles.map((part) => (
              <Bar
                key={part.key}
                part={part}
                mark={<Icon name={ROLE_ICONS[part.key] ?? 'mark'} />}
                name={roleNames[part.key] ?? part.name}
                most={data.roles[0]?.count ?? 1}
              />
            ))}
          </ul>
        </Section>
        <Section title={words.composition.armor}>
          <ul className={styles.bars}>
            {data.armorTypes.map((part) => (
              <Bar
                key={part.key}
                part={part}
                mark={null}
                name={armorNames[part.key] ?? part.name}
                most={data.armorTypes[0]?.count ?? 1}
              />
            ))}
          </ul>
        </Section>
      </div>
    </div>
  );
}

type BarProps = { part: CompositionPart; name: string; mark: ReactNode; tint?: string; most: number };

/** Its length is relative to the longest bar; the figure shows the share of all. */
function Bar({ part: { count, share }, name, mark, tint = '', most }: BarProps) {
  const format = useFormat();
  return (
    <li className={tint}>
      <span className={styles.barName}>
        {mark}
        <span className="clip">{name}</span>
      </span>
      <div className="bar" aria-hidden="true">
        <i style={{ '--w': `${(count / most) * 100}%` } as CSSProperties} />
      </div>
      <b className="num">{format.number(count)}</b>
      <span className="num muted small">{format.number(Math.round(share * 100))} %</span>
    </li>
  );
}
