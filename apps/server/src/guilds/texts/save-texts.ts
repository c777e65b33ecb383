import {
  type RestoreTextInput,
  type TextContentView,
  TextType,
  type UpdateTextContentInput,
} from '@guildhall/contracts/text.ts';
import type { Actor } from '../../core/actor.ts';
import { query, statement, text } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockedAccessTo } from '../../membership/rights/organization.access.ts';
import { currentTexts } from './texts.queries.ts';

/** Changes texts for an officer: all that are named, or none. Throws CONFLICT for an unexpected current version. */
export async function updateTexts(
  ctx: AppContext,
  actor: Actor,
  { id, expectedVersion, ...changes }: UpdateTextContentInput,
): Promise<TextContentView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, id, 'manage', 'Content');
    await saveTexts(tx, actor, organizationId, changes, expectedVersion);
    return currentTexts(sql, organizationId, TextType.options);
  });
}

const VERSION = query({ body: 'text?' })`
  select body from text_version where organization_id = $1 and type = $2 and version = $3`;

/** Restores an old version as a new one, so that nothing in between is lost. Throws NOT_FOUND. */
export async function restoreText(ctx: AppContext, actor: Actor, { id, type, version }: RestoreTextInput) {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const { organizationId } = await lockedAccessTo(sql, actor, id, 'manage', 'Content');
    const found = await sql.maybe(VERSION, [organizationId, type, version]);
    if (!found) throw notFound('text_version_not_found', 'This text has no such version. GET …/versions lists them.');
    await saveTexts(tx, actor, organizationId, { [type]: found.body });
    return currentTexts(sql, organizationId, TextType.options);
  });
}

type TextChanges = Partial<Record<TextType, string | null | undefined>>;
type ExpectedVersions = Partial<Record<TextType, number | undefined>>;

/** A cleared text counts as absent, whatever its version. */
const CURRENT = query({ type: text(TextType.options), shown: 'int' })`
  select distinct on (type) type, case when body is null then 0 else version end as shown
  from text_version where organization_id = $1 order by type, version desc`;

/** Only a different text becomes a version. */
const SAVE = statement`
  with incoming as (
    select * from jsonb_to_recordset($2::jsonb) as i(type text, body text)
  ), latest as (
    select distinct on (type) type, version, body from text_version where organization_id = $1 order by type, version desc
  )
  insert into text_version (organization_id, type, version, body, author_id)
  select $1, i.type, coalesce(l.version, 0) + 1, i.body, $3 from incoming i left join latest l using (type)
  where i.body is distinct from l.body`;

const KEPT_VERSIONS = 100;
const FORGET_OLDEST = statement`
  delete from text_version v using (
    select type, max(version) as newest from text_version where organization_id = $1 group by type) n
  where v.organization_id = $1 and v.type = n.type and v.version <= n.newest - ${KEPT_VERSIONS}`;

/**
 * Saves texts of an organization that the caller has locked, each as a version; numbers have no gaps, and the latest
 * hundred are kept. Concurrent saves
 * are both kept, in the order of their commits; a caller who names the edited versions learns of the other save. Throws
 * CONFLICT.
 */
export async function saveTexts(
  { sql, changed }: UnitOfWork,
  actor: Actor,
  organizationId: string,
  changes: TextChanges,
  expected: ExpectedVersions = {},
): Promise<void> {
  const current = await sql.many(CURRENT, [organizationId]);
  for (const [type, version] of Object.entries(expected)) {
    const now = current.find((text) => text.type === type)?.shown ?? 0;
    if (version === undefined || version === now) continue;
    throw conflict(
      'text_changed',
      `"${type}" has changed since you read it: it is version ${now} now. Read it again, then repeat your change.`,
    );
  }
  const incoming = Object.entries(changes).flatMap(([type, body]) => (body === undefined ? [] : [{ type, body }]));
  const saved = await sql.run(SAVE, [organizationId, JSON.stringify(incoming), actor.userId]);
  const about = { organizationId, subjectId: organizationId, audience: 'members' } as const;
  if (saved > 0) await sql.run(FORGET_OLDEST, [organizationId]);
  if (saved > 0) changed({ type: 'organization.changed', ...about });
}
