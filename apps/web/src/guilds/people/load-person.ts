import { queryClient } from '../../api/client.ts';
import { memberQuery } from './people.queries.ts';
import { peopleWords } from './people.words.ts';

/** Apart from the route, which is part of the first load of every page. */
export const loadPerson = ({ guild, person }: { guild: string; person: string }) =>
  Promise.all([peopleWords.load(), queryClient.ensureQueryData(memberQuery(guild, person))]);
