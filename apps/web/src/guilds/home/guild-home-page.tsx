import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may } from '../../api/ability.tsx';
import { useViewer } from '../../api/session.ts';
import { useFormat } from '../../i18n/format.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Crest, crestColour } from './crest.tsx';
import { AboutGuild, Achievements, Classes, Motd, News, NextEvents, Recruiting } from './home-sections.tsx';
import styles from './organizations.module.css';
import { isInsider, useNamedGuild } from './organizations.queries.ts';
import { organizationsWords } from './organizations.words.ts';

/** The same address for all: members see the whole page, others only what the guild makes public. */
export function GuildHomePage() {
  const guild = useNamedGuild();
  const insider = isInsider(guild);
  return (
    <>
      <Banner guild={guild} />
      {insider ? <Notices guild={guild} /> : <Invitation guild={guild} />}
      <div className={styles.split}>
        <div className={styles.stack}>
          {insider && <Motd guild={guild} />}
          {insider && <NextEvents guild={guild} />}
          {!insider && <AboutGuild guild={guild} />}
          <News guild={guild} insider={insider} />
        </div>
        <div className={styles.stack}>
          <Recruiting guild={guild} />
          {guild.source === 'synced' && may(guild.abilityRules, 'read', 'Roster') && <Classes guild={guild} />}
          {guild.source === 'synced' && insider && <Achievements guild={guild} />}
        </div>
      </div>
    </>
  );
}

function Banner({ guild }: { guild: OrganizationView }) {
  const words = organizationsWords.use();
  const format = useFormat();
  const { name, realm, region, foundedAt, memberCount, achievementPoints, settings } = guild;
  const place = [
    realm?.name,
    region && words.regions[region],
    foundedAt && words.home.founded({ date: format.date(new Date(foundedAt)) }),
    !realm && words.types[guild.type],
  ].filter(Boolean);
  return (
    <header className={styles.banner} style={crestColour(guild.emblemData)}>
      <PageTitle>{`${name} · Guildhall`}</PageTitle>
      <Crest logoUrl={guild.currentLogoUrl} large />
      <div className={styles.names}>
        <h1 tabIndex={-1}>{name}</h1>
        <p className="muted">{place.join(' · ')}</p>
        <p className="row wrap">
          {guild.archivedAt && <span className="tag t-warn">{words.home.archived}</span>}
          {settings.recruiting.open && <span className="tag ember">{words.home.recruiting}</span>}
          {guild.faction && guild.faction !== 'neutral' && <span className="tag">{words.factions[guild.faction]}</span>}
          {settings.visibility === 'members' && <span className="tag">{words.home.membersOnly}</span>}
        </p>
      </div>
      <dl className={styles.facts}>
        <Fact name={words.home.members} value={memberCount} />
        <Fact name={words.home.points} value={achievementPoints} />
      </dl>
    </header>
  );
}

function Fact({ name, value }: { name: string; value: number | null }) {
  const format = useFormat();
  if (value === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{format.number(value)}</dd>
    </div>
  );
}

/** News that members need first. */
function Notices({ guild }: { guild: OrganizationView }) {
  const { home } = organizationsWords.use();
  const format = useFormat();
  const { rightsEndAt, archivedAt, rosterProblem } = guild;
  // The frame says so on every page of the guild.
  if (archivedAt) return null;
  if (rightsEndAt) return <Notice>{home.missing({ date: format.date(new Date(rightsEndAt)) })}</Notice>;
  if (rosterProblem) return <Notice>{home.rosterProblem({ ago: format.relative(new Date(rosterProblem.at)) })}</Notice>;
  return null;
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className={`card ${styles.notice}`} role="note">
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}

/** Tells outsiders how to join. */
function Invitation({ guild }: { guild: OrganizationView }) {
  const { home } = organizationsWords.use();
  const viewer = useViewer();
  return (
    <div className={`card ${styles.invitation}`}>
      <p>{guild.source === 'synced' ? home.joinByRoster : home.joinByInvite}</p>
      {viewer ? (
        guild.source === 'synced' && (
          <Link to="/welcome" className={buttonClass('primary')}>
            {home.bringCharacters}
          </Link>
        )
      ) : (
        <Link to="/login" search={{ redirect: `/g/${guildRef(guild)}` }} className={buttonClass('primary')}>
          {home.signIn}
        </Link>
      )}
    </div>
  );
}
