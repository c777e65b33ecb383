import type { ChangePreferencesInput, PreferencesView } from '@guildhall/contracts/preferences.ts';
import type { Actor } from '../core/actor.ts';
import { columns, json, query, type RowOf } from '../core/db/statement.ts';
import { unauthenticated } from '../core/errors.ts';
import { given } from '../core/given.ts';
import type { AppContext } from '../core/services/context.ts';
import { loadPerson } from '../identity/people/lock-person.ts';

const Row = columns({ preferences: json<Partial<PreferencesView>>() });
type Row = RowOf<typeof Row>;

const READ = query(Row)`select preferences from person where id = $1`;

export async function getPreferences({ sql }: AppContext, actor: Actor): Promise<PreferencesView> {
  const row = await sql.maybe(READ, [actor.userId]);
  if (!row) throw unauthenticated();
  return viewOf(row);
}

/** Fields that are left out stay as they are. */
export async function changePreferences({ transact }: AppContext, actor: Actor, input: ChangePreferencesInput) {
  return transact(async (tx) => {
    const person = await loadPerson(tx, actor.userId);
    person.preferences = { ...person.preferences, ...given(input) };
    return viewOf(person);
  });
}

function viewOf({ preferences }: Row): PreferencesView {
  const { mutedNotifications = [], requestedNotifications = [], client = {} } = preferences;
  return { mutedNotifications, requestedNotifications, client };
}
