/** `In · Maybe · No`, and the character: the control shows the state. */

import type { EventView } from '@guildhall/contracts/event.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { serviceTime } from '../../api/service-time.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { Button } from '../../ui/button.tsx';
import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type SegmentChoice, SegmentedControl } from '../../ui/segmented-control.tsx';
import { dismissToasts, toast } from '../../ui/toast.tsx';
import styles from './answer.module.css';
import { type Bringing, usualBringing } from './choose-character.ts';
import { myCharacters } from './signups.queries.ts';
import { type SignupsWords, signupsWords } from './signups.words.ts';
import { type Answer, useAnswer } from './use-answer.ts';

type Sending = { note?: string | null; told?: { text: string; undo: (() => void) | undefined } };

const ChooseDialog = lazyPart(() => import('./choose-dialog.tsx'), 'ChooseDialog');

/** Large with the chooser beside it, small for a card in a list. The page loads `signupsWords` and `myCharacters()`. */
export function AnswerControl({ event, large = false }: { event: EventView; large?: boolean }) {
  const words = signupsWords.use();
  const characters = useQuery(myCharacters()).data ?? [];
  const answer = useAnswer(event);
  const [tapped, setTapped] = useState<{ answer: Answer | null; over: EventView['mine'] }>();
  const { mine } = event;
  const [asking, setAsking] = useChooser(event);
  const state = fixedState(event);
  if (state) return <p className={`${styles.state} muted small`}>{stateWords(words, event, state)}</p>;

  const usual = usualBringing(event, characters);
  // The cache follows a moment after the tap.
  const shown = tapped && tapped.over === mine ? tapped.answer : answerOf(mine);
  const subject = `answer-${event.id}`;
  const sent = (next: Answer | null, bringing: Bringing | undefined, { note, told }: Sending = {}) => {
    setTapped({ answer: next, over: mine });
    return answer.mutateAsync(
      { answer: next, bringing, ...(note === undefined ? {} : { note }) },
      {
        onError: () => setTapped(undefined),
        // An answer on its way is not yet true, and an earlier message is not true any more.
        onSuccess: () => (told ? toast({ ...told, subject }) : dismissToasts(subject)),
      },
    );
  };
  // A failure is told by the mutation itself.
  const send = (...args: Parameters<typeof sent>) => void sent(...args).catch(() => {});
  const choose = (next: Answer) => {
    if (next === 'declined') {
      const gaveUp = mine?.status === 'signed_up' || mine?.status === 'waitlist';
      const told = { text: words.gaveUp({ title: event.title }), undo: () => send('signed_up', usual) };
      send(next, undefined, gaveUp ? { told } : {});
    } else if (usual) send(next, usual);
    else setAsking(next);
  };
  const takeBack = () => {
    const before = answerOf(mine);
    const undo = before === null ? undefined : () => send(before, usual, { note: mine?.note ?? null });
    send(null, undefined, { told: { text: words.tookBack({ title: event.title }), undo } });
  };
  const waits = mine?.status === 'waitlist' && shown === 'signed_up';
  const choices = choicesOf(words, mine, { waits, large });
  // After the deadline people can only withdraw.
  const open = isClosed(event) ? choices.filter(({ value }) => value === 'declined' || value === shown) : choices;
  const seg = (
    <SegmentedControl
      legend={words.question({ title: event.title })}
      choices={open}
      value={shown}
      onChange={choose}
      large={large}
    />
  );
  return (
    <div className={large ? styles.large : styles.small}>
      {seg}
      {large && (
        <div className={styles.below}>
          <ComesAs
            event={event}
            bringing={usual}
            onClick={() => setAsking(shown === 'tentative' ? 'tentative' : 'signed_up')}
          />
          {mine && shown && !isClosed(event) && (
            <Button kind="ghost" aria-label={words.takeBackWhole} onClick={takeBack}>
              {words.takeBack}
            </Button>
          )}
        </div>
      )}
      {large && waits && (
        <p className={`${styles.waits} muted small`}>{words.waiting({ position: mine.position ?? 1 })}</p>
      )}
      {asking && (
        <Suspense>
          <ChooseDialog
            name={chooserOf(event, asking)}
            event={event}
            bringing={usual}
            onClose={() => setAsking(undefined)}
            send={(bringing, note) => sent(asking, bringing, { note })}
          />
        </Suspense>
      )}
    </div>
  );
}

