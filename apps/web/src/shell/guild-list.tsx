import { distinctNames } from '@guildhall/contracts/distinct-names.ts';
import { Link } from '@tanstack/react-router';
import { coreWords } from '../i18n/core.words.ts';
import { guildRef, useMyGuilds } from '../routes/current-guild.ts';
import { GuildCrest } from './guild-crest.tsx';

/** The viewer's guilds, as links to them. */
export function GuildList({ onChoose }: { onChoose(): void }) {
  const { shell } = coreWords.use();
  const guilds = useMyGuilds();
  const names = distinctNames(guilds.map(({ name, alias }) => ({ name, details: [alias] })));
  return (
    <nav aria-label={shell.guilds}>
      {guilds.map((guild, at) => (
        <Link
          key={guild.id}
          to="/g/$guild"
          params={{ guild: guildRef(guild) }}
          className="menu-item"
          onClick={onChoose}
        >
          <GuildCrest name={guild.name} url={guild.currentLogoUrl} />
          <span className="clip">{names[at]}</span>
        </Link>
      ))}
    </nav>
  );
}
