import { type PostListInput, type PostListView, type PostView, PostVisibility } from '@guildhall/contracts/post.ts';
import type { Reader } from '../../core/actor.ts';
import { readPage } from '../../core/db/read-page.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { Person, personOf } from '../../identity/people/person-of.ts';
import { abilityFor, organizationAccess } from '../../membership/rights/organization.access.ts';
import { noSuchPost, postAccess, visibilitiesFor } from './post.access.ts';

const PostRow = columns({
  id: 'uuid',
  title: 'text',
  createdAt: 'instant',
  organizationId: 'uuid',
  body: 'text',
  version: 'int',
  visibility: text(PostVisibility.options),
  updatedAt: 'instant',
  pinned: 'bool',
  author: Person.orNull,
  editor: Person.orNull,
});

/** Needs rows `p` with the columns of a post. */
const VIEW = `
  p.id, p.organization_id as "organizationId", p.title, p.body, p.visibility, p.pinned, p.version,
  p.created_at as "createdAt", p.updated_at as "updatedAt",
  ${personOf('a')} as author, ${personOf('e')} as editor`;
const PEOPLE = 'left join person a on a.id = p.author_id left join person e on e.id = p.editor_id';

const SCOPE = 'where p.organization_id = $1 and p.visibility = any($2)';
const COUNT = query({ total: 'int' })`select count(*)::int as total from post p ${SCOPE}`;
const ORDER = 'order by p.pinned desc, p.created_at desc, p.id desc';
const PAGE = query(PostRow)`
  select ${VIEW} from (select p.* from post p ${SCOPE} ${ORDER} limit $3 offset $4) p ${PEOPLE} ${ORDER}`;

/** The posts of a guild that the caller may read: pinned first, then newest. */
export async function listPosts(ctx: AppContext, actor: Reader, input: PostListInput): Promise<PostListView> {
  const access = await organizationAccess(ctx.sql, actor, input.id);
  const scope = [access.organizationId, visibilitiesFor(abilityFor(actor, access))];
  const { rows: posts, pagination } = await readPage(ctx.sql, PAGE, COUNT, scope, input);
  return { posts, pagination };
}

const BY_ID = query(PostRow)`select ${VIEW} from post p ${PEOPLE} where p.id = $1`;

/** Also throws NOT_FOUND for a post that the caller may not read. */
export async function getPost(sql: Sql, actor: Reader, id: string): Promise<PostView> {
  await postAccess(sql, actor, id);
  return findPost(sql, id);
}

/** The post as it is now. Callers check access. */
export async function findPost(sql: Sql, id: string): Promise<PostView> {
  const row = await sql.maybe(BY_ID, [id]);
  if (!row) throw noSuchPost();
  return row;
}
