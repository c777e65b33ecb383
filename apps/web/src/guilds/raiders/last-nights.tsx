import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderView } from '@guildhall/contracts/raider.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { OutcomesOf } from '../../events/attendance/outcome.tsx';
import { gameLocale } from '../../i18n/language.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { ErrorBox, Skeleton } from '../../ui/states.tsx';
import { ninetyDaysAgo } from './nights.ts';
import styles from './raiders.module.css';
import { raidersWords } from './raiders.words.ts';

const SHOWN = 10;

/** How the latest nights turned out for a raider, the newest last, and the way to all of them. */
export function LastNights({ guild, raider }: { guild: OrganizationView; raider: RaiderView }) {
  const { panel: words } = raidersWords.use();
  const member = raider.user?.id ?? raider.id;
  const { data, error, refetch } = useQuery(
    api.attendance.stats.queryOptions({
      id: guild.id,
      since: ninetyDaysAgo(),
      explain: member,
      locale: gameLocale(),
    }),
  );
  if (!data) return error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Skeleton lines={1} />;
  const rows = data[0]?.rows?.slice(0, SHOWN) ?? [];
  return (
    <>
      {rows.length === 0 ? (
        <p className="muted">{words.noNights}</p>
      ) : (
        <OutcomesOf rows={rows} className={styles.outcomes} />
      )}
      <Link className="link" to="/g/$guild/attendance" params={{ guild: guildRef(guild) }} search={{ member }}>
        {words.allNights}
      </Link>
    </>
  );
}
