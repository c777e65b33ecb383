import { LogoUploadedView, type LogoView } from '@guildhall/contracts/guild.ts';
import type { Actor, Reader } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, text } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import { refusalResponse } from '../../core/http/refusal-responses.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import {
  authorizedAccess,
  lockOrganization,
  noSuchOrganization,
  organizationAccess,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { lockToChange, type PictureSubject, type Seen } from './change-picture.ts';
import { pictureUpload } from './picture-upload.ts';

/** The visible logo of an organization `o` in scope. A constraint keeps `use_custom_logo` from naming a missing one. */
export const CURRENT_LOGO = 'case when o.use_custom_logo then o.custom_logo_url else o.synced_logo_url end';

const LOGO = query({
  customLogoUrl: 'text?',
  syncedLogoUrl: 'text?',
  useCustomLogo: 'bool',
  currentLogoUrl: 'text?',
  review: text(['pending', 'rejected']).orNull,
})`
  select o.custom_logo_url as "customLogoUrl", o.synced_logo_url as "syncedLogoUrl", o.use_custom_logo as "useCustomLogo",
    ${CURRENT_LOGO} as "currentLogoUrl",
    case when newest.uploaded_by_id = $2::uuid and newest.status in ('pending', 'rejected') then newest.status end as review
  from organization o left join lateral (
    select status, uploaded_by_id from image where subject_id = o.id and purpose = 'logo'
    order by created_at desc, id desc limit 1) newest on true
  where o.id = $1`;

/** An organization's own logo, which a guild of the game may have beside its synced one. */
export const logo: PictureSubject<Seen & { userId: string | null }, LogoView> = {
  purpose: 'logo',
  shape: { sizes: [512, 128], fit: 'inside' },
  async authorize(sql, actor, ref) {
    const access = await authorizedAccess(sql, actor, ref, 'update', 'Organization');
    refuseArchived(access);
    return { id: access.organizationId, access, userId: actor.userId };
  },
  lock: lockOrganization,
  async show(tx, id, path) {
    const organization = await tx.em.findOneOrFail(Organization, id);
    organization.customLogoUrl = path;
    organization.useCustomLogo = path !== null;
    tellLogo(tx, id);
  },
  view: findLogo,
};

export const logoUpload = pictureUpload(logo, {
  path: '/organizations/{id}/logo',
  operation: {
    operationId: 'logos-upload',
    tags: ['Logos'],
    summary: 'Upload a logo',
    description:
      'JPEG, PNG, WebP or GIF (first frame). It is served as WebP within 512 and 128 pixels, uncropped and without its metadata. It becomes the active logo at once or, where administrators review pictures, on approval.',
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'UUID or alias of the organization',
        schema: { type: 'string', examples: ['the-emberforge-stormvale-us'] },
      },
    ],
  },
  status: 201,
  answered: 'The address of the picture, and the current logos',
  schema: LogoUploadedView,
  answer: ({ url, status, view }) => ({ url, status, ...view }),
  refusals: { 404: refusalResponse('It does not exist, or the caller may not see it'), 409: refusalResponse(ARCHIVED) },
});

/** Announces another logo to the members. */
function tellLogo({ changed }: Changing, organizationId: string): void {
  changed({ type: 'organization.changed', organizationId, subjectId: organizationId, audience: 'members' });
}

/** Switches between the synced logo and the organization's own. Throws CONFLICT without both. */
export async function toggleLogo(ctx: AppContext, actor: Actor, ref: string): Promise<LogoView> {
  return ctx.transact(async (tx) => {
    const { id } = await logo.authorize(tx.sql, actor, ref);
    const seen = await lockToChange(tx, actor, logo, id);
    const organization = await tx.em.findOneOrFail(Organization, id);
    if (organization.customLogoUrl === null || organization.syncedLogoUrl === null) {
      throw conflict('logo_not_available', 'There is no second logo to switch to. Upload one first.');
    }
    organization.useCustomLogo = !organization.useCustomLogo;
    tellLogo(tx, id);
    return logo.view(ctx, tx.sql, seen);
  });
}

/** For all who may see the organization. Throws NOT_FOUND. */
export async function getLogo(ctx: AppContext, actor: Reader, ref: string): Promise<LogoView> {
  const { organizationId } = await organizationAccess(ctx.sql, actor, ref);
  return findLogo(ctx, ctx.sql, { id: organizationId, userId: actor.userId });
}

/** Both logos of an organization, the visible one, and what became of the reader's own upload. */
async function findLogo(
  { pictureUrl }: AppContext,
  sql: Sql,
  { id, userId }: { id: string; userId: string | null },
): Promise<LogoView> {
  const row = await sql.maybe(LOGO, [id, userId]);
  if (!row) throw noSuchOrganization();
  return {
    ...row,
    customLogoUrl: pictureUrl(row.customLogoUrl),
    syncedLogoUrl: pictureUrl(row.syncedLogoUrl),
    currentLogoUrl: pictureUrl(row.currentLogoUrl),
  };
}