type ControlLook = { waits: boolean; large: boolean };

function choicesOf(
  words: SignupsWords,
  mine: EventView['mine'],
  { waits, large }: ControlLook,
): SegmentChoice<Answer>[] {
  const glyph = (icon: IconName) => (large ? { icon } : {});
  return [
    waits
      ? { value: 'signed_up', label: words.place({ position: mine?.position ?? 1 }), look: 'wait', ...glyph('clock') }
      : { value: 'signed_up', label: words.in, look: 'in', ...glyph('check') },
    { value: 'tentative', label: large ? words.maybe : words.maybeShort, look: 'maybe', ...glyph('clock') },
    { value: 'declined', label: words.no, ...glyph('x') },
  ];
}

type ComesAsProps = { event: EventView; bringing: Bringing | undefined; onClick(): void };

/** “as Brynhild, tank”, with a way to change it. */
function ComesAs({ bringing, onClick }: ComesAsProps) {
  const words = signupsWords.use();
  const { roles } = coreWords.use();
  const characters = useQuery(myCharacters()).data ?? [];
  const character = characters.find(({ id }) => id === bringing?.characterId);
  return (
    <button type="button" className={`btn ghost ${styles.as}`} aria-haspopup="dialog" onClick={onClick}>
      {character && bringing ? (
        <>
          <ClassTile of={character.class} />
          <span className="row">
            {words.comesAs} <ClassName classId={character.class.id}>{character.name}</ClassName>
            {bringing.roles.length > 0 && (
              <span className="muted"> · {bringing.roles.map((role) => roles[role]).join(', ')}</span>
            )}
          </span>
        </>
      ) : (
        <span>{words.character}</span>
      )}
      <Icon name="down" size="s" />
    </button>
  );
}

/** The answers that bring a character. */
type Comes = Exclude<Answer, 'declined'>;

const useChooser = (event: EventView) =>
  useOpenDialog<Comes>({ [chooserOf(event, 'signed_up')]: 'signed_up', [chooserOf(event, 'tentative')]: 'tentative' });

const chooserOf = ({ id }: EventView, answer: Comes) => `answer:${answer}:${id}`;

function answerOf(mine: EventView['mine']): Answer | null {
  return mine?.status === 'waitlist' ? 'signed_up' : (mine?.status ?? null);
}

export const hasBegun = ({ startsAt }: EventView) => Date.parse(startsAt) <= serviceTime();
export const isClosed = ({ signupDeadline }: EventView) =>
  signupDeadline !== null && Date.parse(signupDeadline) <= serviceTime();

/** Published, upcoming, and still open for an answer. */
export const waitsForAnswer = (event: EventView) =>
  event.status === 'published' && event.mine === null && !event.archived && !hasBegun(event) && !isClosed(event);

export const mayAnswer = (event: EventView): boolean => fixedState(event) === undefined;

/** States in which nothing can be answered. */
function fixedState(event: EventView): 'cancelled' | 'draft' | 'over' | 'archived' | 'closed' | undefined {
  if (event.status === 'cancelled' || event.status === 'draft') return event.status;
  if (event.status === 'completed' || hasBegun(event)) return 'over';
  if (event.archived) return 'archived';
  const wasIn = event.mine !== null && event.mine.status !== 'declined';
  return isClosed(event) && !wasIn ? 'closed' : undefined;
}

type Fixed = NonNullable<ReturnType<typeof fixedState>>;

function stateWords(words: ReturnType<typeof signupsWords.now>, { mine }: EventView, state: Fixed): string {
  if (state !== 'over') return words.states[state];
  return mine?.attendance ? words.attendance[mine.attendance] : words.states[mine?.status ?? 'unanswered'];
}
