import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ClassTile } from '../../ui/game.tsx';
import { Icon, roleIcon } from '../../ui/icon.tsx';
import { raiderMark } from '../../ui/raider-mark.tsx';
import { type Nights, thereOf } from './nights.ts';
import { mainOf, nameOf, RaiderName } from './raider-name.tsx';
import { useRelease } from './raider-verbs.ts';
import styles from './raiders.module.css';
import { raidersWords } from './raiders.words.ts';

type Props = {
  raiders: readonly RaiderView[];
  nights: ReadonlyMap<string, Nights> | undefined;
  selected: string | undefined;
  /** Where names are to be released. */
  releasing: OrganizationView | undefined;
  onOpen(raider: string): void;
};

/** One row a person. On the phone a row has two lines. */
export function RaidersTable({ raiders, nights, selected, releasing, onOpen }: Props) {
  const { table: words } = raidersWords.use();
  const hasTeams = raiders.some(({ teams }) => teams.length > 0);
  return (
    <table className={`table ${styles.table}`} aria-label={words.label}>
      <thead>
        <tr>
          <th scope="col" className={styles.name}>
            {words.name}
          </th>
          {hasTeams && (
            <th scope="col" className={styles.team}>
              {words.team}
            </th>
          )}
          {nights && (
            <th scope="col" className={styles.nights}>
              {words.nights}
            </th>
          )}
          <th scope="col" className={styles.person}>
            {words.person}
          </th>
        </tr>
      </thead>
      <tbody>
        {raiders.map((raider) => (
          <tr key={raider.id} aria-selected={raider.id === selected} onClick={() => onOpen(raider.id)}>
            <td className={styles.name}>
              <button
                type="button"
                className="row"
                data-raider={raider.id}
                aria-pressed={raider.id === selected}
                onClick={() => onOpen(raider.id)}
              >
                <Family raider={raider} />
              </button>
            </td>
            {hasTeams && (
              <td className={styles.team}>
                <Team raider={raider} />
              </td>
            )}
            {nights && (
              <td className={`num ${styles.nights}`}>
                <NightsOf nights={nights.get(raider.id)} />
              </td>
            )}
            <td className={styles.person}>
              {releasing ? <Release guild={releasing} raider={raider} /> : <PersonOf raider={raider} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Release({ guild, raider }: { guild: OrganizationView; raider: RaiderView }) {
  const { unproven: words } = raidersWords.use();
  const { release, pending } = useRelease(guild);
  return (
    <Button
      small
      kind="danger"
      pending={pending}
      aria-label={words.releaseOne({ name: nameOf(raider) })}
      onClick={(event) => {
        event.stopPropagation();
        release(raider);
      }}
    >
      {words.release}
    </Button>
  );
}

const SHOWN_ALTS = 3;

function Family({ raider }: { raider: RaiderView }) {
  const { table: words } = raidersWords.use();
  const main = mainOf(raider);
  const alts = raider.characters.filter((one) => one !== main);
  const more = alts.length - SHOWN_ALTS;
  return (
    <>
      {main?.class ? <ClassTile of={main.class} /> : <Icon name="mark" />}
      <RaiderName of={raider} />
      {alts.length > 0 && (
        <span className={styles.alts}>
          {alts
            .slice(0, SHOWN_ALTS)
            .map((alt, at) => alt.class && <ClassTile key={alt.id ?? alt.rosterEntryId ?? at} of={alt.class} />)}
          {more > 0 && (
            <small className="muted" title={words.moreAlts({ count: more })}>
              +{more}
            </small>
          )}
        </span>
      )}
    </>
  );
}

function Team({ raider: { teams } }: { raider: RaiderView }) {
  const words = raidersWords.use();
  const [team] = teams;
  if (!team) return <span className="muted">{words.table.noTeam}</span>;
  return (
    <span className="row">
      {team.role && <Icon name={roleIcon(team.role)} size="s" />}
      <span className="clip">{team.name}</span>
      {team.lead && <small className={styles.lead}>{words.table.leads}</small>}
      {!team.lead && team.status !== 'main' && <small className="muted">{words.status[team.status]}</small>}
    </span>
  );
}

function NightsOf({ nights }: { nights: Nights | undefined }) {
  const { table: words } = raidersWords.use();
  if (!nights || nights.eventsCounted === 0) {
    return (
      <span className="muted" title={words.unknown}>
        –
      </span>
    );
  }
  const low = !nights.tooLittleData && nights.rate !== null && nights.rate < 0.6;
  return (
    <>
      <b className={low ? 'warn' : undefined}>{thereOf(nights)}</b>
      <span className="muted">/{nights.eventsCounted}</span>
    </>
  );
}

/** The account behind a raider, or what stands in its place. */
export function PersonOf({ raider }: { raider: RaiderView }) {
  const words = coreWords.use().raider;
  const { user, notProven, kind } = raider;
  if (user) {
    return (
      <span className={`row ${styles.account}`}>
        <Avatar name={user.displayName} url={null} />
        <span className="clip">{user.displayName}</span>
      </span>
    );
  }
  const look = notProven ? 'tag t-warn' : kind === 'guest' ? 'tag' : 'muted';
  return <span className={look}>{raiderMark(words, raider)}</span>;
}
