import { type TextContentView, TextType, type TextVersionsInput } from '@guildhall/contracts/text.ts';
import type { Actor, Reader } from '../../core/actor.ts';
import { readPage } from '../../core/db/read-page.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, type RowOf, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { Person, personOf } from '../../identity/people/person-of.ts';
import { abilityFor, authorizedAccess, organizationAccess } from '../../membership/rights/organization.access.ts';

const Version = columns({ version: 'int', body: 'text?', updatedAt: 'instant', updatedBy: Person.orNull });

const COLUMNS = `v.version, v.body, v.created_at as "updatedAt", ${personOf('u')} as "updatedBy"`;

const CURRENT = query({ ...Version, type: text(TextType.options) })`
  select distinct on (v.type) v.type, ${COLUMNS} from text_version v left join person u on u.id = v.author_id
  where v.organization_id = $1 and v.type = any($2) order by v.type, v.version desc`;

/** The current texts of these types. Callers check access. */
export async function currentTexts(sql: Sql, organizationId: string, types: readonly TextType[]) {
  return presentTexts(await sql.many(CURRENT, [organizationId, types]));
}

/** The texts open to all who may see the organization. */
const FOR_OUTSIDERS: TextType[] = ['description', 'recruitment'];

export async function getTexts({ sql }: AppContext, actor: Reader, ref: string): Promise<TextContentView> {
  const access = await organizationAccess(sql, actor, ref);
  const isInsider = abilityFor(actor, access).can('read', 'Organization');
  return currentTexts(sql, access.organizationId, isInsider ? TextType.options : FOR_OUTSIDERS);
}

const WRITTEN = query({ type: text(TextType.options) })`
  select type from (
    select distinct on (type) type, body from text_version where organization_id = $1 order by type, version desc
  ) latest where body is not null`;

/** The texts that are written, for members. Callers check access. */
export async function writtenTexts(sql: Sql, organizationId: string): Promise<TextType[]> {
  return (await sql.many(WRITTEN, [organizationId])).map(({ type }) => type);
}

const VERSIONS = query(Version)`
  select ${COLUMNS} from text_version v left join person u on u.id = v.author_id
  where v.organization_id = $1 and v.type = $2 order by v.version desc limit $3 offset $4`;

const COUNT = query({ total: 'int' })`
  select count(*)::int as total from text_version where organization_id = $1 and type = $2`;

export async function listTextVersions({ sql }: AppContext, actor: Actor, input: TextVersionsInput) {
  const { organizationId } = await authorizedAccess(sql, actor, input.id, 'read', 'Organization');
  const { rows: versions, pagination } = await readPage(sql, VERSIONS, COUNT, [organizationId, input.type], input);
  return { versions, pagination };
}

/** By type; a type without a row, or whose text was cleared, is null. */
function presentTexts(rows: RowOf<typeof CURRENT>[]): TextContentView {
  const none = { motd: null, rules: null, loot_rules: null, description: null, recruitment: null, raid_info: null };
  const texts = rows.map(({ type, ...version }) => [type, version.body === null ? null : version]);
  return { ...none, ...Object.fromEntries(texts) };
}
