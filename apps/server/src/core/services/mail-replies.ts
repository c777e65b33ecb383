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
  ['for_now', /\b5\.(?:2\.2|3\.[02]|4\.\d{1,3})\b/],
  ['ours', /\b5\.(?:3\.5|5\.\d{1,3}|7\.(?:[89]|1[0-4]|2[0-9]))\b/],
];

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
  const enhanced = ENHANCED.find(([, pattern]) => pattern.test(response));
  return enhanced?.[0] ?? BY_REPLY.get(responseCode) ?? null;
}
