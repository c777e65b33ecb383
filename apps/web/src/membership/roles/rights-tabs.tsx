import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { Link } from '@tanstack/react-router';
import { may } from '../../api/ability.tsx';
import { useGuildParams } from '../../routes/current-guild.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { rolesWords } from './roles.words.ts';

/** Tabs about people and their permissions. A guild of the game has no invites, and its roster leads to people and teams. */
export function RightsTabs({ guild }: { guild: OrganizationView }) {
  const { tabs: words } = rolesWords.use();
  const params = useGuildParams(guild);
  return (
    <Tabs label={words.label}>
      <Link to="/g/$guild/members" params={params}>
        {words.members}
      </Link>
      {guild.source === 'standalone' && (
        <>
          {may(guild.abilityRules, 'read', 'Roster') && (
            <Link to="/g/$guild/people" params={params}>
              {words.people}
            </Link>
          )}
          <Link to="/g/$guild/teams/{-$team}" params={params}>
            {words.teams}
          </Link>
        </>
      )}
      <Link to="/g/$guild/roles" params={params}>
        {words.roles}
      </Link>
      {guild.source === 'standalone' && may(guild.abilityRules, 'create', 'Invite') && (
        <Link to="/g/$guild/invites" params={params}>
          {words.invites}
        </Link>
      )}
      {may(guild.abilityRules, 'read', 'OfficerData') && (
        <Link to="/g/$guild/audit" params={params}>
          {words.audit}
        </Link>
      )}
    </Tabs>
  );
}
