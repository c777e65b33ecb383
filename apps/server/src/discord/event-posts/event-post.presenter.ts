/** Turns an event into the message that shows it on Discord, within Discord's limits whatever the event contains. */
import type { EventRole, EventType } from '@guildhall/contracts/event.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { OutgoingButton, OutgoingMessage } from '@guildhall/discord/schemas.ts';
import { customId } from '../../chat/custom-id.ts';
import type { Language } from '../../core/services/spoken-languages.ts';
import { discordWords } from '../words/words.ts';
import { cut } from './cut-text.ts';
import type { PostedEvent, PostedParticipant } from './post-view.queries.ts';
import { type PostWords, postWords } from './post-words.ts';

/** Discord counts UTF-16 units, as JavaScript does, and allows 6,000 over all. */
const LONGEST = { title: 256, description: 900, text: 600, value: 1_024, content: 200, all: 5_900, leastValue: 60 };

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
  const isLive = event.status === 'published';
  const description = descriptionOf(event, words);
  const title = cut(escapeMarkdown(event.title), LONGEST.title);
  const footer = event.declined > 0 ? { footer: { text: words.declined(event.declined) } } : {};
  const lists = event.detail === 'names' ? nameLists(event, words, roles) : countLists(event, words, roles);
  const fixed = [title, description, footer.footer?.text ?? '', ...lists.map(({ name }) => name)].join('').length;
  const values = fitValues(lists, LONGEST.all - fixed, words);
  return {
    content: cut(sentence(event, words), LONGEST.content),
    embeds: [
      {
        title,
        url: pageUrl,
        description,
        color: isLive ? COLORS[event.type] : ENDED,
        fields: lists.map(({ name, inline }, index) => ({ name, value: values[index] ?? NOBODY, inline })),
        ...footer,
      },
    ],
    components: isLive ? buttons(event, language, pageUrl) : [],
  };
}

const NOBODY = '–';

function sentence({ title, status, isClosed }: PostedEvent, words: PostWords): string {
  const plain = plainText(title);
  if (status === 'cancelled') return words.cancelled(plain);
  if (status === 'completed') return words.completed(plain);
  return isClosed ? words.closed(plain) : words.open(plain);
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
    event.status === 'published' && !event.isClosed ? words.signUpUntil(`<t:${closesAt}:R>`) : '',
    event.description === null ? '' : cut(escapeMarkdown(event.description.trim()), LONGEST.text),
  ];
  return cut(lines.filter((line) => line !== '').join('\n'), LONGEST.description);
}

/** `entries` are joined with `separator`; those that do not fit are counted. */
type List = { name: string; entries: string[]; separator: string; inline: boolean; shortenedAs: number };

type RoleNames = Record<EventRole, string>;

function nameLists({ slots, participants }: PostedEvent, words: PostWords, roles: RoleNames): List[] {
  const twice = namesOfSeveral(participants);
  const shown = (one: PostedParticipant) => {
    const realm = one.name !== null && twice.has(one.name) && one.realm !== null ? `-${one.realm}` : '';
    const marks = `${one.lateMinutes === null ? '' : ` ⏱ ${one.lateMinutes}`}${one.hasNote ? ' ✎' : ''}`;
    return `${escapeMarkdown(`${one.name ?? '?'}${realm}`)}${marks}`;
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

const list = (
  name: string,
  entries: string[],
  { shortenedAs, separator = ', ', inline = false }: { shortenedAs: number; separator?: string; inline?: boolean },
): List => ({ name, entries, separator, inline, shortenedAs });

function namesOfSeveral(participants: PostedParticipant[]): Set<string> {
  const realms = Map.groupBy(participants, ({ name }) => name);
  const several = [...realms].filter(([, people]) => new Set(people.map(({ realm }) => realm)).size > 1);
  return new Set(several.flatMap(([name]) => name ?? []));
}

/** Shortens the tentative first, then the waitlist, then the longest roles, until everything fits. */
function fitValues(lists: List[], budget: number, words: PostWords): string[] {
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
  if (entries.length === 0) return NOBODY;
  const whole = entries.join(separator);
  if (whole.length <= longest) return whole;
  let shown = '';
  for (const [index, entry] of entries.entries()) {
    const longer = index === 0 ? entry : `${shown}${separator}${entry}`;
    const rest = entries.length - index - 1;
    if (longer.length + separator.length + words.more(rest).length > longest) {
      return `${shown}${shown === '' ? '' : separator}${words.more(rest + 1)}`;
    }
    shown = longer;
  }
  return shown;
}

function buttons({ id, slots, isClosed }: PostedEvent, language: Language, pageUrl: string) {
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
  return [
    { type: 1 as const, components: comes },
    { type: 1 as const, components: answers },
  ];
}
