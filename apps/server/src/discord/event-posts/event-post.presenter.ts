/** Turns an event into the message that shows it on Discord, within Discord's limits whatever the event contains. */
import { truncate } from '@guildhall/contracts/cut-text.ts';
import { EventRole, EventStatus, EventType } from '@guildhall/contracts/event.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { OutgoingButton, OutgoingMessage } from '@guildhall/discord/schemas.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, object, objects, query, type RowOf, text } from '../../core/db/statement.ts';
import type { Language } from '../../core/services/spoken-languages.ts';
import { BROUGHT_CHARACTER, IS_NOT_LEAVING, positionOf } from '../../events/event/event.queries.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { IS_LOCKED, IS_THERE, LOCKS_AT } from '../../loot/reserves/reserve.access.ts';
import { discordWords } from '../words/discord.words.ts';
import { type PostWords, postWords } from './post.words.ts';

const PostedParticipant = columns({
  /** The name of the character; null when it is gone. */
  name: 'text?',
  realm: 'text?',
  roleKey: text(EventRole.options).orNull,
  status: text(['signed_up', 'waitlist', 'tentative']),
  /** On the waitlist. */
  position: 'int?',
  hasNote: 'bool',
  lateMinutes: 'int?',
});
export type PostedParticipant = RowOf<typeof PostedParticipant>;

export type PostedEvent = Omit<RowOf<typeof VIEW>, 'locale'> & { detail: 'names' | 'counts' };

const VIEW = query({
  id: 'uuid',
  title: 'text',
  description: 'text?',
  type: text(EventType.options),
  status: text(EventStatus.options),
  instance: 'text?',
  /** Seconds since 1970. */
  startsAt: 'float',
  endsAt: 'float',
  closesAt: 'float',
  isClosed: 'bool',
  /** Its guild is archived: it takes no answers until it is restored. */
  isArchived: 'bool',
  locale: 'text?',
  slots: objects({ roleKey: text(EventRole.options), max: 'int', taken: 'int' }),
  /** All but those who declined, in the order of their tickets. */
  participants: objects(PostedParticipant),
  declined: 'int',
  /** Raiders who have reserved items; null where the event has no reserves. The items are not for the channel. */
  reserves: object({ coming: 'int', others: 'int', locksAt: 'float', isLocked: 'bool' }).orNull,
})`
  select e.id, e.title, e.description, e.type, e.status, coalesce(own.name, english.name) as instance,
    extract(epoch from e.starts_at)::int8::float8 as "startsAt", extract(epoch from e.ends_at)::int8::float8 as "endsAt",
    extract(epoch from closes.at)::int8::float8 as "closesAt", closes.at <= now() as "isClosed", o.archived_at is not null as "isArchived",
    o.settings ->> 'locale' as locale, slots.slots, people.participants, people.declined,
    (select jsonb_build_object('coming', count(distinct r.raider_id) filter (where p.id is not null and ${IS_THERE}),
       'others', count(distinct r.raider_id) filter (where p.id is null and ${IS_THERE}),
       'locksAt', extract(epoch from ${LOCKS_AT})::int8, 'isLocked', ${IS_LOCKED})
     from reserve_sheet s left join reserve r on r.sheet_event_id = s.event_id
     left join raider k on k.id = r.raider_id left join person u on u.id = k.user_id
     left join participation p on p.event_id = s.event_id and p.raider_id = k.id and p.status = 'signed_up'
     where s.event_id = e.id group by s.event_id) as reserves
  from event e join organization o on o.id = e.organization_id
  left join journal_instance_locale english on english.entity_id = e.journal_instance_id and english.locale = 'en_US'
  left join journal_instance_locale own on own.entity_id = e.journal_instance_id
    and own.locale = o.settings ->> 'locale'
  cross join lateral (select e.starts_at - coalesce(e.signup_closes_minutes, 0) * interval '1 minute' as at) closes
  cross join lateral (
    select coalesce(json_agg(json_build_object('roleKey', s.role_key, 'max', s.max, 'taken', s.taken)
      order by s.position), '[]') as slots
    from event_slot s where s.event_id = e.id
  ) slots
  cross join lateral (
    select count(*) filter (where p.status = 'declined')::int as declined,
      coalesce(json_agg(json_build_object('name', coalesce(c.name, f.name, r.name), 'realm', coalesce(c.realm_slug, f.realm), 'roleKey', p.role_key,
        'status', p.status, 'position', ${positionOf('p')}, 'hasNote', p.note is not null,
        'lateMinutes', p.late_minutes) order by p.ticket, p.status_since, p.id)
        filter (where p.status <> 'declined'), '[]') as participants
    from participation p join raider r on r.id = p.raider_id left join character c on c.id = p.character_id
    ${BROUGHT_CHARACTER}
    where p.event_id = e.id and ${IS_NOT_LEAVING}
  ) people
  where e.id = $1`;

