/** Turns the published line-ups of an event into the reply below its post: names or counts, as the post itself shows. */
import { truncate } from '@guildhall/contracts/cut-text.ts';
import { EventStatus } from '@guildhall/contracts/event.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { OutgoingButton, OutgoingMessage } from '@guildhall/discord/schemas.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, query, type RowOf, text } from '../../core/db/statement.ts';
import type { Language } from '../../core/services/spoken-languages.ts';
import { type Boss, bossesOf, isVisited } from '../../events/event/bosses.ts';
import { BROUGHT_CHARACTER } from '../../events/event/event.queries.ts';
import { customId } from '../../guilds/chat/custom-id.ts';
import { discordWords } from '../words/discord.words.ts';
import { fitValues, LONGEST, list, namesOfSeveral, plainText, shownName } from './event-post.presenter.ts';
import { type PostWords, postWords } from './post.words.ts';

type PostedPlace = { name: string | null; realm: string | null; placed: boolean };
type Published = { encounterId: number | null; places: PostedPlace[] };

/** A boss without places of its own follows the whole night, as its readers see it. */
const VIEW = query({
  id: 'uuid',
  organizationId: 'uuid',
  title: 'text',
  status: text(EventStatus.options),
  locale: 'text?',
  bosses: json<Boss[]>(),
  lineups: json<Published[]>(),
})`
  select e.id, e.organization_id as "organizationId", e.title, e.status, o.settings ->> 'locale' as locale,
    ${bossesOf(`coalesce(o.settings ->> 'locale', 'en_US')`)} as bosses,
    (select coalesce(jsonb_agg(jsonb_build_object('encounterId', l.encounter_id, 'places', shown.places)), '[]')
     from lineup l cross join lateral (
       select jsonb_agg(jsonb_build_object('name', coalesce(c.name, f.name, r.name), 'realm', coalesce(c.realm_slug, f.realm),
           'placed', p.party is not null) order by p.party nulls last, p.slot, r.id) as places
       from lineup_place p join raider r on r.id = p.raider_id left join character c on c.id = p.character_id
       ${BROUGHT_CHARACTER}
       where p.lineup_id = l.id and p.published and not exists (select from leaving x where x.user_id = r.user_id)
     ) shown
     where l.event_id = e.id and shown.places is not null and ${isVisited('l.encounter_id')}) as lineups
  from event e join organization o on o.id = e.organization_id where e.id = $1`;

export type PostedLineups = Pick<
  RowOf<typeof VIEW>,
  'id' | 'organizationId' | 'title' | 'status' | 'bosses' | 'lineups'
> & {
  detail: 'names' | 'counts';
};

/** As every member of the guild may see them, with the language of the guild. Null when none is published. */
export async function readPostedLineups(sql: Sql, eventId: string, detail: PostedLineups['detail']) {
  const row = await sql.maybe(VIEW, [eventId]);
  if (!row || row.lineups.length === 0) return null;
  const { locale, ...lineups } = row;
  return { lineups: { ...lineups, detail }, locale };
}

/** Discord allows 25. */
const MOST_FIELDS = 25;

export function presentLineupPost(event: PostedLineups, language: Language, pageUrl: string): OutgoingMessage {
  const words = postWords(language);
  const title = truncate(escapeMarkdown(words.lineup({ title: event.title })), LONGEST.title);
  const lists = plansOf(event, words)
    .slice(0, MOST_FIELDS)
    .map(({ bosses, places }) => {
      const name = truncate(
        `${escapeMarkdown(bosses)} · ${places.filter(({ placed }) => placed).length}`,
        LONGEST.title,
      );
      return list(name, event.detail === 'names' ? namesOf(places, words) : countsOf(places, words), {
        shortenedAs: 1,
      });
    });
  const fixed = [title, ...lists.map(({ name }) => name)].join('').length;
  const values = fitValues(lists, LONGEST.all - fixed, words);
  const fields = lists.map(({ name }, index) => ({ name, value: values[index] ?? '–', inline: false }));
  return {
    content: truncate(words.lineup({ title: plainText(event.title) }), LONGEST.content),
    embeds: [{ title, url: pageUrl, fields }],
    components: event.status === 'published' ? buttons(event, language, pageUrl) : [],
  };
}

type Plan = { bosses: string; places: PostedPlace[] };

/** Each line-up with the bosses that it counts for, in the journal's order. */
function plansOf({ bosses, lineups }: PostedLineups, words: PostWords): Plan[] {
  const night = lineups.find(({ encounterId }) => encounterId === null);
  if (bosses.length === 0) return night ? [{ bosses: words.wholeNight, places: night.places }] : [];
  const ofBosses = bosses.flatMap(({ id, name }) => {
    const lineup = lineups.find(({ encounterId }) => encounterId === id) ?? night;
    return lineup ? [{ name, lineup }] : [];
  });
  return [...Map.groupBy(ofBosses, ({ lineup }) => lineup)].map(([{ places }, named]) => ({
    bosses: named.map(({ name }) => name).join(', '),
    places,
  }));
}

function namesOf(places: PostedPlace[], words: PostWords): string[] {
  const twice = namesOfSeveral(places);
  return places.map((one) => (one.placed ? shownName(one, twice) : words.onBench({ name: shownName(one, twice) })));
}

function countsOf(places: PostedPlace[], words: PostWords): string[] {
  const bench = places.filter(({ placed }) => !placed).length;
  return [words.placed({ count: places.length - bench }), ...(bench > 0 ? [words.bench({ count: bench })] : [])];
}

function buttons({ id }: PostedLineups, language: Language, pageUrl: string) {
  const { buttons: labels } = discordWords(language);
  const components: OutgoingButton[] = [
    { type: 2, style: 1, label: labels.jobs, custom_id: customId.jobs(id) },
    { type: 2, style: 5, label: labels.page, url: pageUrl },
  ];
  return [{ type: 1 as const, components }];
}
