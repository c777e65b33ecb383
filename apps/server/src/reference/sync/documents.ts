/**
 * Documents of the catalogue, stored as last read: so the platform sends only those that changed, an interrupted sync
 * reads none of them in full twice, and the last good version replaces an unavailable one.
 */
import type { Answer, Call } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { json, query, statement } from '../../core/db/statement.ts';
import { createOutageWatch, isAbsence } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';

/** Increase this when a schema of these documents changes, to read everything again. */
const EDITION = 1;

/** How many of the missing documents to name. */
const EXAMPLES = 5;

const KNOWN = query({ lastModified: 'text?', data: json<unknown>() })`
  select last_modified as "lastModified", data from reference_document where path = $1`;

const KEEP = statement`
  insert into reference_document as t (path, last_modified, data) values ($1, $2, $3)
  on conflict (path) do update set last_modified = excluded.last_modified, data = excluded.data
  where (t.last_modified, t.data) is distinct from (excluded.last_modified, excluded.data)`;

type Ask<T> = (call: Call) => Promise<Answer<T>>;
type Known<T> = { lastModified: string | null; data: T };

export function createDocuments(ctx: AppContext, signal: AbortSignal | undefined) {
  const { region } = ctx.config.battlenet;
  const outage = createOutageWatch();
  let missing = 0;
  let inAll = 0;
  const examples: string[] = [];

  /** Null when nothing newer has come; the error when the document is unavailable. */
  async function ask<T>(question: Ask<T>, known: Known<T> | null): Promise<Answer<T> | BattlenetError | null> {
    try {
      const answer = await question({ region, signal, ifModifiedSince: known?.lastModified });
      outage.answered();
      return answer;
    } catch (error) {
      if (!(error instanceof BattlenetError) || error.kind === 'rate_limited') throw error;
      // An outdated answer is older than the document we have.
      const unchanged = error.kind === 'not_modified' || error.kind === 'outdated';
      if (unchanged || isAbsence(error)) outage.answered();
      else outage.failed(error);
      return unchanged ? null : error;
    }
  }

  const pathOf = (name: string) => `${EDITION}/${region}/${name}`;

  async function knownAs<T>(name: string): Promise<Known<T> | null> {
    // The path contains the edition, so the same schema wrote it.
    return (await ctx.sql.maybe(KNOWN, [pathOf(name)])) as Known<T> | null;
  }

  async function keep<T>(name: string, { data, lastModified }: Answer<T>): Promise<T> {
    await ctx.sql.run(KEEP, [pathOf(name), lastModified, JSON.stringify(data)]);
    return data;
  }

  return {
    /** The entries of an index. Throws when the platform does not answer, or says that there are none. */
    async list<T extends object, Entry>(
      name: string,
      question: Ask<T>,
      entriesOf: (index: T) => Entry[],
    ): Promise<Entry[]> {
      const known = await knownAs<T>(name);
      const answer = await ask(question, known);
      if (answer instanceof BattlenetError) throw isAbsence(answer) ? withoutIndex(answer) : answer;
      if (answer === null) return known ? entriesOf(known.data) : [];
      const entries = entriesOf(answer.data);
      if (entries.length === 0) throw new BattlenetError('malformed', { path: name, reason: 'nothing is listed' });
      await keep(name, answer);
      return entries;
    },

    /** One thing in its current or last readable version; null if it was never readable. */
    async one<T extends object>(name: string, question: Ask<T>): Promise<T | null> {
      const known = await knownAs<T>(name);
      const answer = await ask(question, known);
      if (answer !== null && !(answer instanceof BattlenetError)) return keep(name, answer);
      if (answer) {
        missing += 1;
        inAll += 1;
        if (examples.length < EXAMPLES) examples.push(answer.path);
      }
      return known?.data ?? null;
    },

    /** One line for operators, however many there are: the platform lists hundreds of things that it does not have. */
    noteMissing(): void {
      if (inAll === 0) return;
      ctx.log.warn({ missing: inAll, examples }, 'documents of the catalogue could not be read; what was known stays');
    },

    /** How many were unavailable since the last call. */
    takeMissing(): number {
      const count = missing;
      missing = 0;
      return count;
    },
  };
}

const withoutIndex = ({ path }: BattlenetError) => new BattlenetError('unavailable', { path, reason: 'no index' });
