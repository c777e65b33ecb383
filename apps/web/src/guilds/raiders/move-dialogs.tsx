import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import type { RaiderMovedView, RaiderView } from '@guildhall/contracts/raider.ts';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { everyRaider } from '../../events/event/every-raider.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { useFormat } from '../../i18n/format.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { distinctLabels } from '../../ui/distinct-labels.ts';
import { Checkbox } from '../../ui/field.tsx';
import { FormDialog, useForm } from '../../ui/form.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { raiderMark } from '../../ui/raider-mark.tsx';
import { toast } from '../../ui/toast.tsx';
import { detailsOf, mainOf, nameOf } from './raider-name.tsx';
import { undoUntil, useUndoChange } from './raider-verbs.ts';
import styles from './raiders.module.css';
import { invalidateRaiders } from './raiders.queries.ts';
import { raidersWords } from './raiders.words.ts';

type Props = { guild: OrganizationView; raider: RaiderView; onClose(): void };

/** The raider with an account takes in the other; without one, the first. */
const survivorOf = (raider: RaiderView, other: RaiderView): [stays: RaiderView, moves: RaiderView] =>
  other.user === null ? [raider, other] : [other, raider];

export function MergeDialog({ guild, raider, onClose }: Props) {
  const { merge: words } = raidersWords.use();
  const marks = coreWords.use().raider;
  const { data = [] } = useQuery(everyRaider(guild));
  const { undo } = useUndoChange(guild);
  const others = data.filter(({ id, user }) => id !== raider.id && (user === null || raider.user === null));
  const form = useForm<{ other: string }, RaiderMovedView>({
    name: `raider-merge:${raider.id}`,
    before: { other: '' },
    send: ({ other }) => client.raiders.merge.mutate({ id: raider.id, raiderId: other }),
    async sent({ changeId }, { other: chosen }) {
      const other = others.find(({ id }) => id === chosen);
      const [stays, moves] = survivorOf(raider, other ?? raider);
      toast({ text: words.merged({ from: nameOf(moves), to: nameOf(stays) }), undo: () => undo(changeId) });
      onClose();
      await invalidateRaiders();
    },
  });
  const other = others.find(({ id }) => id === form.value.other);
  return (
    <FormDialog
      of={form}
      title={words.title({ name: nameOf(raider) })}
      verb={words.verb}
      disabled={!other}
      onClose={onClose}
    >
      <Combobox
        label={words.with}
        options={others.map((one) => ({
          ...{ value: one.id, label: `${nameOf(one)} · ${one.user?.displayName ?? raiderMark(marks, one)}` },
          details: detailsOf(one),
        }))}
        value={form.value.other || null}
        onChange={(chosen) => form.change({ other: chosen ?? '' })}
      />
      {other && <Preview raider={raider} other={other} />}
    </FormDialog>
  );
}

function Preview({ raider, other }: { raider: RaiderView; other: RaiderView }) {
  const { merge: words, panel } = raidersWords.use();
  const format = useFormat();
  const [stays, moves] = survivorOf(raider, other);
  const characters = [...stays.characters, ...moves.characters];
  const main = mainOf(stays) ?? mainOf(moves);
  return (
    <section className={styles.preview} aria-label={words.result}>
      <h3>{words.result}</h3>
      <ul className={styles.family}>
        {characters.map((character, at) => (
          <li key={character.id ?? character.rosterEntryId ?? at}>
            {character.class && <ClassTile of={character.class} />}
            <ClassName classId={character.class?.id ?? null}>{character.name}</ClassName>
            {character === main && <span className="tag">{panel.main}</span>}
          </li>
        ))}
      </ul>
      <p className="small">{words.stays({ name: nameOf(stays), count: characters.length })}</p>
      <p className="small">{words.moves({ name: nameOf(moves), stays: nameOf(stays) })}</p>
      {stays.user && <p className="small">{words.account({ person: stays.user.displayName })}</p>}
      <p className="small muted">{words.undo({ date: format.date(undoUntil()) })}</p>
    </section>
  );
}

export function SplitDialog({ guild, raider, first, onClose }: Props & { first: string }) {
  const { split: words } = raidersWords.use();
  const format = useFormat();
  const { undo } = useUndoChange(guild);
  const own = raider.characters.flatMap(({ id, name, realm }) =>
    id === null ? [] : [{ id, label: name, details: [realm] }],
  );
  const ids = own.map(({ id }) => id);
  const form = useForm<{ characterIds: string[] }, RaiderMovedView>({
    name: `raider-split:${raider.id}`,
    before: { characterIds: ids.filter((id) => id === first) },
    send: ({ characterIds }) => client.raiders.split.mutate({ id: raider.id, characterIds }),
    async sent({ other, changeId }) {
      toast({ text: words.done({ name: other ? nameOf(other) : '–' }), undo: () => undo(changeId) });
      onClose();
      await invalidateRaiders();
    },
  });
  return (
    <FormDialog
      of={form}
      title={words.title({ name: nameOf(raider) })}
      verb={words.verb}
      disabled={form.value.characterIds.length === 0}
      onClose={onClose}
    >
      <fieldset className="form">
        <legend className="small">{words.which}</legend>
        {distinctLabels(own).map(({ id, label }) => (
          <Checkbox key={id} label={label} {...form.pick('characterIds', id, ids)} />
        ))}
      </fieldset>
      <p className="small muted">{words.hint({ date: format.date(undoUntil()) })}</p>
    </FormDialog>
  );
}
