import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Empty, Section } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { myCharacters } from '../signups/signups.queries.ts';
import styles from './week.module.css';
import { weekWords } from './week.words.ts';

const MOST = 5;

export function OwnCharacters() {
  const words = weekWords.use();
  const all = (
    <Link to="/characters" className="link">
      {words.allCharacters}
    </Link>
  );
  return (
    <Section title={words.characters} end={all}>
      <TopCharacters />
    </Section>
  );
}

function TopCharacters() {
  const words = weekWords.use();
  const characters = useSuspenseQuery(myCharacters())
    .data.filter(({ archivedAt }) => archivedAt === null)
    .toSorted(
      (a, b) =>
        Number(b.isMain) - Number(a.isMain) ||
        (b.itemLevel?.equipped ?? 0) - (a.itemLevel?.equipped ?? 0) ||
        b.level - a.level,
    )
    .slice(0, MOST);
  if (characters.length === 0) {
    const fetch = (
      <Link to="/welcome" className={buttonClass()}>
        {words.fetch}
      </Link>
    );
    return <Empty icon="character" title={words.noCharacters} action={fetch} />;
  }
  return (
    <ul className={`list ${styles.characters}`}>
      {characters.map((character) => {
        const profile = character.freshness.profile;
        return (
          <li key={character.id}>
            <ClassTile of={character.class} />
            <ClassName classId={character.class.id}>{character.name}</ClassName>
            <span className="muted small clip grow">{character.activeSpec?.name ?? character.class.name}</span>
            <b className="num">{character.itemLevel?.equipped ?? character.level}</b>
            <span className={profile?.status === 'failed' ? 'warn small' : 'muted small'}>
              {profile?.fetchedAt ? <TimeAgo at={profile.fetchedAt} /> : words.neverRead}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
