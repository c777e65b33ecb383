import type { PostView } from '@guildhall/contracts/post.ts';
import type { WebhookEvent, WebhookMessage } from '@guildhall/contracts/webhook.ts';

/** Numbers and times that Discord shows in each reader's language and zone, so it needs no words. */
export function discordMessage({ type, data }: WebhookMessage, baseUrl: string): object | null {
  if (type === 'ping') return message({ title: 'Guildhall ✓', url: baseUrl });
  if (type === 'event.changed' && 'startsAt' in data) return message(eventEmbed(data, baseUrl));
  if (type === 'post.changed' && 'body' in data) return message(postEmbed(data, baseUrl));
  return null;
}

type Embed = { title: string; url: string; description?: string };

const message = (embed: Embed) => ({ embeds: [embed], allowed_mentions: { parse: [] } });

function eventEmbed({ id, organizationId, title, status, startsAt, counts }: WebhookEvent, baseUrl: string): Embed {
  const starts = Math.floor(Date.parse(startsAt) / 1000);
  const { signedUp, tentative, waitlist, declined } = counts;
  return {
    title: status === 'cancelled' ? `❌ ~~${plain(title)}~~` : plain(title),
    url: `${baseUrl}/g/${organizationId}/events/${id}`,
    description: `<t:${starts}:F> (<t:${starts}:R>)\n✅ ${signedUp} · ❔ ${tentative} · ⏳ ${waitlist} · ✖️ ${declined}`,
  };
}

const MOST_CHARACTERS = 500;

function postEmbed({ id, organizationId, title, body }: PostView, baseUrl: string): Embed {
  const characters = [...body];
  const shown = characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : body;
  return {
    title: plain(title),
    url: `${baseUrl}/g/${organizationId}/posts/${id}`,
    description: plain(shown),
  };
}

const plain = (text: string) => text.replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&');
