import type { CharacterView } from '@guildhall/contracts/character.ts';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../i18n/format.ts';
import { ClassName, ClassTile, classTint } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { CharacterMenu } from './character-menu.tsx';
import styles from './characters.module.css';
import { charactersWords } from './characters.words.ts';

export function CharacterCard({ character }: { character: CharacterView }) {
  const words = charactersWords.use();
  const format = useFormat();
  const { name, realm, level, itemLevel, activeSpec, guild, lastLoginAt, achievementPoints } = character;
  const away = character.archivedAt !== null;
  return (
    <li className={`card ${styles.card} ${classTint(character.class.id)} ${away ? styles.away : ''}`}>
      <div className={styles.top}>
        <ClassTile of={character.class} large />
        <div className="grow">
          <h2 className={styles.name}>
            <Link to="/characters/$id/$tab" params={{ id: character.id, tab: 'overview' }} className={styles.open}>
              <ClassName classId={character.class.id}>{name}</ClassName>
            </Link>
            {character.isMain && (
              <span className={styles.star} title={words.main}>
                <Icon name="star" />
                <span className="sr">{words.main}</span>
              </span>
            )}
          </h2>
          <p className="muted small clip">{[activeSpec?.name, character.class.name].filter(Boolean).join(' · ')}</p>
        </div>
        <CharacterMenu character={character} />
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{words.itemLevel}</dt>
          <dd>{itemLevel?.equipped ?? '–'}</dd>
        </div>
        <div>
          <dt>{words.level}</dt>
          <dd>{level}</dd>
        </div>
        <div>
          <dt>{words.points}</dt>
          <dd>{achievementPoints === null ? '–' : format.number(achievementPoints)}</dd>
        </div>
      </dl>
      <p className={`small ${styles.where}`}>
        <Icon name={guild ? 'home' : 'flag'} size="s" />
        <span className="clip">{[guild?.name, realm?.name].filter(Boolean).join(' · ') || words.noRealm}</span>
      </p>
      <p className={`small muted ${styles.foot}`}>
        <span>
          {lastLoginAt ? (
            <>
              {words.played} <TimeAgo at={lastLoginAt} />
            </>
          ) : (
            words.neverPlayed
          )}
        </span>
        <Standing character={character} />
      </p>
    </li>
  );
}

/** Shows only the most important exceptional state. */
function Standing({ character }: { character: CharacterView }) {
  const words = charactersWords.use();
  const format = useFormat();
  if (character.missingSince) {
    return (
      <span className="tag t-warn" title={words.missingHint}>
        {words.missing({ ago: format.relative(new Date(character.missingSince)) })}
      </span>
    );
  }
  if (character.archivedAt) return <span className="tag">{words.isArchived}</span>;
  if (character.source === 'manual') return <span className="tag">{words.byHand}</span>;
  if (!character.verified) {
    return (
      <span className="tag" title={words.unprovenHint}>
        {words.unproven}
      </span>
    );
  }
  return null;
}