/** The event as every member of the guild may see it, with the language of the guild. */
export async function readPostedEvent(sql: Sql, eventId: string, detail: PostedEvent['detail']) {
  const row = await sql.maybe(VIEW, [eventId]);
  if (!row) return null;
  const { locale, ...event } = row;
  return { event: { ...event, detail }, locale };
}

export const eventPageUrl = (baseUrl: string, eventId: string) => `${baseUrl}/events/${eventId}`;

/** Discord counts UTF-16 units, as JavaScript does, and allows 6,000 over all. */
export const LONGEST = {
  title: 256,
  description: 900,
  text: 600,
  value: 1_024,
  content: 200,
  all: 5_900,
  leastValue: 60,
};

const COLORS: Record<EventType, number> = {
  raid: 0xc0392b,
  dungeon: 0x2980b9,
  social: 0x27ae60,
  pvp: 0x8e44ad,
  other: 0x7f8c8d,
};
const ENDED = 0x95a5a6;

export function presentEventPost(event: PostedEvent, language: Language, pageUrl: string): OutgoingMessage {
  const words = postWords(language);
  const { roles } = discordWords(language);
  const isLive = event.status === 'published' && !event.isArchived;
  const description = descriptionOf(event, words);
  const title = truncate(escapeMarkdown(event.title), LONGEST.title);
  const footer = event.declined > 0 ? { footer: { text: words.declined({ count: event.declined }) } } : {};
  const lists = event.detail === 'names' ? nameLists(event, words, roles) : countLists(event, words, roles);
  const fixed = [title, description, footer.footer?.text ?? '', ...lists.map(({ name }) => name)].join('').length;
  const values = fitValues(lists, LONGEST.all - fixed, words);
  return {
    content: truncate(sentence(event, words), LONGEST.content),
    embeds: [
      {
        title,
        url: pageUrl,
        description,
        color: isLive ? COLORS[event.type] : ENDED,
        fields: lists.map(({ name, inline }, index) => ({ name, value: values[index] ?? NO_ENTRIES, inline })),
        ...footer,
      },
    ],
    components: isLive ? buttons(event, language, pageUrl) : [],
  };
}

const NO_ENTRIES = '–';

function sentence({ title, status, isClosed, isArchived }: PostedEvent, words: PostWords): string {
  const plain = plainText(title);
  if (status === 'cancelled') return words.cancelled({ title: plain });
  if (status === 'completed') return words.completed({ title: plain });
  return isClosed || isArchived ? words.closed({ title: plain }) : words.open({ title: plain });
}

/** Notifications show the sentence as it is, so signs with a meaning are parted instead of escaped. */
export const plainText = (text: string) =>
  text
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[@<[]|\](?=\()|:(?=\/\/)/g, (sign) => `${sign}\u200b`);

