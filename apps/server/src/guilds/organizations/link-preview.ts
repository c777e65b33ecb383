/** The words that other sites show for a link to an organization or a post: never more than every visitor may know. */
import { readerOf } from '../../core/actor.ts';
import { columns, query, type RowOf } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { noSuchOrganization, organizationAccess } from '../../membership/rights/organization.access.ts';
import { CURRENT_LOGO } from '../../pictures/images/logo.ts';
import { noSuchPost, postAccess } from '../posts/post.access.ts';

export const LinkPreview = columns({ title: 'text', description: 'text?', imageUrl: 'text?' });
export type LinkPreview = RowOf<typeof LinkPreview>;

const MOST_CHARACTERS = 200;
/** Enough for a preview, however much of the text is markup. */
const MOST_READ = 1_000;

const PREVIEW = query(LinkPreview)`
  select o.name as title, ${CURRENT_LOGO} as "imageUrl",
    (select left(v.body, ${MOST_READ}) from text_version v where v.organization_id = o.id and v.type = 'description'
      order by v.version desc limit 1) as description
  from organization o where o.id = $1`;
const POST_PREVIEW = query({ ...LinkPreview, description: 'text' })`
  select p.title, left(p.body, ${MOST_READ}) as description, ${CURRENT_LOGO} as "imageUrl"
  from post p join organization o on o.id = p.organization_id where p.id = $1`;

/** Throws NOT_FOUND for what is not public, as for what does not exist. */
export async function organizationPreview(ctx: AppContext, ref: string): Promise<LinkPreview> {
  const { organizationId } = await organizationAccess(ctx.sql, readerOf(null), ref);
  const row = await ctx.sql.maybe(PREVIEW, [organizationId]);
  if (!row) throw noSuchOrganization();
  return presentPreview(ctx, row);
}

/** Throws NOT_FOUND likewise. */
export async function postPreview(ctx: AppContext, id: string): Promise<LinkPreview> {
  await postAccess(ctx.sql, readerOf(null), id);
  const row = await ctx.sql.maybe(POST_PREVIEW, [id]);
  if (!row) throw noSuchPost();
  return presentPreview(ctx, row);
}

const presentPreview = ({ pictureUrl }: AppContext, { title, description, imageUrl }: LinkPreview): LinkPreview => ({
  title,
  description: description === null ? null : plainText(description),
  imageUrl: pictureUrl(imageUrl),
});

/** The words of a markdown text, as many as a preview shows. */
function plainText(markdown: string): string {
  const words = markdown
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+\.)[ \t]+/gm, '')
    .replace(/[*_`~]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...words];
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…` : words;
}
