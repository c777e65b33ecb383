import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { WishesView } from '@guildhall/contracts/wish.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { queryClient } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { guildQuery, useGuild } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { raiderMark } from '../../ui/raider-mark.tsx';
import { ErrorBox, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { LootTabs } from '../parts/loot-tabs.tsx';
import { partsWords } from '../parts/parts.words.ts';
import { SimForm } from './sim-form.tsx';
import { WishList } from './wish-list.tsx';
import styles from './wishes.module.css';
import { isRetail, wishesQuery } from './wishes.queries.ts';
import { wishesWords } from './wishes.words.ts';

const ItemDialog = lazyPart(() => import('./item-dialog.tsx'), 'ItemDialog');
const OthersDialog = lazyPart(() => import('./others-dialog.tsx'), 'OthersDialog');
const Sims = lazyPart(() => import('./sims.tsx'), 'Sims');
const StaleBar = lazyPart(() => import('./stale-bar.tsx'), 'StaleBar');
const route = getRouteApi('/shell/app/g/$guild/loot/wishes/{-$raider}');

export async function loadWishes({
  guild: ref,
  raider,
}: {
  guild: string;
  raider?: string | undefined;
}): Promise<void> {
  const [guild] = await Promise.all([
    queryClient.ensureQueryData(guildQuery(ref)),
    ...[wishesWords.load(), partsWords.load()],
  ]);
  void queryClient.prefetchQuery(wishesQuery(guild, raider));
}

export function WishesPage() {
  const { raider } = route.useParams();
  const guild = useGuild();
  return (
    <div className={styles.page}>
      <SectionBoundary
        key={raider ?? ''}
        fallback={(error, retry) => (
          <Without guild={guild}>
            <ErrorBox error={error} onRetry={retry} />
          </Without>
        )}
      >
        <Suspense
          fallback={
            <Without guild={guild}>
              <Skeleton lines={12} />
            </Without>
          }
        >
          <Wishes guild={guild} raider={raider} />
        </Suspense>
      </SectionBoundary>
    </div>
  );
}

/** The head and the tabs stand before the wishes are read, and if they are not. */
function Without({ guild, children }: { guild: OrganizationView; children: ReactNode }) {
  const words = wishesWords.use();
  return (
    <>
      <PageHead title={words.wishes} />
      <LootTabs guild={guild} />
      <div className="card">{children}</div>
    </>
  );
}

function Wishes({ guild, raider }: { guild: OrganizationView; raider: string | undefined }) {
  const words = wishesWords.use();
  const shown = useSuspenseQuery(wishesQuery(guild, raider)).data;
  const [adds, setAdds] = useOpenDialog({ [`wish:${shown.raider?.id ?? guild.id}`]: true });
  const [chooses, setChooses] = useState(false);
  const name = shown.raider?.name ?? words.former;
  const { raider: marks } = coreWords.use();
  const mark = shown.mine ? undefined : raiderMark(marks, shown.raider);
  const stale = shown.wishes.filter((wish) => wish.stale.length > 0 && !wish.fulfilled).length;
  return (
    <>
      <PageHead
        title={shown.mine ? words.title : words.titleOf({ name })}
        lead={[mark, shown.seenBy === 'officers' ? words.seenByOfficers : words.seenByEverybody]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            {concernsOthers(guild, shown) && (
              <Button icon="search" onClick={() => setChooses(true)}>
                {words.others.title}
              </Button>
            )}
            {shown.mayChange && (
              <Button icon="plus" onClick={() => setAdds(true)}>
                {words.add}
              </Button>
            )}
          </>
        }
      />
      <LootTabs guild={guild} />
      <Later>{stale > 0 && shown.mayChange && <StaleBar shown={shown} count={stale} />}</Later>
      <div className={styles.split}>
        <section className="card">
          <header className="card-head">
            <h2>{words.wishes}</h2>
            <span className="muted small">{words.ownOrder}</span>
          </header>
          <WishList guild={guild} shown={shown} />
          {shown.gearReadAt && (
            <p className="fresh">
              <Icon name="refresh" size="s" />
              <span>
                {words.gearRead} <TimeAgo at={shown.gearReadAt} />
              </span>
            </p>
          )}
        </section>
        <div className={styles.aside}>
          {shown.mayChange && isRetail(guild) && <SimForm guild={guild} shown={shown} />}
          <Later>{shown.reports.length > 0 && <Sims shown={shown} />}</Later>
          <section className="card pad">
            <h2 className="eyebrow">{words.staleMeans}</h2>
            <ul className={`${styles.dots} small muted`}>
              <li>{words.staleOld}</li>
              <li>{words.staleSlot}</li>
              <li>{words.staleGear}</li>
            </ul>
            <p className="small muted">{words.staleKeeps}</p>
          </section>
        </div>
      </div>
      <Later>
        {chooses && <OthersDialog guild={guild} onClose={() => setChooses(false)} />}
        {adds && <ItemDialog guild={guild} shown={shown} onClose={() => setAdds(undefined)} />}
      </Later>
    </>
  );
}

/** A part in a chunk of its own, for which the page does not wait. */
const Later = ({ children }: { children: ReactNode }) => (
  <SectionBoundary>
    <Suspense>{children}</Suspense>
  </SectionBoundary>
);

/** Those who see the wishes of others, and the roster, by which they choose them. */
const concernsOthers = ({ abilityRules: rules }: OrganizationView, { seenBy }: WishesView) =>
  may(rules, 'read', 'Roster') &&
  (seenBy === 'everybody' || may(rules, 'read', 'OfficerData') || may(rules, 'update', 'Loot'));
