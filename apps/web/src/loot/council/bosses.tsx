import type { WantedItemsView } from '@guildhall/contracts/candidate.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { WishTrack } from '@guildhall/contracts/wish.ts';
import { Link } from '@tanstack/react-router';
import { guildRef } from '../../routes/current-guild.ts';
import { Icon } from '../../ui/icon.tsx';
import { ItemName } from '../../ui/item-name.tsx';
import styles from './council.module.css';
import { councilWords } from './council.words.ts';
import type { CouncilSearch } from './council-search.ts';

type Props = {
  guild: OrganizationView;
  items: WantedItemsView['items'];
  track: WishTrack;
  itemId: number;
  search: CouncilSearch;
};

/** The bosses, each with the items that raiders want of it. */
export function Bosses({ guild, items, track, itemId, search }: Props) {
  const words = councilWords.use();
  const bosses = Map.groupBy(items, ({ boss }) => boss?.id ?? 0);
  return (
    <nav className={`card ${styles.bosses}`} aria-label={words.bosses}>
      <header className="card-head">
        <h2>{words.bosses}</h2>
        <span className="muted small end">{words.wantedItems}</span>
      </header>
      <ul>
        {[...bosses].map(([id, wanted]) => (
          <li key={id}>
            <details open={wanted.some(({ item }) => item.id === itemId)}>
              <summary>
                <Icon name="right" size="s" />
                <span className="grow clip">{wanted[0]?.boss?.name ?? words.noBoss}</span>
                <span className="muted small">{wanted.length}</span>
              </summary>
              <ul>
                {wanted.map(({ item, wanted: counts }) => (
                  <li key={item.id}>
                    <Link
                      to="/g/$guild/loot/upgrades"
                      params={{ guild: guildRef(guild) }}
                      search={{ ...search, item: item.id, track }}
                      aria-current={item.id === itemId ? 'page' : undefined}
                      replace
                      resetScroll={false}
                    >
                      <span className="grow">
                        <ItemName of={item} />
                      </span>
                      <span className="muted small">{counts.find((one) => one.track === track)?.raiders}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </nav>
  );
}