function descriptionOf({ startsAt, endsAt, closesAt, ...event }: PostedEvent, words: PostWords): string {
  const lines = [
    `<t:${startsAt}:F> – <t:${endsAt}:t> (<t:${startsAt}:R>)`,
    event.instance === null ? '' : escapeMarkdown(event.instance),
    event.status === 'published' && !event.isClosed && !event.isArchived
      ? words.signUpUntil({ when: `<t:${closesAt}:R>` })
      : '',
    event.status === 'published' ? reservesLine(event, words) : '',
    event.description === null ? '' : truncate(escapeMarkdown(event.description.trim()), LONGEST.text),
  ];
  return truncate(lines.filter((line) => line !== '').join('\n'), LONGEST.description);
}

function reservesLine(
  { reserves, participants }: Pick<PostedEvent, 'reserves' | 'participants'>,
  words: PostWords,
): string {
  if (reserves === null) return '';
  const { coming, others, locksAt, isLocked } = reserves;
  const of = participants.filter(({ status }) => status === 'signed_up').length;
  return [
    words.reserved({ count: coming, of }),
    ...(others > 0 ? [words.reservedByOthers({ count: others })] : []),
    isLocked ? words.reservesLocked : words.reservesUntil({ when: `<t:${locksAt}:f>` }),
  ].join(' · ');
}

/** `entries` are joined with `separator`; those that do not fit are counted. */
type List = { name: string; entries: string[]; separator: string; inline: boolean; shortenedAs: number };

type RoleNames = Record<EventRole, string>;

function nameLists({ slots, participants }: PostedEvent, words: PostWords, roles: RoleNames): List[] {
  const twice = namesOfSeveral(participants);
  const shown = (one: PostedParticipant) => {
    const marks = `${one.lateMinutes === null ? '' : ` ⏱ ${one.lateMinutes}`}${one.hasNote ? ' ✎' : ''}`;
    return `${shownName(one, twice)}${marks}`;
  };
  const of = (status: PostedParticipant['status'], roleKey?: EventRole) =>
    participants.filter((one) => one.status === status && (roleKey === undefined || one.roleKey === roleKey));
  const coming: List[] =
    slots.length === 0
      ? [list(`${words.comes} ${of('signed_up').length}`, of('signed_up').map(shown), { shortenedAs: 2 })]
      : slots.map(({ roleKey, max, taken }) =>
          list(`${roles[roleKey]} ${taken}/${max}`, of('signed_up', roleKey).map(shown), {
            shortenedAs: 2,
            inline: true,
          }),
        );
  const waiting = of('waitlist').toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const waitingAs = Map.groupBy(waiting, ({ roleKey }) => roleKey);
  const queue = [...waitingAs].flatMap(([roleKey, people]) =>
    people.map((one, index) => {
      const place = `${one.position ?? index + 1} ${shown(one)}`;
      return index === 0 && roleKey !== null ? `${roles[roleKey]}: ${place}` : place;
    }),
  );
  const maybe = of('tentative').map(shown);
  return [
    ...coming,
    ...(queue.length > 0
      ? [list(`${words.waitlist} ${queue.length}`, queue, { shortenedAs: 1, separator: ' · ' })]
      : []),
    ...(maybe.length > 0 ? [list(`${words.tentative} ${maybe.length}`, maybe, { shortenedAs: 0 })] : []),
  ];
}

function countLists({ slots, participants }: PostedEvent, words: PostWords, roles: RoleNames): List[] {
  const count = (status: PostedParticipant['status']) => participants.filter((one) => one.status === status).length;
  const perRole = slots.map(({ roleKey, max, taken }) => `${roles[roleKey]} ${taken}/${max}`);
  const entries = [
    ...perRole,
    ...(count('waitlist') > 0 ? [`${words.waitlist} ${count('waitlist')}`] : []),
    ...(count('tentative') > 0 ? [`${words.tentative} ${count('tentative')}`] : []),
  ];
  return [list(`${words.comes} ${count('signed_up')}`, entries, { shortenedAs: 2, separator: ' · ' })];
}

