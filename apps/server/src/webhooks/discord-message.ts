/** Tells a channel of Discord, in the language of the guild: events look as their posts do, without buttons. */
import type { PostView } from '@guildhall/contracts/post.ts';
import type { WebhookMessage } from '@guildhall/contracts/webhook.ts';
import { escapeMarkdown } from '@guildhall/discord/escape-markdown.ts';
import type { AppContext } from '../core/services/context.ts';
import { type Language, languageOf } from '../core/services/spoken-languages.ts';
import { testWords } from '../discord/bindings/post-test.ts';
import { cut } from '../discord/event-posts/cut-text.ts';
import { plainText, presentEventPost } from '../discord/event-posts/event-post.presenter.ts';
import { readPostedEvent } from '../discord/event-posts/post-view.queries.ts';
import { postWords } from '../discord/event-posts/post-words.ts';
import { pageOf } from '../discord/event-posts/show-post.ts';

type DiscordMessage = { content: string; embeds: object[]; allowed_mentions: { parse: [] } };

/** Null for what a channel is not told. */
export async function discordMessage(
  { sql, config }: Pick<AppContext, 'sql' | 'config'>,
  { type, data }: WebhookMessage,
  locale: string | null,
): Promise<DiscordMessage | null> {
  const { baseUrl } = config;
  const language = languageOf(locale);
  if (type === 'ping') return message(testWords(language).text, []);
  if (type === 'post.changed' && 'body' in data) return newsMessage(data, language, baseUrl);
  if (type !== 'event.changed' || !('startsAt' in data) || data.status === 'draft') return null;
  const read = await readPostedEvent(sql, data.id, 'counts');
  if (!read) return null;
  const { content, embeds } = presentEventPost(read.event, language, pageOf(baseUrl, data.id));
  return message(content, embeds);
}

const message = (content: string, embeds: object[]): DiscordMessage => ({
  content,
  embeds,
  allowed_mentions: { parse: [] },
});

const MOST_CHARACTERS = 500;
/** Discord's own limit. */
const LONGEST_TITLE = 256;

function newsMessage({ id, organizationId, title, body }: PostView, language: Language, baseUrl: string) {
  const characters = [...body];
  const shown = characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : body;
  const url = `${baseUrl}/g/${organizationId}/posts/${id}`;
  const embed = { title: cut(escapeMarkdown(title), LONGEST_TITLE), url, description: escapeMarkdown(shown) };
  return message(postWords(language).news(plainText(title)), [embed]);
}
