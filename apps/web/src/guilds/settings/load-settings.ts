/** Apart from the routes, which are part of the first load of every page. */
import { notFound, redirect } from '@tanstack/react-router';
import { may } from '../../api/ability.tsx';
import { queryClient } from '../../api/client.ts';
import { guildQuery } from '../../routes/current-guild.ts';
import { oneOf } from '../../routes/search-params.ts';
import { integrationsWords } from './integrations/integrations.words.ts';
import { TABS } from './settings.queries.ts';
import { settingsWords } from './settings.words.ts';

export async function openFirstTab(params: { guild: string }): Promise<never> {
  const { abilityRules } = await queryClient.ensureQueryData(guildQuery(params.guild));
  const tab = may(abilityRules, 'update', 'Organization') ? 'general' : 'chat';
  throw redirect({ to: '/g/$guild/settings/$tab', params: { ...params, tab }, replace: true });
}

export async function loadSettings(params: { guild: string; tab: string }): Promise<void> {
  // Its own tab once; messages and bookmarks still lead there.
  if (params.tab === 'discord-roles')
    throw redirect({ to: '/g/$guild/settings/$tab', params: { ...params, tab: 'chat' }, replace: true });
  if (!oneOf(params.tab, TABS)) throw notFound();
  await Promise.all([
    settingsWords.load(),
    integrationsWords.load(),
    queryClient.ensureQueryData(guildQuery(params.guild)),
  ]);
}
