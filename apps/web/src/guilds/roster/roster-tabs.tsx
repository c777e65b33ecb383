import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { Link } from '@tanstack/react-router';
import { Can } from '../../api/ability.tsx';
import { RightsTabs } from '../../membership/roles/rights-tabs.tsx';
import { useGuildParams } from '../../routes/current-guild.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { rosterWords } from './roster.words.ts';

type Props = { guild: OrganizationView };

/** A community without a roster of the game has the tabs of its members. */
export const RosterTabs = ({ guild }: Props) =>
  guild.source === 'standalone' ? <RightsTabs guild={guild} /> : <TabsOfRoster guild={guild} />;

function TabsOfRoster({ guild }: Props) {
  const words = rosterWords.use();
  const params = useGuildParams(guild);
  const exact = { exact: true, includeSearch: false };
  return (
    <Tabs label={words.views}>
      <Link to="/g/$guild/roster" params={params} activeOptions={exact}>
        {words.tabs.members}
      </Link>
      <Link to="/g/$guild/people" params={params} activeOptions={exact}>
        {words.tabs.people}
      </Link>
      <Link to="/g/$guild/teams/{-$team}" params={params}>
        {words.tabs.teams}
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
