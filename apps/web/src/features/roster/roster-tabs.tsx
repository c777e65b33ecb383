import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { Link } from '@tanstack/react-router';
import { Can } from '../../api/ability.tsx';
import { guildRef } from '../../shell/current-guild.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { rosterWords } from './roster.words.ts';

export function RosterTabs({ guild }: { guild: OrganizationView }) {
  const words = rosterWords.use();
  const params = { guild: guildRef(guild) };
  const exact = { exact: true, includeSearch: false };
  return (
    <Tabs label={words.views}>
      <Link to="/g/$guild/roster" params={params} activeOptions={exact}>
        {words.tabs.members}
      </Link>
      <Link to="/g/$guild/roster/history" params={params} activeOptions={exact}>
        {words.tabs.history}
      </Link>
      <Link to="/g/$guild/composition" params={params} activeOptions={exact}>
        {words.tabs.composition}
      </Link>
      <Can rules={guild.abilityRules} I="update" a="Roster">
        <Link to="/g/$guild/roster/transfers" params={params} activeOptions={exact}>
          {words.tabs.transfers}
        </Link>
      </Can>
    </Tabs>
  );
}
