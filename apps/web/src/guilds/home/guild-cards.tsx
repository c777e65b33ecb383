import type { OrganizationListItem } from '@guildhall/contracts/manage-organization.ts';
import { Link } from '@tanstack/react-router';
import { coreWords } from '../../i18n/core.words.ts';
import { guildRef } from '../../routes/current-guild.ts';
import { Crest, crestColour } from './crest.tsx';
import styles from './organizations.module.css';
import { organizationsWords } from './organizations.words.ts';

export function GuildCards({ guilds }: { guilds: readonly OrganizationListItem[] }) {
  const words = organizationsWords.use();
  const { roles } = coreWords.use();
  return (
    <ul className={styles.guilds}>
      {guilds.map((guild) => (
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
                guild.memberCount !== null && words.list.members({ count: guild.memberCount }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {guild.recruiting.open && (
              <p className={`small ${styles.looks}`}>
                {guild.recruiting.roles.length > 0
                  ? words.list.looksFor({ roles: guild.recruiting.roles.map((role) => roles[role]).join(', ') })
                  : words.list.looksForAll}
              </p>
            )}
          </div>
          {guild.isMember && <span className="tag ember">{words.list.yours}</span>}
        </li>
      ))}
    </ul>
  );
}
