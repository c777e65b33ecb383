import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/states.tsx';
import { AnswerControl, waitsForAnswer } from '../signup/answer-control.tsx';

export function WeekPage() {
  const { shell } = coreWords.use();
  return (
    <>
      <PageHead title={shell.week} />
      <Section title={shell.events}>
        <Upcoming />
      </Section>
    </>
  );
}

function Upcoming() {
  const { events } = useSuspenseQuery(api.events.listMine.queryOptions({})).data;
  return (
    <ul className="list">
      {events.map((event) => (
        <li key={event.id}>
          <b className={waitsForAnswer(event) ? 'grow strong' : 'grow'}>{event.title}</b>
          <AnswerControl event={event} />
        </li>
      ))}
    </ul>
  );
}
