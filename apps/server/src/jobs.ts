/** Every background job: each definition with the verb that handles it, and the schedule. */

import { erasePeople } from './account/erase-people.ts';
import { sendEmailChange, tellOldAddress } from './account/send-email-change.ts';
import { erasePeopleJob, sendEmailChangeJob, tellOldAddressJob } from './account/users.jobs.ts';
import { cleanUp } from './auth/clean-up.ts';
import type { JobDefinition } from './core/jobs/job.ts';
import { type HandledJob, handled } from './core/jobs/worker.ts';
import type { AppContext } from './core/services/context.ts';
import type { ChangeReader } from './core/services/wake-readers.ts';
import { reconcile, reconcileJob } from './core/syncs/reconcile.ts';
import {
  checkDiscordServersJob,
  findDiscordWorkJob,
  mailTokenRefusedJob,
  mirrorEventsJob,
  showDuePostsJob,
} from './discord/bindings/discord.jobs.ts';
import { mailTokenRefused } from './discord/bindings/tell-token-refused.ts';
import { checkDiscordServers, findDiscordWork, wakeEventPosts } from './discord/event-posts/find-discord-work.ts';
import { mirrorEvents } from './discord/event-posts/mirror-events.ts';
import { showDuePosts } from './discord/event-posts/show-due-posts.ts';
import { finishAnswer } from './discord/interactions/answer-interaction.ts';
import { answerInteractionJob } from './discord/interactions/interactions.jobs.ts';

import { queueDueRoleSyncsJob, syncDiscordRolesJob } from './discord/role-sync/role-sync.jobs.ts';
import { queueDueRoleSyncs, syncDiscordRoles } from './discord/role-sync/sync-discord-roles.ts';
import { enrichCharacter, enrichScheduled } from './enrichment/enrich-character.ts';
import {
  enrichCharacterJob,
  forgetStaleJob,
  refreshStaleJob,
  scheduledEnrichmentJob,
} from './enrichment/enrichment.jobs.ts';
import { forgetStale } from './enrichment/forget-stale.ts';
import { refreshStale } from './enrichment/refresh-stale.ts';
import { advanceEventsJob, sendEventMailJob } from './events/mails/events.jobs.ts';
import { sendEventMail } from './events/mails/send-event-mail.ts';
import { advanceEvents } from './events/planning/advance-events.ts';
import { guildSyncJob } from './guilds/guilds.jobs.ts';
import { refreshGuild } from './guilds/refresh-guild.ts';
import { rosterSweepJob, rosterSyncJob, scheduledRosterSyncJob } from './guilds/roster.jobs.ts';
import { purgeWithdrawn, removeUnusedFiles } from './images/image-files.ts';
import { imageFilesJob, imagePurgeJob } from './images/images.jobs.ts';
import { mediaPurgeJob, removeOldMedia } from './media/media-files.ts';
import { characterSyncJob } from './own-characters/characters.jobs.ts';
import { syncCharacters } from './own-characters/sync-characters.ts';
import { catalogueSyncJob, journalSyncJob, referenceSyncJob } from './reference/reference.jobs.ts';
import { syncCatalogue } from './reference-sync/sync-catalogue.ts';
import { syncJournal } from './reference-sync/sync-journal.ts';
import { syncReference } from './reference-sync/sync-reference.ts';
import { sweepRosters } from './roster/queue-due-rosters.ts';
import { syncRoster, syncScheduledRoster } from './roster/sync-roster.ts';
import { cleanUpJob, sendMagicLinkJob } from './sign-in/auth.jobs.ts';
import { sendMagicLink } from './sign-in/send-magic-link.ts';
import { deliverWebhooks } from './webhooks/deliver-webhooks.ts';
import { dispatchWebhooks, queueDueDeliveries, wakeWebhooks } from './webhooks/dispatch-webhooks.ts';
import { deliverWebhooksJob, dispatchWebhooksJob, queueDueDeliveriesJob } from './webhooks/webhooks.jobs.ts';

