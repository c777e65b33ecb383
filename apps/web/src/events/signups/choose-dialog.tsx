import { distinctNames } from '@guildhall/contracts/distinct-names.ts';
import type { EventRole, EventView } from '@guildhall/contracts/event.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { coreWords } from '../../i18n/core.words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { ClassName, ClassTile, RoleIcon } from '../../ui/game.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './answer.module.css';
import { type Bringing, bringingOf, candidates, rolesFor } from './choose-character.ts';
import { myCharacters } from './signups.queries.ts';
import { signupsWords } from './signups.words.ts';

type Props = {
  /** The name of its form. */
  name: string;
  event: EventView;
  bringing: Bringing | undefined;
  onClose(): void;
  send(bringing: Bringing, note: string | null): Promise<unknown>;
};

type Wished = { wish: Partial<Bringing>; note: string };

/** Chooses a character, a role and a note for the others. */
export function ChooseDialog({ name, event, bringing, onClose, send }: Props) {
  const words = signupsWords.use();
  const core = coreWords.use();
  const fit = candidates(event, useQuery(myCharacters()).data ?? []);
  const chosenOf = ({ characterId, roles: wanted }: Partial<Bringing>) => {
    const one = fit.find(({ id }) => id === characterId) ?? fit[0];
    return { character: one, chosen: one && bringingOf(event, one, wanted) };
  };
  const form = useForm<Wished, unknown>({
    name,
    before: { wish: bringing ?? {}, note: event.mine?.note ?? '' },
    send({ wish, note }) {
      const { chosen } = chosenOf(wish);
      return chosen ? send(chosen, note.trim() || null) : Promise.resolve();
    },
    sent: onClose,
  });
  const { character, chosen } = chosenOf(form.value.wish);
  if (!character) {
    return (
      <Dialog open onClose={onClose} title={words.whoComes({ title: event.title })}>
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
  const names = distinctNames(fit.map(({ name, realm, level }) => ({ name, details: [realm?.name, level] })));
  const roles = rolesFor(event, character);
  const [first, ...others] = chosen?.roles ?? [];
  const wishFor = (preferred: EventRole | undefined, also: readonly EventRole[]) =>
    preferred &&
    form.change({
      wish: { characterId: character.id, roles: [preferred, ...also.filter((role) => role !== preferred)] },
    });
  return (
    <FormDialog
      of={form}
      onClose={onClose}
      title={words.whoComes({ title: event.title })}
      verb={words.signUp}
      icon="check"
      disabled={!chosen}
    >
      <fieldset className={styles.picks}>
        <legend>{words.character}</legend>
        {fit.map((one, at) => (
          <label key={one.id}>
            <input
              type="radio"
              name="character"
              checked={one.id === character.id}
              onChange={() => form.change({ wish: { characterId: one.id } })}
            />
            <ClassTile of={one.class} />
            <span className="grow">
              <ClassName classId={one.class.id}>{names[at]}</ClassName>
              <small className="muted">{one.activeSpec?.name ?? one.class.name}</small>
            </span>
            <b className="num small">{one.itemLevel?.equipped}</b>
          </label>
        ))}
      </fieldset>
      {!chosen && <p className="warn small">{words.noRole({ name: character.name })}</p>}
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
                  {place >= 0 && <b className={`num small ${styles.open}`}>{words.choice({ place: place + 2 })}</b>}
                </label>
              );
            })}
          <p className="muted small">{words.alsoHint}</p>
        </fieldset>
      )}
      <TextField {...form.text('note')} label={words.note} hint={words.noteHint} maxLength={200} />
    </FormDialog>
  );
}

function Places({ event, role }: { event: EventView; role: EventRole }) {
  const words = signupsWords.use();
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
