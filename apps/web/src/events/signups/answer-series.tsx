import type { EventView } from '@guildhall/contracts/event.ts';
import type { SeriesAnsweredView } from '@guildhall/contracts/participation.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { type Bringing, usualBringing } from './choose-character.ts';
import { takeBack, useSeriesAnswer } from './series-answer.ts';
import { myCharacters } from './signups.queries.ts';
import { signupsWords } from './signups.words.ts';

const ChooseDialog = lazyPart(() => import('./choose-dialog.tsx'), 'ChooseDialog');

const chooserOf = ({ id }: EventView) => `answer-series:${id}`;

type Props = { event: EventView /** Events that are open and have no answer. */; count: number };

/** “In for all 6”: a series is one question, and one tap answers it. */
export function AnswerSeries({ event, count }: Props) {
  const { series: words } = signupsWords.use();
  const characters = useQuery(myCharacters()).data ?? [];
  const answer = useSeriesAnswer(event);
  const [asking, setAsking] = useOpenDialog({ [chooserOf(event)]: true });
  const usual = usualBringing(event, characters);
  const subject = `answer-${event.id}`;
  const send = (bringing: Bringing) =>
    answer.mutateAsync(bringing, { onSuccess: (result) => toast({ ...told(event, result), subject }) });
  const told = ({ title }: EventView, { answered, skipped }: SeriesAnsweredView) => {
    const waits = answered.filter(({ status }) => status === 'waitlist').length;
    const away = skipped.filter(({ why }) => why === 'away').length;
    const refused = skipped.filter(({ why }) => why !== 'away' && why !== 'answered').length;
    const text = [
      words.answered({ title, count: answered.length - waits }),
      waits > 0 && words.waits({ count: waits }),
      away > 0 && words.away({ count: away }),
      refused > 0 && words.skipped({ count: refused }),
    ];
    const undo = () =>
      void takeBack(answered.map(({ eventId }) => eventId)).then(
        () => toast({ text: words.tookBack({ title }), subject }),
        toastFailure,
      );
    return { text: text.filter(Boolean).join(' '), undo: answered.length > 0 ? undo : undefined };
  };
  return (
    <>
      <Button
        small
        icon="check"
        title={words.inForAllHint}
        pending={answer.isPending}
        onClick={() => (usual ? void send(usual).catch(() => {}) : setAsking(true))}
      >
        {words.inForAll({ count })}
      </Button>
      {asking && (
        <Suspense>
          <ChooseDialog
            name={chooserOf(event)}
            event={event}
            bringing={usual}
            onClose={() => setAsking(undefined)}
            send={send}
          />
        </Suspense>
      )}
    </>
  );
}
