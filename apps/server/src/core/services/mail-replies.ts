/**
 * Every reply by which a mail server refuses (RFC 5321 and its extensions): what it is about. Enhanced codes (RFC 3463) say more than
 * the reply where they stand.
 */
import type { RefusalScope } from '@guildhall/contracts/refusal-scope.ts';

/** As the library reports it. */
export type MailRefusal = { code?: string; command?: string; responseCode?: number; response?: string };

const REPLIES: Partial<Record<RefusalScope, readonly number[]>> = {
  // About this mail or its receiver, who stays the same when it is sent again.
  item: [510, 511, 512, 513, 515, 521, 523, 541, 550, 551, 553, 554, 555, 556, 557],
  // A full mailbox may be emptied.
  for_now: [552],
  // An unknown command, a refused login, a missing encryption, a sender who is not known.
  ours: [500, 501, 502, 503, 504, 520, 530, 532, 534, 535, 538],
};
const ENHANCED: [RefusalScope, RegExp][] = [
  // The address, its mailbox, or a group that takes no mail from outside.
  ['item', /^5\.(?:1\.(?:[1-6]|10)|2\.[14]|7\.1[123]\d)$/],
  ['for_now', /^5\.(?:2\.2|4\.\d{1,3})$/],
  // The sender, or the host, login, domain or account of all mails.
  ['ours', /^5\.(?:1\.[78]|2\.252|3\.5|5\.\d{1,3}|7\.(?:[89]|1[0-4]|2\d|23\d|5\d|6\d|[57]\d\d|6[0-4]\d))$/],
];
/** A server without room, which services also give for other reasons, so that words come first. */
const FULL_CODE = /^5\.3\.[02]$/;
/** Finds nothing in an address of four numbers, which may stand in the text. */
const ENHANCED_CODE = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/;

/** How servers and services say that they refuse the sender, the relay, the host or the login; many give no code, or 5.7.1. */
const OURS_IN_WORDS = [
  /\brelay(?:ing)? (?:access |is |attempt )*(?:denied|rejected|refused|prohibited|not (?:permitted|allowed|authori[sz]ed))/,
  /(?:unable|not (?:permitted|allowed|authori[sz]ed)|cannot|refuse) to relay|do(?:es)? not relay/,
  /\bsender(?: address| domain)? (?:is |was |has been )?(?:rejected|denied|refused|blocked|invalid|unknown)/,
  /\bsender (?:verif|identity|signature|you used|does not exist)/,
  /\bsender(?: address| domain)? (?:is )?not (?:owned|valid|verified|allowed|authori[sz]ed|permitted|found|accepted)/,
  /\bdomain of (?:the )?sender|\b(?:sender|from|sending) domain\b|\bfrom['"’”]? (?:address|header|field)\b/,
  /\bnot verified\b|\bunverified (?:address|sender|domain|email)|\bverified (?:sender|domain)/,
  /\b(?:send|submit)(?:ing)? (?:mail |messages )?(?:as|on behalf)\b|sendas|\ballowed to send\b/,
  /\bsending (?:is |was |has been )?(?:paused|disabled|suspended|rejected)/,
  /\b(?:helo|ehlo)\b|\bclient (?:host|was not|is not|not)\b|\byour (?:ip|host|server|domain|network|account)\b|\bsending ip\b/,
  /\bblocked using\b/,
  /\b(?:rbl|dnsbl|spamhaus|spamcop|black ?list(?:ed)?|block ?list(?:ed)?)\b|\breverse (?:dns|lookup|hostname)|\bptr\b/,
  /\bauthentication (?:is )?required|\b(?:must|please|need to) (?:authenticate|log ?in)|\b(?:user|client|you are) not (?:authenticated|logged in)/,
  /\b(?:spf|dkim|dmarc)\b/,
];
const MOST_LETTERS = 2_000;
/** A person or the operator may have written an address, and it may read like any of these words. */
const withoutAddresses = (text: string) =>
  text
    .replaceAll(/<[^<>]*>/g, ' ')
    .split(/\s/)
    .filter((word) => !word.includes('@'))
    .join(' ');

const BY_REPLY = new Map(
  Object.entries(REPLIES).flatMap(([scope, replies]) =>
    // The keys are those of the type.
    replies.map((reply) => [reply, scope as RefusalScope] as const),
  ),
);

/** Null for a reply without a meaning here, which is about this mail as far as anyone can tell. */
export function scopeOfReply({ code, command, responseCode = 0, response = '' }: MailRefusal): RefusalScope | null {
  if (responseCode < 500) return code === 'EAUTH' ? 'ours' : 'for_now';
  // The server refuses us: our greeting, login or encryption, or the sender of all mails.
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return 'ours';
  const enhanced = ENHANCED_CODE.exec(response)?.[0] ?? '';
  const byCode = ENHANCED.find(([, codes]) => codes.test(enhanced))?.[0];
  if (byCode) return byCode;
  const words = withoutAddresses(response.slice(0, MOST_LETTERS)).toLowerCase();
  if (OURS_IN_WORDS.some((pattern) => pattern.test(words))) return 'ours';
  return FULL_CODE.test(enhanced) ? 'for_now' : (BY_REPLY.get(responseCode) ?? null);
}
