import styles from './discord-roles.module.css';
import { discordRolesWords } from './discord-roles.words.ts';

type Props = { people: { id: string; displayName: string }[]; total: number };

export function People({ people, total }: Props) {
  const words = discordRolesWords.use();
  return (
    // Long lists scroll, by keyboard too.
    <ul className={styles.people} {...(people.length > 40 ? { tabIndex: 0 } : {})}>
      {people.map(({ id, displayName }, index) => (
        // A member may lose two roles.
        <li key={`${id} ${index}`}>{displayName}</li>
      ))}
      {total > people.length && <li className="muted">{words.more({ count: total - people.length })}</li>}
    </ul>
  );
}
