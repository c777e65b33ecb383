import type { EventView } from '@guildhall/contracts/event.ts';
import type { PlanNoteView } from '@guildhall/contracts/plan-note.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Empty } from '../../ui/states.tsx';
import { NoteText } from './note-text.tsx';
import { notesWords } from './notes.words.ts';
import styles from './plan.module.css';
import { noteQuery } from './plan.queries.ts';

/** Officers alone need it. */
const NoteDialog = lazyPart(() => import('./note-dialog.tsx'), 'NoteDialog');

type Props = { event: EventView; boss: string; title: string };

/** The note for one boss, as it was pasted. */
export function NoteCard({ event, boss, title }: Props) {
  const words = notesWords.use();
  const format = useFormat();
  const { data: note } = useSuspenseQuery(noteQuery(event.id, boss));
  const [open, setOpen] = useOpenDialog({ [`plan-note:${event.id}:${boss}`]: true });
  const edit = () => setOpen(true);
  return (
    <>
      <header className="card-head wrap">
        <h2>{title}</h2>
        {note.format && note.format !== 'text' && <span className="tag">{note.format.toUpperCase()}</span>}
        {note.of === 'team' && event.team && <span className="tag">{event.team.name}</span>}
        {note.of && (
          <span className="row end">
            <Button small icon="copy" onClick={() => void copyText(note.text, words.copied)}>
              {words.copy}
            </Button>
            {note.mayEdit && (
              <Button small icon="note" onClick={edit}>
                {words.change}
              </Button>
            )}
          </span>
        )}
      </header>
      {note.of ? (
        <>
          <NoteText text={note.text} mine={note.mine} label={words.textOf({ boss: title })} mineLabel={words.mine} />
          <Absent note={note} />
          {note.changedAt && (
            <p className={`muted small ${styles.hint}`}>
              {note.changedBy
                ? words.savedBy({ name: note.changedBy.displayName, when: format.dayAndTime(new Date(note.changedAt)) })
                : words.saved({ when: format.dayAndTime(new Date(note.changedAt)) })}
            </p>
          )}
        </>
      ) : (
        <Empty
          icon="note"
          title={words.none}
          action={
            note.mayEdit && (
              <Button icon="plus" onClick={edit}>
                {words.add}
              </Button>
            )
          }
        >
          {note.mayEdit ? words.noneHint : words.noneForMembers}
        </Empty>
      )}
      <Suspense>
        {open && note.mayEdit && (
          <NoteDialog event={event} boss={boss} title={title} note={note} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function Absent({ note: { absent, planned } }: { note: PlanNoteView }) {
  const words = notesWords.use();
  if (absent.length === 0) return null;
  const notComing = planned ? words.notPlaced : words.absent;
  return (
    <ul className={styles.absent}>
      {absent.map(({ name, inGuild }) => (
        <li key={name} className="row">
          <Icon name="alert" size="s" />
          <span>{inGuild === false ? words.unknown({ name }) : notComing({ name })}</span>
        </li>
      ))}
    </ul>
  );
}
