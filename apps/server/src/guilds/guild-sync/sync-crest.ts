import type { Answer } from '@guildhall/battlenet/client.ts';
import type { Guild, GuildCrest } from '@guildhall/battlenet/schemas/guild.ts';
import type { Media } from '@guildhall/battlenet/schemas/media.ts';
import { notFound } from '../../core/errors.ts';
import { isAbsence } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { fetchMedia } from '../../pictures/media/fetch-media.ts';
import { crestKey, crestPath, emblemOf, hasCrest, writeCrest } from '../crests/crest-files.ts';
import { isOlder } from './sync-details.ts';
import type { Asking, SyncedGuild } from './synced-guild.ts';

/**
 * Draws the logo of a guild from its crest. Identical crests share a file, which is drawn once. Throws NOT_FOUND
 * `crest_not_found` when the platform lacks part of it, and keeps the previous logo.
 */
export async function syncCrest(
  ctx: AppContext,
  guild: SyncedGuild,
  { data: { crest }, lastModified }: Answer<Guild>,
  asking: Asking,
): Promise<void> {
  if (!crest) throw noCrest('This guild has no crest in the game.');
  const key = crestKey(guild.gameVersion, crest);
  if (!(await hasCrest(ctx.storage, key))) {
    await writeCrest(ctx.storage, key, await drawn(ctx, guild, crest, asking));
  }
  await ctx.transact(async ({ em }) => {
    const organization = await em.findOne(Organization, guild.organizationId);
    // Drawing takes a while, in which a newer document may have come.
    if (!organization || isOlder(lastModified, organization.detailsLastModified ?? null)) return;
    const detailsLastModified = lastModified ?? organization.detailsLastModified ?? null;
    em.assign(organization, { syncedLogoUrl: crestPath(key), emblemData: emblemOf(crest), detailsLastModified });
  });
}

async function drawn(ctx: AppContext, guild: SyncedGuild, crest: GuildCrest, asking: Asking): Promise<Buffer> {
  const { region, gameVersion } = guild;
  const call = { region, gameVersion, ...asking };
  const { emblem, border, background } = crest;
  const [emblemPicture, borderPicture] = await Promise.all([
    pictureOf(ctx, ctx.battlenet.guildCrestEmblemMedia(call, emblem.id), asking.signal),
    pictureOf(ctx, ctx.battlenet.guildCrestBorderMedia(call, border.id), asking.signal),
  ]);
  // Loaded with the first crest: the decoders take 9 MB.
  const { drawCrest } = await import('../crests/draw-crest.ts');
  return drawCrest({
    background: background.color.rgba,
    border: { picture: borderPicture, colour: border.color.rgba },
    emblem: { picture: emblemPicture, colour: emblem.color.rgba },
  });
}

async function pictureOf(
  { config }: AppContext,
  answer: Promise<{ data: Media }>,
  signal: AbortSignal,
): Promise<Buffer> {
  const { data } = await answer.catch((error) => {
    throw isAbsence(error) ? missing() : error;
  });
  const address = data.assets.find(({ key }) => key === 'image')?.value;
  const picture = address && (await fetchMedia(address, { hosts: config.battlenet.mediaHosts, signal }));
  if (!picture) throw missing();
  return picture;
}

const missing = () => noCrest('The game platform has no pictures of this crest.');
const noCrest = (message: string) => notFound('crest_not_found', message);
