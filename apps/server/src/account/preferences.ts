import type { ChangePreferencesInput, PreferencesView } from '@guildhall/contracts/preferences.ts';
import type { Actor } from '../core/actor.ts';
import { unauthenticated } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';

const READ = 'select preferences from person where id = $1';
const WRITE = 'update person set preferences = preferences || $2::jsonb where id = $1 returning preferences';

type Row = { preferences: Partial<PreferencesView> };

export async function getPreferences({ sql }: AppContext, actor: Actor): Promise<PreferencesView> {
  return viewOf(await sql<Row>(READ, [actor.userId]));
}

/** Fields that are left out stay as they are. */
export async function changePreferences(
  { sql }: AppContext,
  actor: Actor,
  input: ChangePreferencesInput,
): Promise<PreferencesView> {
  return viewOf(await sql<Row>(WRITE, [actor.userId, JSON.stringify(input)]));
}

function viewOf([row]: Row[]): PreferencesView {
  if (!row) throw unauthenticated();
  const { mutedNotifications = [], client = {} } = row.preferences;
  return { mutedNotifications, client };
}
