import type { PastAttendanceView } from '@guildhall/contracts/night.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { downloadCsv } from '../../ui/csv.ts';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { raiderMark, withMark } from '../../ui/raider-mark.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { pastWords } from './past.words.ts';
import styles from './past-attendance.module.css';

type Row = Omit<PastAttendanceView['raiders'][number], 'raider' | 'userId'> & { key: string; note: string | undefined };

/** Nights from before the first event, as Warcraft Logs has them. Nothing where there are none. */
export function PastAttendance({ guild }: { guild: OrganizationView }) {
  const words = pastWords.use();
  const format = useFormat();
  const { data } = useSuspenseQuery(api.nights.past.queryOptions({ id: guild.id, locale: gameLocale() }));
  const marks = coreWords.use().raider;
  const { url, readAt, nights, since, until, raiders, unknown } = data;
  if (nights === 0 || since === null || until === null) return null;
  const rows: Row[] = [
    ...raiders.map((row) => ({
      ...row,
      key: row.raider?.id ?? row.userId ?? `character:${row.name}`,
      note: raiderMark(marks, row.raider),
    })),
    ...unknown.map((row) => ({
      ...row,
      key: `unknown:${row.name}`,
      note: row.ambiguous ? words.several : words.noRaider,
    })),
  ];
  const [from, to] = [since, until].map((at) => format.date(new Date(at)));
  return (
    <details className={`card ${styles.past}`}>
      <summary className="card-head">
        <h2>{words.title}</h2>
        <span className="muted small">{words.span({ count: nights, from: from ?? '', to: to ?? '' })}</span>
        <Icon name="down" size="s" className="i-s chev" />
      </summary>
      <p className="muted small">
        {readAt === null ? `${words.reading} ` : ''}
        {words.hint}{' '}
        {url && (
          <a className="link" href={url} target="_blank" rel="noreferrer">
            Warcraft Logs
          </a>
        )}
      </p>
      {rows.length > 0 && <Table rows={rows} take={() => takeRows(guild, words, rows)} />}
    </details>
  );
}

const takeRows = ({ name }: OrganizationView, words: ReturnType<typeof pastWords.use>, rows: readonly Row[]) =>
  downloadCsv(
    `${name} nights`,
    [words.name, words.class, words.nights, words.there, words.bench, words.first, words.last],
    rows.map((row) => [
      withMark(row.name, row.note),
      row.class?.name,
      row.there,
      row.of,
      row.benched,
      row.firstAt?.slice(0, 10),
      row.lastAt?.slice(0, 10),
    ]),
  );

function Table({ rows, take }: { rows: Row[]; take(): void }) {
  const words = pastWords.use();
  const format = useFormat();
  return (
    <>
      <Button small icon="download" className={styles.take} title={words.csv} onClick={take}>
        CSV
      </Button>
      <ScrollBox label={words.title} className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.there}</th>
              <th scope="col">{words.bench}</th>
              <th scope="col">{words.last}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <span className="row">
                    {row.class && <ClassTile of={row.class} />}
                    <span>
                      <ClassName classId={row.class?.id ?? null}>{row.name}</ClassName>
                      {row.note && <small className="muted">{row.note}</small>}
                    </span>
                  </span>
                </th>
                <td>{words.of({ there: row.there, counted: row.of })}</td>
                <td>{row.benched > 0 ? format.number(row.benched) : <span className="muted">–</span>}</td>
                <td className="muted">{row.lastAt && format.date(new Date(row.lastAt))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  );
}
