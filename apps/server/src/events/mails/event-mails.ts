/** The mails about events that a person gets: all, unless they opt out. */
import type { EventMailsInput, EventMailsView } from '@guildhall/contracts/event-mails.ts';
import type { Actor } from '../../core/actor.ts';
import { columns, query, statement } from '../../core/db/statement.ts';
import { unauthenticated } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { EventMailKind } from './event-mail.entity.ts';

const CHOSEN = `'reminder' <> all (muted_event_mails) as reminder, 'promotion' <> all (muted_event_mails) as promotion,
  'placement' <> all (muted_event_mails) as placement,  'role_gap' <> all (muted_event_mails) as "roleGap",
  coalesce((preferences -> 'eventsByMessage')::boolean, false) as "byMessage"`;
const Chosen = columns({ reminder: 'bool', promotion: 'bool', placement: 'bool', roleGap: 'bool', byMessage: 'bool' });
const READ = query(Chosen)`select ${CHOSEN} from person where id = $1`;
const WRITE = query(Chosen)`
  update person set muted_event_mails = array(
    select unnest(muted_event_mails || $3::text[]) except select unnest($2::text[])),
    preferences = case when $4::boolean is null then preferences
      else preferences || jsonb_build_object('eventsByMessage', $4::boolean) end
  where id = $1 returning ${CHOSEN}`;

/** Messages are tried again, because they are asked for. */
const REOPEN = statement`update account set messages_closed_at = null where user_id = $1 and provider_id = 'discord'`;

const KINDS = { reminder: 'reminder', promotion: 'promotion', placement: 'placement', roleGap: 'role_gap' } as const;

export async function getEventMails({ sql }: AppContext, actor: Actor): Promise<EventMailsView> {
  return known(await sql.maybe(READ, [actor.userId]));
}

export async function chooseEventMails(ctx: AppContext, actor: Actor, input: EventMailsInput): Promise<EventMailsView> {
  const names = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const kindsThatAre = (wanted: boolean) => names.filter((name) => input[name] === wanted).map((name) => KINDS[name]);
  const { byMessage = null } = input;
  if (byMessage) await ctx.sql.run(REOPEN, [actor.userId]);
  return known(await ctx.sql.maybe(WRITE, [actor.userId, kindsThatAre(true), kindsThatAre(false), byMessage]));
}

/** One kind alone, as pressed below a message. */
export async function muteEventMails({ sql }: AppContext, actor: Actor, kind: EventMailKind): Promise<void> {
  await sql.many(WRITE, [actor.userId, [], [kind], null]);
}

function known(chosen: EventMailsView | null): EventMailsView {
  if (!chosen) throw unauthenticated();
  return chosen;
}
