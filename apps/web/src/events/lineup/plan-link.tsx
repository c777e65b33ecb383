import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { myJobsQuery } from '../notes/plan.queries.ts';
import { lineupWords } from './lineup.words.ts';

/** Leads to the notes of the event, at the same boss, and says how many of their lines concern the viewer. */
export function PlanLink({ event, boss }: { event: string; boss: number | undefined }) {
  const words = lineupWords.use();
  const { data } = useQuery(myJobsQuery(event));
  const jobs = data?.notes.reduce((sum, note) => sum + note.jobs.length, 0) ?? 0;
  return (
    <Link
      to="/events/$event/plan"
      params={{ event }}
      search={boss === undefined ? {} : { boss: String(boss) }}
      className={buttonClass()}
    >
      <Icon name="note" />
      {words.notes({ count: jobs })}
    </Link>
  );
}
