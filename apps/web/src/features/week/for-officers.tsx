import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '../../api/ability.tsx';
import { useViewer } from '../../api/session.ts';
import { guildRef } from '../../shell/current-guild.ts';
import { Icon } from '../../ui/icon.tsx';
import { myGuilds, newsworthy, rightsIn, transfersOf, waitingPictures } from './week.queries.ts';
import { weekWords } from './week.words.ts';

/** Rows for decisions that officers have to make. */
export function ForOfficers() {
  const words = weekWords.use();
  const transfers = useTransfers();
  const isAdmin = useViewer()?.isAdmin ?? false;
  const pictures = useQuery({ ...waitingPictures(), enabled: isAdmin }).data?.pagination.total ?? 0;
  return (
    <>
      {transfers.map(({ guild, count }) => (
        <li key={guild.id}>
          <span className="mark">
            <Icon name="roster" />
          </span>
          <div className="grow">
            <p className="strong clip">{words.transfers(count)}</p>
            <small className="clip">{guild.name}</small>
          </div>
          <Link className="link" to="/g/$guild/roster" params={{ guild: guildRef(guild) }}>
            {words.decide}
          </Link>
        </li>
      ))}
      {pictures > 0 && (
        <li>
          <span className="mark">
            <Icon name="flag" />
          </span>
          <p className="strong grow clip">{words.pictures(pictures)}</p>
        </li>
      )}
    </>
  );
}

/** Does not delay the page: pending decisions appear once they are known. */
function useTransfers() {
  const guilds = newsworthy(useQuery(myGuilds()).data ?? []);
  const rights = useQueries({ queries: guilds.map(({ id }) => rightsIn(id)) });
  const officerOf = guilds.filter((_, index) => {
    const guild = rights[index]?.data;
    return guild?.source === 'synced' && may(guild.abilityRules, 'update', 'Roster');
  });
  const found = useQueries({ queries: officerOf.map(({ id }) => transfersOf(id)) });
  return officerOf.flatMap((guild, index) => {
    const count = found[index]?.data?.pagination.total ?? 0;
    return count > 0 ? [{ guild, count }] : [];
  });
}
