import type { ImportRowReason, ImportRowStatus } from '@guildhall/contracts/import.ts';
import type { ImportedRow } from '@guildhall/guild-tools/rows.ts';
import type { Sql } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import type { Signer } from '../core/secrets.ts';
import { discordKeyOf } from '../raiders/discord-raiders.ts';

export type KeptRow = { raw: ImportedRow; status: ImportRowStatus; reason: ImportRowReason | null };

const LAST = query({ last: 'int' })`
  select coalesce(max(number), 0)::int as last from import_row where run_id = $1`;
const ADD = statement`
  insert into import_row (run_id, number, line, external_id, raw, discord_key, status, reason, proposals, role)
  select $1, r.number, r.line, r."externalId", r.raw, r."discordKey", r.status, r.reason, '[]', r.raw ->> 'role'
  from jsonb_to_recordset($2) as r(number int, line int, "externalId" text, raw jsonb, "discordKey" text, status text,
    reason text)`;
const CHUNK = 500;

type Place = { id: string; organizationId: string; keepNotes: boolean };

/** Where places are few, the answer that was given first gets one, in whatever order the source lists them. */
const inOrderOfAnswers = (rows: KeptRow[]) =>
  rows.toSorted((one, other) => answeredAt(one).localeCompare(answeredAt(other)));
const UNKNOWN = '9999';
const answeredAt = ({ raw }: KeptRow) => (raw.kind === 'answer' && raw.answeredAt) || UNKNOWN;

/** Adds rows to a run behind those that it has. Ids of the chat platform become keys that lead back to none. */
export async function keepRows(sql: Sql, sign: Signer, { id, organizationId, keepNotes }: Place, rows: KeptRow[]) {
  const { last } = await sql.one(LAST, [id]);
  const ordered = inOrderOfAnswers(rows);
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = ordered.slice(from, from + CHUNK).map(({ raw: { discordId, line, ...raw }, ...row }, index) => ({
      ...row,
      number: last + from + index + 1,
      line,
      externalId: raw.externalId,
      raw: { ...raw, note: raw.kind !== 'character' || keepNotes ? raw.note : null },
      discordKey: discordId === null ? null : discordKeyOf(sign, organizationId, discordId),
    }));
    await sql.run(ADD, [id, JSON.stringify(chunk)]);
  }
}
