import type { PointPoolView, StandingView } from '@guildhall/contracts/points.ts';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../i18n/format.ts';
import { ClassName } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RaiderMark } from '../../ui/raider-mark.tsx';
import { Empty } from '../../ui/states.tsx';
import { useAmounts } from './amounts.ts';
import styles from './points.module.css';
import { pointsWords } from './points.words.ts';
import type { PointsSearch } from './points-search.ts';

type Props = {
  pool: PointPoolView;
  standings: readonly StandingView[];
  params: { guild: string };
  search: PointsSearch;
};

/** On a phone what makes up the priority stands below the name. */
export function Standings({ pool, standings, params, search }: Props) {
  const words = pointsWords.use();
  if (standings.length === 0) {
    return (
      <Empty icon="roster" title={search.q ? words.none : words.noRaiders}>
        {search.q ? words.noneHint : words.noRaidersHint}
      </Empty>
    );
  }
  const hasGp = pool.kind === 'epgp';
  return (
    <>
      <table className={styles.standings}>
        <thead>
          <tr>
            <th scope="col">{words.columns.place}</th>
            <th scope="col">{words.columns.raider}</th>
            {hasGp && (
              <>
                <th scope="col" className={styles.wide}>
                  EP
                </th>
                <th scope="col" className={styles.wide}>
                  GP
                </th>
              </>
            )}
            {pool.attendance && (
              <th scope="col" className={styles.wide}>
                {words.columns.attendance}
              </th>
            )}
            <th scope="col">{hasGp ? words.columns.priority : words.columns.points}</th>
          </tr>
        </thead>
        <tbody>
          {standings.map((standing) => (
            <Row key={standing.raider.id} pool={pool} standing={standing} params={params} search={search} />
          ))}
        </tbody>
      </table>
      {pool.attendance && (
        <p className="fresh">
          <Icon name="alert" size="s" />
          <span>{words.attendanceRests({ raids: pool.attendance.raidsAWeek, weeks: pool.attendance.weeks })}</span>
        </p>
      )}
    </>
  );
}

type RowProps = Omit<Props, 'standings'> & { standing: StandingView };

function Row({ pool, standing, params, search }: RowProps) {
  const words = pointsWords.use();
  const { amount } = useAmounts(pool);
  const { number } = useFormat();
  const { place, tied, raider, classId, points, gp, priority } = standing;
  const attendance = useAttendance(standing);
  const isOpen = search.raider === raider.id;
  return (
    <tr className={isOpen ? styles.open : undefined}>
      <td className="num">
        {place ?? '–'}
        {tied && <abbr title={words.tiedHint}>{words.tied}</abbr>}
      </td>
      <th scope="row">
        <Link
          to="/g/$guild/loot/points"
          params={params}
          search={{ ...search, raider: isOpen ? undefined : raider.id }}
          resetScroll={false}
          className="person-link"
          aria-current={isOpen || undefined}
        >
          <ClassName classId={classId}>{raider.name ?? words.formerRaider}</ClassName>
        </Link>{' '}
        <RaiderMark of={raider} />
        <small className={`muted ${styles.narrow}`}>
          {[
            gp !== null && `EP ${amount(points)} · GP ${amount(gp)}`,
            pool.attendance && words.attends({ share: attendance }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </th>
      {gp !== null && (
        <>
          <td className={`num ${styles.wide}`}>{amount(points)}</td>
          <td className={`num ${styles.wide}`}>{amount(gp)}</td>
        </>
      )}
      {pool.attendance && <td className={`num ${styles.wide}`}>{attendance}</td>}
      <td className="num">
        {gp === null ? (
          <b>{amount(points)}</b>
        ) : priority === null ? (
          <small className="muted">{words.belowMinimum}</small>
        ) : (
          <b>{number(Math.round(priority * 100) / 100)}</b>
        )}
      </td>
    </tr>
  );
}

function useAttendance({ attendance }: StandingView): string {
  const words = pointsWords.use();
  return attendance ? words.percent({ percent: attendance.percent }) : words.unknown;
}
