/** Turns the pulls of a night into the reply below its post, the day after: bosses, pulls and best wipes, and no people. */
import { truncate } from '@guildhall/contracts/cut-text.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { OutgoingMessage } from '@guildhall/discord/schemas.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import type { Language } from '../../core/services/spoken-languages.ts';
import { bossNames, countPulls, PULL, PullRow, unitedByNight } from '../../events/nights/logged-pulls.ts';
import { discordWords } from '../words/discord.words.ts';
import { LONGEST, plainText } from './event-post.presenter.ts';
import { type PostWords, postWords } from './post.words.ts';

const EVENT = query({ id: 'uuid', organizationId: 'uuid', teamId: 'uuid?', title: 'text', locale: 'text?' })`
  select e.id, e.organization_id as "organizationId", e.team_id as "teamId", e.title, o.settings ->> 'locale' as locale
  from event e join organization o on o.id = e.organization_id
  where e.id = $1 and e.status in ('published', 'completed')`;

const PULLS = query(PullRow)`
  select ${PULL} from log_report r join pull p on p.report_id = r.id where r.event_id = $1`;

export type PostedNight = { title: string; pulls: PostedPull[] };
type PostedPull = Pick<
  Awaited<ReturnType<typeof countPulls>>[number],
  'name' | 'encounterId' | 'difficulty' | 'kill' | 'percent' | 'firstKill' | 'wipesBefore'
>;

/** With the language of the guild. Null when no report of the event has a pull. */
export async function readPostedNight(sql: Sql, eventId: string) {
  const event = await sql.maybe(EVENT, [eventId]);
  const [night] = event ? unitedByNight(await sql.many(PULLS, [eventId])) : [];
  if (!event || !night) return null;
  const names = await bossNames(sql, night.pulls, event.locale ?? 'en_US');
  const pulls = (await countPulls(sql, event, night.pulls)).map((pull) => ({
    ...pull,
    name: names.get(pull.journalEncounterId) ?? pull.name,
  }));
  return { night: { title: event.title, pulls }, locale: event.locale };
}

/** Shorter than the 4,096 units that Discord allows. */
const LONGEST_LIST = 3_500;

export function presentNightPost({ title, pulls }: PostedNight, language: Language, pageUrl: string): OutgoingMessage {
  const words = postWords(language);
  const { buttons: labels } = discordWords(language);
  const kills = pulls.filter(({ kill }) => kill).length;
  const difficulties = new Set(pulls.map(({ difficulty }) => difficulty));
  const sum = words.nightSum({ kills, pulls: pulls.length });
  const [only] = difficulties.size === 1 ? difficulties : [];
  const named = only === undefined ? undefined : difficultyOf(words, only);
  const lines = [...Map.groupBy(pulls, ({ encounterId, difficulty }) => `${encounterId} ${difficulty}`).values()].map(
    (boss) => lineOf(boss, words, difficulties.size > 1),
  );
  return {
    content: truncate(words.night({ title: plainText(title) }), LONGEST.content),
    embeds: [
      {
        title: truncate(escapeMarkdown(words.night({ title })), LONGEST.title),
        url: pageUrl,
        description: truncate([named ? `${named} · ${sum}` : sum, '', ...lines].join('\n'), LONGEST_LIST),
      },
    ],
    components: [{ type: 1, components: [{ type: 2, style: 5, label: labels.page, url: pageUrl }] }],
  };
}

/** Undefined for one that Warcraft Logs numbers and nothing here names. */
const difficultyOf = ({ difficulties }: PostWords, difficulty: number): string | undefined =>
  difficulties[String(difficulty) as keyof PostWords['difficulties']];

/** One boss at one difficulty. */
function lineOf(pulls: PostedPull[], words: PostWords, withDifficulty: boolean): string {
  const [one] = pulls;
  if (!one) return '';
  const difficulty = withDifficulty ? difficultyOf(words, one.difficulty) : undefined;
  const first = pulls.find(({ firstKill }) => firstKill);
  const left = pulls.flatMap(({ kill, percent }) => (kill ? [] : (percent ?? [])));
  const facts = [
    words.tried({ count: pulls.length }),
    ...(first ? [words.firstKill({ number: first.wipesBefore + 1 })] : []),
    ...(left.length > 0 ? [words.bestWipe({ percent: Math.round(Math.min(...left)) })] : []),
  ];
  const mark = pulls.some(({ kill }) => kill) ? '✅' : '❌';
  return `${mark} **${escapeMarkdown(one.name)}**${difficulty ? ` (${difficulty})` : ''} · ${facts.join(' · ')}`;
}
