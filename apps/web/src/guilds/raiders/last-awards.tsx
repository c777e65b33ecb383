import type { LootAwardView } from '@guildhall/contracts/loot.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { gameLocale } from '../../i18n/language.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { ItemName } from '../../ui/item-name.tsx';
import { ErrorBox, Skeleton } from '../../ui/states.tsx';
import styles from './raiders.module.css';
import { raidersWords } from './raiders.words.ts';

/** The latest items of a raider, and the way to all of them. */
export function LastAwards({ guild, raider }: { guild: OrganizationView; raider: string }) {
  const { panel: words } = raidersWords.use();
  const { data, error, refetch } = useQuery(api.loot.ofRaider.queryOptions({ id: raider, locale: gameLocale() }));
  if (!data) return error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Skeleton lines={3} />;
  if (data.awards.length === 0) return <p className="muted">{words.noAwards}</p>;
  return (
    <>
      <ul className={styles.awards}>
        {data.awards.map((award) => (
          <Award key={award.id} award={award} />
        ))}
      </ul>
      <Link className="link" to="/g/$guild/loot" params={{ guild: guildRef(guild) }} search={{ raider }}>
        {words.allAwards}
      </Link>
    </>
  );
}

function Award({ award: { item, response, receivedAt, dayOnly, kill, boss } }: { award: LootAwardView }) {
  const { panel: words } = raidersWords.use();
  const format = useFormat();
  const { text, meaning, counts, color } = response;
  // A tool that tells the day alone means that of UTC.
  const date = format.date(new Date(receivedAt), dayOnly ? 'UTC' : undefined);
  const from = [date, kill?.name ?? boss, meaning === null && words.notDecided];
  return (
    <li>
      <ItemName of={item} />
      <span
        className={`tag ${meaning === null ? 't-warn' : counts ? 't-ok' : ''}`}
        style={color ? { borderColor: color } : undefined}
      >
        {text || words.noResponse}
      </span>
      <small className="muted">{from.filter(Boolean).join(' · ')}</small>
    </li>
  );
}
