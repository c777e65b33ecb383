/** Destinations of the side bar, the tabs, the palette and the `g` keys. A page is listed once it exists. */

import type { OrganizationSummary } from '@guildhall/contracts/organization.ts';
import type { LinkProps } from '@tanstack/react-router';
import type { CoreWords } from '../i18n/core.words.ts';
import { type FrameGuild, guildRef } from '../routes/current-guild.ts';
import type { IconName } from '../ui/icon.tsx';

export type Destination = {
  label: string;
  /** Its label on the phone's tab bar, if it has a tab. */
  tab?: string;
  icon: IconName;
  link: Pick<LinkProps, 'to' | 'params' | 'activeOptions'>;
  /** Second key after `g`. */
  key?: string;
  /** Addresses of its pages outside its own path. */
  also?: RegExp;
};

/** Members of a guild that is not archived, who may answer and plan. */
export const isActiveMember = ({ view }: FrameGuild) => view === undefined;

/** Outsiders find what a guild makes public. */
export const isOpenTo =
  ({ view }: FrameGuild) =>
  ({ icon }: Destination) =>
    !view || view.abilityRules.length > 0 || icon === 'home' || icon === 'news';

/** For `aria-current` of a link that does not lead to this very page; the router marks the others. */
export const isWithin = ({ also }: Destination, pathname: string) => also?.test(pathname) || undefined;

export function myDestinations({ shell }: CoreWords): Destination[] {
  const exact = { exact: true };
  return [
    { label: shell.week, tab: shell.weekTab, icon: 'week', link: { to: '/', activeOptions: exact }, key: 'w' },
    { label: shell.characters, tab: shell.characters, icon: 'character', link: { to: '/characters' }, key: 'c' },
    { label: shell.reputations, icon: 'rep', link: { to: '/reputations' } },
    { label: shell.guilds, icon: 'flag', link: { to: '/g', activeOptions: exact } },
  ];
}

/** `named` is how the address of the page names its guild, by alias or id, so that its own link is marked. */
export function guildDestinations({ shell }: CoreWords, guild: OrganizationSummary, named?: string): Destination[] {
  const params = { guild: named === guild.id ? named : guildRef(guild) };
  const exact = { exact: true };
  return [
    { label: shell.guildHome, icon: 'home', link: { to: '/g/$guild', params, activeOptions: exact }, key: 'h' },
    {
      label: shell.events,
      tab: shell.events,
      icon: 'events',
      link: { to: '/g/$guild/events', params },
      key: 'e',
      also: /^\/events\//,
    },
    {
      label: shell.roster,
      tab: shell.roster,
      icon: 'roster',
      link: { to: '/g/$guild/roster', params },
      key: 'r',
      also: /\/(composition|people|(bring-in|teams).*)$/,
    },
    {
      label: shell.attendance,
      icon: 'heat',
      link: { to: '/g/$guild/attendance', params },
      key: 'a',
      also: /^\/g\/.+\/absences$/,
    },
    { label: shell.progress, icon: 'star', link: { to: '/g/$guild/progress', params } },
    { label: shell.loot, icon: 'gem', link: { to: '/g/$guild/loot', params } },
    { label: shell.crafters, icon: 'craft', link: { to: '/g/$guild/crafters', params }, key: 'k' },
    {
      label: shell.compare,
      icon: 'columns',
      link: { to: '/g/$guild/reputations', params },
      also: /\/(encounters|gear)$/,
    },
    {
      label: shell.news,
      icon: 'news',
      link: { to: '/g/$guild/posts', params },
      key: 'n',
      also: /^\/posts\/|\/texts\//,
    },
    {
      label: shell.members,
      icon: 'key',
      link: { to: '/g/$guild/members', params },
      key: 'm',
      also: /\/(roles|invites|audit)$/,
    },
    { label: shell.settings, icon: 'gear', link: { to: '/g/$guild/settings', params }, key: 's' },
  ];
}
