import type { UserView } from '@guildhall/contracts/user.ts';
import { signupWords } from '../signup/signup.words.ts';
import { mondayFor, prefetchWeek } from './week.queries.ts';
import { weekWords } from './week.words.ts';

export async function loadWeek(week: string | undefined, viewer: UserView): Promise<void> {
  prefetchWeek(mondayFor(week, viewer.timeZone), viewer);
  await Promise.all([weekWords.load(), signupWords.load()]);
}
