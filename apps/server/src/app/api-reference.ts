/** The parts of the API document that no procedure says. Only what generates it loads them. */
import type { Reference } from '../core/http/openapi.ts';
import { eventPictureUpload } from '../events/event/event-picture.ts';
import { calendarFeedPaths } from '../events/feeds/calendar-feed.routes.ts';
import { crestPaths } from '../guilds/crests/crest.routes.ts';
import { guildAliases } from '../guilds/organizations/guild-addresses.ts';
import { authPaths } from '../identity/sign-in/auth.openapi.ts';
import { importFilePaths } from '../imports/import-file.routes.ts';
import { avatarUpload } from '../pictures/images/avatar.ts';
import { imagePaths } from '../pictures/images/images.routes.ts';
import { logoUpload } from '../pictures/images/logo.ts';
import { mediaPaths } from '../pictures/media/media.routes.ts';
import { apiSections } from './api-sections.ts';
import { bodyExamples } from './body-examples.ts';

export const apiReference: Reference = {
  paths: {
    ...authPaths,
    ...imagePaths,
    ...avatarUpload.paths,
    ...crestPaths,
    ...mediaPaths,
    ...logoUpload.paths,
    ...eventPictureUpload.paths,
    ...calendarFeedPaths,
    ...importFilePaths,
  },
  tags: apiSections,
  aliases: guildAliases,
  bodyExamples,
};
