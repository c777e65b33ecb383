/**
 * Decides about one post, mention, scheduled event or role that Discord refuses, so that the others go on. The codes stand in
 * `packages/discord/src/error-codes.ts`.
 */
import type { Permission } from '@guildhall/contracts/organization.ts';
import { isGivenUp, type RefusalScope, TRIES } from '@guildhall/contracts/refusal-scope.ts';
import { causeOf, ERROR_CODES } from '@guildhall/discord/error-codes.ts';
import type { DiscordError } from '@guildhall/discord/errors.ts';
import { p } from '@mikro-orm/core';
import { query } from '../../core/db/statement.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import { notifyHolders } from '../../membership/notifications/notify.ts';

/** The columns of an item that Discord may refuse: how often in a row it did, and by which code or status. */
export const refusals = { tries: p.smallint().default(0), refusedCode: p.integer().nullable() };

/** The same columns of an item that was accepted, or whose text changed. */
export const ACCEPTED = { tries: 0, refusedCode: null };

/** `rest`: Discord wants to be left alone; `again`: the item waits; `give_up`: until its text or settings change. */
type Verdict = 'rest' | 'again' | 'give_up';

/** `tries` are those before this one. A place that explains the refusal is looked at first. */
export function verdictOn({ kind, scope }: DiscordError, tries: number): Verdict {
  if (kind === 'rate_limited' || kind === 'unauthorized') return 'rest';
  return isGivenUp(scope, tries) ? 'give_up' : 'again';
}

const kindOf = (scope: RefusalScope | null | undefined) => (scope === 'for_now' || scope === 'item' ? scope : 'other');
/** The code of an earlier refusal: null and statuses that are no refusal stand for a request without a usable answer. */
const kindOfCode = (code: number | null) =>
  code === null || code < 400 || causeOf(code) === 'busy' ? 'for_now' : kindOf(ERROR_CODES.get(code)?.scope);

/** Refusals of the same kind in a row before this one: an outage says nothing about the item. */
export const triesBefore = (
  { scope }: DiscordError,
  { tries, refusedCode }: { tries: number; refusedCode: number | null },
): number => (kindOfCode(refusedCode) === kindOf(scope) ? tries : 0);

/** As many as the column is sure to take. */
export const oneMore = (tries: number): number => Math.min(tries + 1, 1_000);

/** Whether it is given up for the first time since it changed. */
export const isNewlyGivenUp = (error: DiscordError, tries: number): boolean =>
  verdictOn(error, tries) === 'give_up' && tries === (error.scope === 'item' ? 0 : TRIES - 1);

/** Longer each time, and longer than its lane rests, so that one item takes little from the others. */
export function pauseOf({ scope }: DiscordError, tries: number): string {
  const [first, longest] = scope === 'for_now' ? [2, 900] : [15, 3_600];
  return `${Math.min(longest, first * 2 ** Math.min(tries, 20))} seconds`;
}

/** Null for a request without an answer. */
export const codeOf = ({ code, status }: DiscordError): number | null => code || (status ?? null);

/** Whether another refusal by this code was told of within the hour: the page names every item. */
const TOLD = query({ told: 'bool!' })`
  select exists (select from notification where organization_id = $1 and kind = 'discord_refused'
    and details ->> 'code' = $2 and created_at > now() - interval '1 hour') as told`;

/** Tells the people who can mend it which item Discord refuses, and why. */
export async function tellOfRefused(
  tx: Changing,
  permission: Permission,
  item: { organizationId: string; title: string; code: number; eventId?: string },
): Promise<void> {
  const { organizationId, title, code, eventId } = item;
  const { told } = await tx.sql.one(TOLD, [organizationId, String(code)]);
  if (told) return;
  const details = { title, code, cause: causeOf(code), ...(eventId === undefined ? {} : { eventId }) };
  await notifyHolders(tx, permission, { kind: 'discord_refused', organizationId, details });
}
