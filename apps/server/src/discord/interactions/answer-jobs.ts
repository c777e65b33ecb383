/** Where the caller stands in the published line-ups of an event, and the lines of its notes that concern them. */
import { truncate } from '@guildhall/contracts/cut-text.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { Reply } from '@guildhall/discord/interaction.ts';
import type { AppContext } from '../../core/services/context.ts';
import { listLineups } from '../../events/lineup/lineup.queries.ts';
import { listMyJobs } from '../../events/notes/plan-notes.queries.ts';
import { type DiscordWords, discordWords } from '../words/discord.words.ts';
import { type CallerAtEvent, namesLocale } from './discord-caller.ts';

const LONGEST = { line: 150, all: 1_900 };

export async function showJobs(ctx: AppContext, at: CallerAtEvent): Promise<Reply> {
  const { actor, seen, language } = at;
  const words = discordWords(language);
  const { id } = seen.event;
  const asked = { id, locale: namesLocale(ctx, at) };
  const [{ mine }, { notes }] = await Promise.all([listLineups(ctx, actor, asked), listMyJobs(ctx, actor, asked)]);
  const lines = notes.flatMap(({ encounter, jobs }) => [
    ...(jobs.length > 0 ? [`**${escapeMarkdown(encounter?.name ?? words.jobs.wholeNight)}**`] : []),
    ...jobs.map((job) => truncate(jobLine(job, words), LONGEST.line)),
  ]);
  const page = { type: 2, style: 5, label: words.buttons.page } as const;
  const url = `${ctx.config.baseUrl}/events/${id}/plan`;
  return {
    content: within([placesLine(mine, words), ...(lines.length > 0 ? lines : [words.jobs.none])], words),
    components: [{ type: 1, components: [{ ...page, url }] }],
  };
}

function placesLine({ in: placed, bench, of }: { in: number; bench: number; of: number }, { jobs }: DiscordWords) {
  if (of === 0) return jobs.notPublished;
  return bench > 0 ? jobs.inAndBench({ count: placed, bench, of }) : jobs.in({ count: placed, of });
}

type Job = { seconds: number | null; phase: number | null; text: string; spellId: number | null };

function jobLine({ seconds, phase, text, spellId }: Job, { jobs }: DiscordWords): string {
  const time =
    seconds === null ? '' : `\`${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}\` `;
  const when = phase !== null && phase > 1 ? `${time}${jobs.phase({ number: phase })} ` : time;
  return `${when}${text === '' ? jobs.spell({ id: String(spellId) }) : escapeMarkdown(text)}`;
}

/** As many lines as Discord takes, and how many more the page has. */
function within(lines: string[], { jobs }: DiscordWords): string {
  const shown: string[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > LONGEST.all) return [...shown, jobs.more({ count: lines.length - shown.length })].join('\n');
    shown.push(line);
  }
  return shown.join('\n');
}
