import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { guildRef, useMyGuilds } from './current-guild.ts';

type Props = { guild: string; person: string; title?: string; children: ReactNode };

/** Leads from the name of a member to their page; `guild` is an id. Others see the name alone. */
export function PersonLink({ guild: id, person, title, children }: Props) {
  const guild = useMyGuilds().find((one) => one.id === id);
  if (!guild) return <span title={title}>{children}</span>;
  return (
    <Link
      to="/g/$guild/members/$person"
      params={{ guild: guildRef(guild), person }}
      className="person-link clip"
      title={title}
      draggable={false}
      preload={false}
    >
      {children}
    </Link>
  );
}
