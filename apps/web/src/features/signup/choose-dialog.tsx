import type { EventRole, EventView } from '@guildhall/contracts/event.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { coreWords } from '../../i18n/core.words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ClassName, ClassTile, RoleIcon } from '../../ui/game.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './answer.module.css';
import { type Bringing, bringingOf, candidates, rolesFor } from './bring.ts';
import { myCharacters } from './signup.queries.ts';
import { signupWords } from './signup.words.ts';

type Props = {
  event: EventView;
  bringing: Bringing | undefined;
  onClose(): void;
  onChoose(bringing: Bringing, note: string | null): void;
};

/** Chooses a character, a role and a note for the others. */
export function ChooseDialog({ event, bringing, onClose, onChoose }: Props) {
  const words = signupWords.use();
  const core = coreWords.use();
  const fit = candidates(event, useQuery(myCharacters()).data ?? []);
  const [wish, setWish] = useState<Partial<Bringing>>(bringing ?? {});
  const [note, setNote] = useState(event.mine?.note ?? '');
  const character = fit.find(({ id }) => id === wish.characterId) ?? fit[0];
  if (!character) {
    return (
      <Dialog open onClose={onClose} title={words.whoComes(event.title)}>
        <Empty
          icon="character"
          title={words.noCharacter}
          action={
            <Link to="/welcome" className={buttonClass('primary')}>
              {core.shell.characters}
            </Link>
          }
        >
          {words.noCharacterHint}
        </Empty>
      </Dialog>
    );
  }
  const roles = rolesFor(event, character);
  const chosen = bringingOf(event, character, wish.roles);
  const [first, ...others] = chosen?.roles ?? [];
  const wishFor = (preferred: EventRole | undefined, also: readonly EventRole[]) =>
    preferred &&
    setWish({ characterId: character.id, roles: [preferred, ...also.filter((role) => role !== preferred)] });
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.whoComes(event.title)}
      actions={
        <>
          <Button onClick={onClose}>{core.ui.cancel}</Button>
          <Button
            kind="primary"
            icon="check"
            disabled={!chosen}
            onClick={() => chosen && onChoose(chosen, note.trim() || null)}
          >
            {words.signUp}
          </Button>
        </>
      }
    >
      <fieldset className={styles.picks}>
        <legend>{words.character}</legend>
        {fit.map((one) => (
          <label key={one.id}>
            <input
              type="radio"
              name="character"
              checked={one.id === character.id}
              onChange={() => setWish({ characterId: one.id })}
            />
            <ClassTile of={one.class} />
            <span className="grow">
              <ClassName classId={one.class.id}>{one.name}</ClassName>
              <small className="muted">{one.activeSpec?.name ?? one.class.name}</small>
            </span>
            <b className="num small">{one.itemLevel?.equipped}</b>
          </label>
        ))}
      </fieldset>
      {!chosen && <p className="warn small">{words.noRole(character.name)}</p>}
      {chosen && roles.length > 0 && (
        <fieldset className={styles.picks}>
          <legend>{words.role}</legend>
          {roles.map((role) => (
            <label key={role}>
              <input type="radio" name="role" checked={role === first} onChange={() => wishFor(role, others)} />
              <Places event={event} role={role} />
            </label>
          ))}
        </fieldset>
      )}
      {chosen && roles.length > 1 && (
        <fieldset className={styles.picks}>
          <legend>{words.also}</legend>
          {roles
            .filter((role) => role !== first)
            .map((role) => {
              const place = others.indexOf(role);
              return (
                <label key={role}>
                  <input
                    type="checkbox"
                    checked={place >= 0}
                    onChange={() =>
                      wishFor(first, place >= 0 ? others.filter((other) => other !== role) : [...others, role])
                    }
                  />
                  <Places event={event} role={role} />
                  {place >= 0 && <b className={`num small ${styles.open}`}>{words.choice(place + 2)}</b>}
                </label>
              );
            })}
          <p className="muted small">{words.alsoHint}</p>
        </fieldset>
      )}
      <TextField
        label={words.note}
        hint={words.noteHint}
        maxLength={200}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </Dialog>
  );
}

function Places({ event, role }: { event: EventView; role: EventRole }) {
  const words = signupWords.use();
  const slot = event.slots.find(({ roleKey }) => roleKey === role);
  const mineAlready = event.mine?.status === 'signed_up' && event.mine.roleKey === role;
  const isFull = slot !== undefined && slot.signedUp >= slot.max && !mineAlready;
  return (
    <>
      <RoleIcon role={role} words />
      <span className="grow small muted">{isFull && words.full}</span>
      <span className="num small">
        <b className={isFull ? undefined : styles.open}>{slot?.signedUp}</b>/{slot?.max}
      </span>
    </>
  );
}
