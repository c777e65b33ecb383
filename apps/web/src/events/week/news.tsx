import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Empty, Section } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { useThisWeekData, useThisWeekQuery } from './week.queries.ts';
import { weekWords } from './week.words.ts';

const MOST = 5;

export function News() {
  const words = weekWords.use();
  // The page says once that the week cannot be read.
  if (useQuery(useThisWeekQuery()).isError) return null;
  return (
    <Section title={words.news}>
      <Posts />
    </Section>
  );
}

function Posts() {
  const words = weekWords.use();
  const { organizations, news } = useThisWeekData();
  const posts = news.slice(0, MOST);
  if (posts.length === 0) {
    return (
      <Empty icon="news" title={words.noNews}>
        {words.noNewsHint}
      </Empty>
    );
  }
  return (
    <ul className="list">
      {posts.map(({ id, title, author, createdAt, organizationId }) => (
        <li key={id}>
          <div className="grow">
            <p className="strong clip">
              <Link to="/posts/$post" params={{ post: id }}>
                {title}
              </Link>
            </p>
            <small className="clip">
              {author && `${author.displayName} · `}
              <TimeAgo at={createdAt} /> · {organizations.find((one) => one.id === organizationId)?.name}
            </small>
          </div>
        </li>
      ))}
    </ul>
  );
}
