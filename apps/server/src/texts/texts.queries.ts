import {
  type TextContentView,
  TextType,
  type TextVersionsInput,
  type TextVersionsView,
  type TextVersionView,
} from '@guildhall/contracts/text.ts';
import type { Actor, Reader } from '../core/actor.ts';
import { readPage } from '../core/db/read-page.ts';
import type { Sql } from '../core/db/sql.ts';
import { columns, query, type RowOf, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { personOf } from '../people/person-of.ts';
import { organizationAccess } from '../rights/organization.access.ts';
import { abilityFor, authorizedAccess } from '../rights/organization.rules.ts';

const TextRow = columns({
  type: text(TextType.options),
  version: 'int',
  body: 'text?',
  createdAt: 'instant',
  authorId: 'uuid?',
  authorName: 'text?',
});
type TextRow = RowOf<typeof TextRow>;

const COLUMNS = `v.type, v.version, v.body, v.created_at as "createdAt", u.id as "authorId", u.display_name as "authorName"`;

const CURRENT = query(TextRow)`
  select distinct on (v.type) ${COLUMNS} from text_version v left join person u on u.id = v.author_id
  where v.organization_id = $1 and v.type = any($2) order by v.type, v.version desc`;

/** The current texts of these types. Callers check access. */
export async function currentTexts(sql: Sql, organizationId: string, types: readonly TextType[]) {
  return presentTexts(await sql.many(CURRENT, [organizationId, types]));
}

/** The texts open to everybody who may see the organization. */
const FOR_OUTSIDERS: TextType[] = ['description', 'recruitment'];

export async function getTexts({ sql }: AppContext, actor: Reader, ref: string): Promise<TextContentView> {
  const access = await organizationAccess(sql, actor, ref);
  const isInsider = abilityFor(actor, access).can('read', 'Organization');
  return currentTexts(sql, access.organizationId, isInsider ? TextType.options : FOR_OUTSIDERS);
}

const VERSIONS = query(TextRow)`
  select ${COLUMNS} from text_version v left join person u on u.id = v.author_id
  where v.organization_id = $1 and v.type = $2 order by v.version desc limit $3 offset $4`;

const COUNT = query({ total: 'int' })`
  select count(*)::int as total from text_version where organization_id = $1 and type = $2`;

export async function listTextVersions(
  { sql }: AppContext,
  actor: Actor,
  input: TextVersionsInput,
): Promise<TextVersionsView> {
  const { organizationId } = await authorizedAccess(sql, actor, input.id, 'read', 'Organization');
  const { rows, pagination } = await readPage(sql, VERSIONS, COUNT, [organizationId, input.type], input);
  return { versions: rows.map(presentVersion), pagination };
}

/** By type; a type without a row, or whose text was cleared, is null. */
function presentTexts(rows: TextRow[]): TextContentView {
  const none = { motd: null, rules: null, loot_rules: null, description: null, recruitment: null, raid_info: null };
  const texts = rows.map((row) => [row.type, row.body === null ? null : presentVersion(row)]);
  return { ...none, ...Object.fromEntries(texts) };
}

function presentVersion({ version, body, ...row }: TextRow): TextVersionView {
  return { version, body, updatedAt: row.createdAt, updatedBy: personOf(row.authorId, row.authorName) };
}
