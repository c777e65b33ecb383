import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { ClassTile } from '../../ui/game.tsx';
import { useRaiderDialogs } from './raider-dialogs.tsx';
import { mainOf, nameOf, RaiderName } from './raider-name.tsx';
import { useRelease } from './raider-verbs.ts';
import styles from './raiders.module.css';
import { raidersQuery } from './raiders.queries.ts';
import { raidersWords } from './raiders.words.ts';

/** Raiders who answer on Discord under a name that no account has proved. */
export function Unproven({ guild, onShowAll }: { guild: OrganizationView; onShowAll(): void }) {
  const { unproven: words, showAll } = raidersWords.use();
  const format = useFormat();
  const { raiders, pagination } = useSuspenseQuery(raidersQuery(guild, { only: 'not_proven' })).data;
  const { release, pending } = useRelease(guild);
  const open = useRaiderDialogs();
  return (
    <>
      <p className={`muted small ${styles.hint}`}>{words.hint}</p>
      <ul className={`list ${styles.acts}`}>
        {raiders.map((raider) => {
          const main = mainOf(raider);
          const name = nameOf(raider);
          return (
            <li key={raider.id}>
              {main?.class && <ClassTile of={main.class} />}
              <div className="grow">
                <p className="clip">
                  <RaiderName of={raider} />
                </p>
                <small>{words.since({ date: format.date(new Date(raider.createdAt)) })}</small>
              </div>
              <Button
                small
                aria-label={words.mergeOne({ name })}
                onClick={() => open({ what: 'merge', raider: raider.id })}
              >
                {words.merge}
              </Button>
              <Button
                small
                kind="danger"
                pending={pending}
                aria-label={words.releaseOne({ name })}
                onClick={() => release(raider)}
              >
                {words.release}
              </Button>
            </li>
          );
        })}
      </ul>
      {pagination.totalPages > 1 && (
        <p className={styles.hint}>
          <Button small onClick={onShowAll}>
            {showAll}
          </Button>
        </p>
      )}
    </>
  );
}
