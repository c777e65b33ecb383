import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { guildRef } from '../../shell/current-guild.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, SectionBoundary, Skeleton } from '../../ui/states.tsx';
import { Crest, crestColour } from './crest.tsx';
import styles from './organizations.module.css';
import { publicGuilds } from './organizations.queries.ts';
import { organizationsWords } from './organizations.words.ts';

const route = getRouteApi('/shell/app/g');

export function GuildsPage() {
  const { list } = organizationsWords.use();
  return (
    <>
      <PageHead
        title={list.title}
        lead={list.lead}
        actions={
          <Link to="/g/new" className={buttonClass('primary')}>
            <Icon name="plus" />
            {list.found}
          </Link>
        }
      />
      <SectionBoundary>
        <Suspense fallback={<Skeleton lines={8} />}>
          <Guilds />
        </Suspense>
      </SectionBoundary>
    </>
  );
}

function Guilds() {
  const words = organizationsWords.use();
  const { page = 1 } = route.useSearch();
  const { organizations, pagination } = useSuspenseQuery(publicGuilds(page)).data;
  if (organizations.length === 0) {
    return (
      <div className="card">
        <Empty icon="flag" title={words.list.none}>
          {words.list.noneHint}
        </Empty>
      </div>
    );
  }
  return (
    <>
      <ul className={styles.guilds}>
        {organizations.map((guild) => (
          <li key={guild.id} className={`card ${styles.guild}`} style={crestColour(guild.emblemData)}>
            <Crest logoUrl={guild.currentLogoUrl} />
            <div className="grow">
              <h2>
                <Link to="/g/$guild" params={{ guild: guildRef(guild) }}>
                  {guild.name}
                </Link>
              </h2>
              <p className="muted small">
                {[
                  guild.realm?.name ?? words.types[guild.type],
                  guild.region && words.regions[guild.region],
                  guild.memberCount !== null && words.list.members(guild.memberCount),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {guild.isMember && <span className="tag ember">{words.list.yours}</span>}
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        totalPages={pagination.totalPages}
        words={{ label: words.list.title, before: words.list.before, after: words.list.after }}
        to={(next) => ({ to: '/g', search: { page: next } })}
      />
    </>
  );
}
