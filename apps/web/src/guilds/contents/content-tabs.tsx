import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { Link } from '@tanstack/react-router';
import { may } from '../../api/ability.tsx';
import { useGuildParams } from '../../routes/current-guild.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { TEXT_TYPES } from './contents.queries.ts';
import { contentsWords } from './contents.words.ts';

/** News and the guild's texts; outsiders see only the news. */
export function ContentTabs({ guild }: { guild: OrganizationView }) {
  const words = contentsWords.use();
  const params = useGuildParams(guild);
  if (!may(guild.abilityRules, 'read', 'Organization')) return null;
  return (
    <Tabs label={words.tabs}>
      <Link to="/g/$guild/posts" params={params}>
        {words.posts.title}
      </Link>
      {TEXT_TYPES.map((type) => (
        <Link
          key={type}
          to="/g/$guild/texts/$type"
          params={{ ...params, type }}
          activeOptions={{ includeSearch: false }}
        >
          {words.types[type]}
        </Link>
      ))}
    </Tabs>
  );
}
