import { coreWords } from '../../i18n/core.words.ts';
import { Button } from '../../ui/button.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Options } from '../../ui/select.tsx';
import type { Board } from './board.ts';
import { find } from './draft.ts';
import { nameOf, ROLES } from './faces.tsx';
import styles from './lineup.module.css';
import { lineupWords } from './lineup.words.ts';
import { wantedText } from './wish-mark.tsx';

/** Actions on the person who is picked, besides giving them a place. */
export function PickBar({ board }: { board: Board }) {
  const words = lineupWords.use();
  const { roles } = coreWords.use();
  const { picked } = board;
  if (!picked) return null;
  const played = picked.character?.class;
  const wanted = board.wanted(picked.raider.id);
  const there = find(board.draft.places, picked.raider.id);
  return (
    <div className={styles.bar} data-bottom-bar role="toolbar" aria-label={nameOf(picked)}>
      {played && <ClassTile of={played} />}
      <span className={`grow ${styles.name}`}>
        <ClassName classId={played?.id ?? null}>{nameOf(picked)}</ClassName>
        <small className="muted">
          {[board.realmOf(picked), wanted ? wantedText(wanted) : picked.spec?.name, words.tapPlace]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      {there && (
        <label>
          <span className="sr">{words.asRole({ name: nameOf(picked) })}</span>
          <select
            className="input"
            value={there.role}
            onChange={({ target }) => {
              const role = ROLES.find((each) => each === target.value);
              if (role) board.change(there, role);
            }}
          >
            <Options of={ROLES.map((role) => [role, roles[role]])} />
          </select>
        </label>
      )}
      {there && (
        <Button kind="ghost" onClick={() => board.remove(there)}>
          {words.takeOut}
        </Button>
      )}
      <Button onClick={() => board.pick(undefined)}>{words.putBack}</Button>
    </div>
  );
}
