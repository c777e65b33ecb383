import type { ChangePreferencesInput, PreferencesView } from '@guildhall/contracts/preferences.ts';
import type { Actor } from '../core/actor.ts';
import { columns, json, query, type RowOf } from '../core/db/statement.ts';
import { unauthenticated } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';

const Row = columns({ preferences: json<Partial<PreferencesView>>() });
type Row = RowOf<typeof Row>;

const READ = query(Row)`select preferences from person where id = $1`;
const WRITE = query(Row)`update person set preferences = preferences || $2::jsonb where id = $1 returning preferences`;

export async function getPreferences({ sql }: AppContext, actor: Actor): Promise<PreferencesView> {
  return viewOf(await sql.many(READ, [actor.userId]));
}

/** Fields that are left out stay as they are. */
export async function changePreferences({ sql }: AppContext, actor: Actor, input: ChangePreferencesInput) {
  return viewOf(await sql.many(WRITE, [actor.userId, JSON.stringify(input)]));
}

function viewOf([row]: Row[]): PreferencesView {
  if (!row) throw unauthenticated();
  const { mutedNotifications = [], requestedNotifications = [], client = {} } = row.preferences;
  return { mutedNotifications, requestedNotifications, client };
}
