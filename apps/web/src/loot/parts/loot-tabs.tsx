import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '../../api/ability.tsx';
import { api } from '../../api/client.ts';
import { useGuildParams } from '../../routes/current-guild.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { partsWords } from './parts.words.ts';

export const policyQuery = ({ id }: Pick<OrganizationView, 'id'>) => api.lootPolicy.get.queryOptions({ id });

/** Those who see the wishes of others whatever the policy says. */
export const isLootOfficer = ({ abilityRules: rules }: OrganizationView): boolean =>
  may(rules, 'update', 'Loot') || may(rules, 'read', 'OfficerData');

/** Those who see the wishes of others, by their rights or by the guild's policy. */
export function useSeesCouncil(guild: OrganizationView): boolean {
  const isOfficer = isLootOfficer(guild);
  const asks = !isOfficer && may(guild.abilityRules, 'read', 'Roster');
  const policy = useQuery({ ...policyQuery(guild), enabled: asks }).data;
  return isOfficer || (asks && policy?.wishesSeenBy === 'everybody');
}

/** The page loads the words: `partsWords.load()`. */
export function LootTabs({ guild }: { guild: OrganizationView }) {
  const words = partsWords.use();
  const params = useGuildParams(guild);
  return (
    <Tabs label={words.label}>
      {useSeesCouncil(guild) && (
        <Link to="/g/$guild/loot/upgrades" params={params}>
          {words.upgrades}
        </Link>
      )}
      <Link to="/g/$guild/loot" params={params} activeOptions={{ exact: true, includeSearch: false }}>
        {words.history}
      </Link>
      <Link
        to="/g/$guild/loot/wishes/{-$raider}"
        params={{ ...params, raider: undefined }}
        activeOptions={{ exact: false }}
      >
        {words.wishes}
      </Link>
      <Link to="/g/$guild/loot/points" params={params} activeOptions={{ exact: true, includeSearch: false }}>
        {words.points}
      </Link>
      <Link to="/g/$guild/loot/policy" params={params}>
        {words.policy}
      </Link>
    </Tabs>
  );
}
