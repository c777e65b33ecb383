import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { TeamView } from '@guildhall/contracts/team.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type CSSProperties, useState } from 'react';
import { may } from '../../api/ability.tsx';
import { guildRef, useGuild } from '../../routes/current-guild.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Empty, Section, Skeleton } from '../../ui/states.tsx';
import { teamsQuery } from '../raiders/raiders.queries.ts';
import { raidersWords } from '../raiders/raiders.words.ts';
import { RosterTabs } from '../roster/roster-tabs.tsx';
import { TeamDialog } from './team-dialogs.tsx';
import { TeamPage } from './team-page.tsx';
import styles from './teams.module.css';
import { teamsWords } from './teams.words.ts';

const route = getRouteApi('/shell/app/g/$guild/teams/{-$team}');

export function TeamsPage() {
  const { team } = route.useParams();
  const guild = useGuild();
  return team ? <TeamPage key={team} guild={guild} id={team} /> : <Teams guild={guild} />;
}

function Teams({ guild }: { guild: OrganizationView }) {
  const words = teamsWords.use();
  const [archived, setArchived] = useState(false);
  const [adds, setAdds] = useOpenDialog({ [`team:${guild.id}`]: true });
  const manages = may(guild.abilityRules, 'manage', 'Event');
  return (
    <div className="stack">
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={
          manages && (
            <Button icon="plus" onClick={() => setAdds(true)}>
              {words.add}
            </Button>
          )
        }
      />
      <RosterTabs guild={guild} />
      {manages && (
        <div className="row">
          <Chip pressed={archived} onChange={setArchived}>
            {words.archivedOnly}
          </Chip>
        </div>
      )}
      <Section key={`${archived}`} skeleton={<Skeleton lines={5} />}>
        <List guild={guild} archived={archived} />
      </Section>
      {adds && <TeamDialog guild={guild} onClose={() => setAdds(undefined)} />}
    </div>
  );
}

function List({ guild, archived }: { guild: OrganizationView; archived: boolean }) {
  const words = teamsWords.use();
  const { teams } = useSuspenseQuery(teamsQuery(guild, archived)).data;
  if (teams.length === 0) {
    return (
      <Empty icon="roster" title={archived ? words.noneArchived : words.none}>
        {archived ? undefined : words.noneHint}
      </Empty>
    );
  }
  return (
    <ul className={`list ${styles.teams}`}>
      {teams.map((team) => (
        <Row key={team.id} guild={guild} team={team} />
      ))}
    </ul>
  );
}

export function TeamDot({ color }: Pick<TeamView, 'color'>) {
  return <i className={styles.dot} style={color ? ({ '--team': color } as CSSProperties) : undefined} />;
}

function Row({ guild, team }: { guild: OrganizationView; team: TeamView }) {
  const words = teamsWords.use();
  const { former } = raidersWords.use();
  const leads = team.leads.map(({ name }) => name ?? former);
  return (
    <li>
      <TeamDot color={team.color} />
      <div className="grow">
        <p className="row wrap">
          <Link
            to="/g/$guild/teams/{-$team}"
            params={{ guild: guildRef(guild), team: team.id }}
            className="person-link strong clip"
          >
            {team.name}
          </Link>
          {team.mine && <span className="tag ember">{words.mine}</span>}
        </p>
        <small>
          {[
            words.members({ count: team.members }),
            leads.length > 0 && words.ledBy({ names: leads.join(', ') }),
            team.schedule,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
    </li>
  );
}