export const jobs: HandledJob<AppContext>[] = [
  handled(answerInteractionJob, finishAnswer),
  handled(catalogueSyncJob, syncCatalogue),
  handled(characterSyncJob, syncCharacters),
  handled(checkDiscordServersJob, checkDiscordServers),
  handled(cleanUpJob, cleanUp),
  handled(erasePeopleJob, erasePeople),
  handled(guildSyncJob, refreshGuild),
  handled(enrichCharacterJob, enrichCharacter),
  handled(forgetStaleJob, forgetStale),
  handled(imageFilesJob, removeUnusedFiles),
  handled(imagePurgeJob, purgeWithdrawn),
  handled(mediaPurgeJob, ({ storage }) => removeOldMedia(storage)),
  handled(mailTokenRefusedJob, mailTokenRefused),
  handled(mirrorEventsJob, mirrorEvents),
  handled(journalSyncJob, syncJournal),
  handled(reconcileJob, reconcile),
  handled(referenceSyncJob, syncReference),
  handled(refreshStaleJob, refreshStale),
  handled(rosterSweepJob, sweepRosters),
  handled(rosterSyncJob, syncRoster),
  handled(scheduledEnrichmentJob, enrichScheduled),
  handled(scheduledRosterSyncJob, syncScheduledRoster),
  handled(sendEmailChangeJob, sendEmailChange),
  handled(sendEventMailJob, sendEventMail),
  handled(sendMagicLinkJob, sendMagicLink),
  handled(syncDiscordRolesJob, syncDiscordRoles),
  handled(tellOldAddressJob, tellOldAddress),
  handled(showDuePostsJob, showDuePosts),
  handled(findDiscordWorkJob, findDiscordWork),
  handled(queueDueRoleSyncsJob, queueDueRoleSyncs),
  handled(advanceEventsJob, advanceEvents),
  handled(deliverWebhooksJob, deliverWebhooks),
  handled(dispatchWebhooksJob, dispatchWebhooks),
  handled(queueDueDeliveriesJob, queueDueDeliveries),
];

export const jobDefinitions = jobs.map(({ definition }) => definition);

/** Woken soon after a commit. Each also has a job that looks every minute. */
export const changeReaders: ChangeReader[] = [wakeEventPosts, wakeWebhooks];

type Schedule = [JobDefinition, string];

/** Cron lines in UTC; each fires once, for all processes. Missed runs are skipped: the next is minutes away. */
const often: Schedule[] = [
  [reconcileJob, '* * * * *'],
  [findDiscordWorkJob, '* * * * *'],
  [advanceEventsJob, '* * * * *'],
  [queueDueDeliveriesJob, '* * * * *'],
  [queueDueRoleSyncsJob, '* * * * *'],
  [rosterSweepJob, '*/5 * * * *'],
  [refreshStaleJob, '*/5 * * * *'],
];

/** Runs missed while there was no worker are made up for, once, by the next worker that starts. */
const seldom: Schedule[] = [
  [forgetStaleJob, '10 4 * * *'],
  [cleanUpJob, '20 4 * * *'],
  [erasePeopleJob, '25 4 * * *'],
  [checkDiscordServersJob, '30 4 * * *'],
  [imagePurgeJob, '40 4 * * *'],
  [mediaPurgeJob, '50 4 * * *'],
  // By Wednesday the week has begun in every region.
  [referenceSyncJob, '30 5 * * 3'],
  [journalSyncJob, '40 5 * * 3'],
  [catalogueSyncJob, '0 6 * * 3'],
];

export async function scheduleJobs({ boss }: AppContext): Promise<void> {
  const schedule = ([{ name, key }, cron]: Schedule, missed: 'skip' | 'once') =>
    // Uses the same key as jobs that a verb queues, so that the same work is never queued twice.
    boss.schedule(name, cron, {}, { missed, singletonKey: key?.({}) ?? name });
  for (const line of often) await schedule(line, 'skip');
  for (const line of seldom) await schedule(line, 'once');
}
