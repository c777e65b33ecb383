import { distinctNames } from '@guildhall/contracts/distinct-names.ts';
import { Link } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { coreWords } from '../i18n/core.words.ts';
import { guildRef, useCurrentGuild, useMyGuilds } from '../routes/current-guild.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';

/** The viewer's guilds, as a list of links in a native popover. */
export function GuildSwitch() {
  const { shell } = coreWords.use();
  const guilds = useMyGuilds();
  const current = useCurrentGuild();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  if (guilds.length === 0) {
    return (
      <span className="brand">
        <Icon name="crest" className="crest" />
        Guildhall
      </span>
    );
  }
  const names = distinctNames(guilds.map(({ name, alias }) => ({ name, details: [alias] })));
  const place = () => {
    const box = button.current?.getBoundingClientRect();
    if (!box || !list.current) return;
    list.current.style.left = `${box.left}px`;
    list.current.style.top = `${box.bottom + 4}px`;
    list.current.style.minWidth = `${box.width}px`;
  };
  return (
    <div>
      <button ref={button} type="button" className="guild-switch" popovertarget={id} onClick={place}>
        <GuildCrest name={current?.name ?? ''} url={current?.currentLogoUrl ?? null} />
        <span className="grow">
          <b className="clip">{current?.name ?? 'Guildhall'}</b>
          <small className="clip">{shell.switchGuild}</small>
        </span>
        <Icon name="down" size="s" />
      </button>
      <div ref={list} id={id} popover="auto" className="menu popover">
        <nav aria-label={shell.guilds}>
          {guilds.map((guild, at) => (
            <Link
              key={guild.id}
              to="/g/$guild"
              params={{ guild: guildRef(guild) }}
              className="menu-item"
              onClick={() => list.current?.hidePopover()}
            >
              <GuildCrest name={guild.name} url={guild.currentLogoUrl} />
              <span className="clip">{names[at]}</span>
            </Link>
          ))}
        </nav>
      </div>
    </div>
  );
}

function GuildCrest({ name, url }: { name: string; url: string | null }) {
  return url ? <Avatar name={name} url={url} /> : <Icon name="crest" className="crest" />;
}