export const list = (
  name: string,
  entries: string[],
  { shortenedAs, separator = ', ', inline = false }: { shortenedAs: number; separator?: string; inline?: boolean },
): List => ({ name, entries, separator, inline, shortenedAs });

type Named = Pick<PostedParticipant, 'name' | 'realm'>;

/** With the realm where several have the name. */
export const shownName = ({ name, realm }: Named, twice: Set<string>) =>
  escapeMarkdown(`${name ?? '?'}${name !== null && twice.has(name) && realm !== null ? `-${realm}` : ''}`);

export function namesOfSeveral(participants: Named[]): Set<string> {
  const realms = Map.groupBy(participants, ({ name }) => name);
  const several = [...realms].filter(([, people]) => new Set(people.map(({ realm }) => realm)).size > 1);
  return new Set(several.flatMap(([name]) => name ?? []));
}

/** Shortens the tentative first, then the waitlist, then the longest roles, until everything fits. */
export function fitValues(lists: List[], budget: number, words: PostWords): string[] {
  const values = lists.map((one) => joinWithin(one, LONGEST.value, words));
  const total = () => values.reduce((sum, { length }) => sum + length, 0);
  const order = lists
    .map((_, index) => index)
    .toSorted((a, b) => {
      const byKind = (lists[a]?.shortenedAs ?? 0) - (lists[b]?.shortenedAs ?? 0);
      return byKind || (values[b]?.length ?? 0) - (values[a]?.length ?? 0);
    });
  for (const index of order) {
    const excess = total() - budget;
    const one = lists[index];
    const value = values[index];
    if (excess <= 0 || !one || value === undefined) continue;
    values[index] = joinWithin(one, Math.max(LONGEST.leastValue, value.length - excess), words);
  }
  return values;
}

/** As many entries as fit, and how many more there are. */
function joinWithin({ entries, separator }: List, longest: number, words: PostWords): string {
  if (entries.length === 0) return NO_ENTRIES;
  const whole = entries.join(separator);
  if (whole.length <= longest) return whole;
  let shown = '';
  for (const [index, entry] of entries.entries()) {
    const longer = index === 0 ? entry : `${shown}${separator}${entry}`;
    const rest = entries.length - index - 1;
    if (longer.length + separator.length + words.more({ count: rest }).length > longest) {
      return `${shown}${shown === '' ? '' : separator}${words.more({ count: rest + 1 })}`;
    }
    shown = longer;
  }
  return shown;
}

function buttons({ id, slots, isClosed, reserves }: PostedEvent, language: Language, pageUrl: string) {
  const { buttons: labels, roles } = discordWords(language);
  const roleKeys = slots.length === 0 ? [null] : slots.slice(0, 5).map(({ roleKey }) => roleKey);
  const comes = roleKeys.map((role): OutgoingButton => {
    const label = role ? roles[role] : labels.comes;
    return { type: 2, style: 3, label, custom_id: customId.signUp(id, role), disabled: isClosed };
  });
  const answers: OutgoingButton[] = [
    { type: 2, style: 2, label: labels.tentative, custom_id: customId.answer(id, 'tentative'), disabled: isClosed },
    { type: 2, style: 2, label: labels.declined, custom_id: customId.answer(id, 'declined') },
    { type: 2, style: 2, label: labels.late, custom_id: customId.late(id) },
    { type: 2, style: 2, label: labels.mine, custom_id: customId.mine(id) },
    { type: 2, style: 5, label: labels.page, url: pageUrl },
  ];
  const own: OutgoingButton = { type: 2, style: 2, label: labels.reserves, custom_id: customId.reserves(id) };
  return [
    { type: 1 as const, components: comes },
    { type: 1 as const, components: answers },
    ...(reserves === null ? [] : [{ type: 1 as const, components: [own] }]),
  ];
}
