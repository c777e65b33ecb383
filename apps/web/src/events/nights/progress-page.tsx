import type { ProgressView } from '@guildhall/contracts/night.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { may } from '../../api/ability.tsx';
import { queryClient } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildQuery, useGuild } from '../../routes/current-guild.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Refused } from '../../ui/refused.tsx';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Empty, Section } from '../../ui/states.tsx';
import { difficultyOf } from './difficulties.ts';
import { progressQuery } from './nights.queries.ts';
import { nightsWords } from './nights.words.ts';
import styles from './progress.module.css';

/** The guild is loaded by its route, at the same time. */
export async function loadProgress(ref: string): Promise<void> {
  const [guild] = await Promise.all([queryClient.ensureQueryData(guildQuery(ref)), nightsWords.load()]);
  if (may(guild.abilityRules, 'read', 'Roster')) void queryClient.prefetchQuery(progressQuery(guild.id));
}

/** Boss by difficulty, for each team: first kill, pulls before it, best wipe, nights. */
export function ProgressPage() {
  const { progress: words } = nightsWords.use();
  const guild = useGuild();
  if (!may(guild.abilityRules, 'read', 'Roster')) return <Refused title={words.title} reason="missing_permission" />;
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Section className={styles.teams ?? ''}>
        <Teams guild={guild} />
      </Section>
    </>
  );
}

type Row = ProgressView['bosses'][number];

function Teams({ guild }: { guild: OrganizationView }) {
  const { progress: words } = nightsWords.use();
  const format = useFormat();
  const { bosses, since } = useSuspenseQuery(progressQuery(guild.id)).data;
  if (bosses.length === 0) {
    return (
      <Empty icon="flag" title={words.none}>
        {words.noneHint}
      </Empty>
    );
  }
  const teams = [...Map.groupBy(bosses, ({ team }) => team?.id)].map(([id, rows]) => ({ id, rows }));
  return (
    <>
      {teams.map(({ id, rows }) => (
        <TeamProgress key={id ?? 'none'} rows={rows} alone={teams.length === 1} />
      ))}
      <p className="fresh">
        <Icon name="refresh" size="s" />
        <span>
          {[words.legend, since && words.since({ date: format.date(new Date(since)) }), 'Warcraft Logs']
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
    </>
  );
}

function TeamProgress({ rows, alone }: { rows: Row[]; alone: boolean }) {
  const words = nightsWords.use();
  const { progress } = words;
  const name = rows[0]?.team?.name ?? progress.noTeam;
  const difficulties = [...new Set(rows.map(({ difficulty }) => difficulty))].sort((one, other) => one - other);
  const bosses = [...Map.groupBy(rows, ({ encounterId }) => encounterId)];
  return (
    <div>
      {!(alone && rows[0]?.team === null) && (
        <header className="card-head">
          <h2>{name}</h2>
        </header>
      )}
      <ScrollBox label={name} className={styles.scroll}>
        <table className={styles.progress}>
          <thead>
            <tr>
              <th scope="col">{progress.boss}</th>
              {difficulties.map((difficulty) => (
                <th key={difficulty} scope="col">
                  {difficultyOf(words, difficulty) ?? difficulty}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bosses.map(([encounterId, ofBoss]) => (
              <tr key={encounterId}>
                <th scope="row">{ofBoss[0]?.name}</th>
                {difficulties.map((difficulty) => (
                  <Cell key={difficulty} row={ofBoss.find((row) => row.difficulty === difficulty)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </div>
  );
}

function Cell({ row }: { row: Row | undefined }) {
  const { progress: words } = nightsWords.use();
  const format = useFormat();
  if (!row) {
    return (
      <td className="muted">
        <span aria-hidden="true">–</span>
        <span className="sr">{words.never}</span>
      </td>
    );
  }
  const { firstKillAt, wipes, bestPercent, nights, pulls } = row;
  const best = bestPercent === null ? null : format.number(Math.round(bestPercent));
  const said = firstKillAt
    ? words.pullsToKill({ count: wipes + 1 })
    : best === null
      ? words.bestUnknown
      : words.notKilled({ percent: best });
  return (
    <td>
      <span className="sr">{said}</span>
      <span className={firstKillAt ? styles.killed : styles.open} aria-hidden="true">
        {firstKillAt ? (
          <>
            <Icon name="check" size="s" />
            {wipes + 1}
          </>
        ) : (
          (best ?? '–') + (best === null ? '' : ' %')
        )}
      </span>
      <small>{firstKillAt ? format.date(new Date(firstKillAt)) : words.tried({ count: pulls })}</small>
      {firstKillAt && best !== null && <small>{words.best({ percent: best })}</small>}
      <small>{words.nights({ count: nights })}</small>
    </td>
  );
}
