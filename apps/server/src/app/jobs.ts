/** Every background job: each definition with the verb that handles it, and the schedule. */

import { erasePeople } from '../account/erase-people.ts';
import { notifyOldAddress, sendEmailChange } from '../account/send-email-change.ts';
import { erasePeopleJob, sendEmailChangeJob, tellOldAddressJob } from '../account/users.jobs.ts';
import { countUsage } from '../admin/stats.queries.ts';
import { countUsageJob } from '../admin/usage.jobs.ts';
import { enrichCharacter, enrichScheduledCharacter } from '../armory/enrichment/enrich-character.ts';
import {
  enrichCharacterJob,
  forgetStaleCharactersJob,
  readRosterJob,
  readRostersJob,
  refreshStaleCharactersJob,
  scheduledEnrichmentJob,
} from '../armory/enrichment/enrichment.jobs.ts';
import { forgetStaleCharacters } from '../armory/enrichment/forget-stale.ts';
import { readRoster, readRosters } from '../armory/enrichment/read-roster.ts';
import { refreshStaleCharacters } from '../armory/enrichment/refresh-stale.ts';
import { characterSyncJob } from '../armory/own-characters/characters.jobs.ts';
import { syncCharacters } from '../armory/own-characters/sync-characters.ts';
import type { JobDefinition } from '../core/jobs/job.ts';
import { type HandledJob, handledJob } from '../core/jobs/worker.ts';
import type { AppContext } from '../core/services/context.ts';
import type { ChangeReader } from '../core/services/wake-readers.ts';
import { reconcile, reconcileJob } from '../core/syncs/reconcile.ts';
import {
  checkDiscordServersJob,
  findDiscordWorkJob,
  mailTokenRefusedJob,
  mirrorEventsJob,
  showDuePostsJob,
} from '../discord/bindings/discord.jobs.ts';
import { mailTokenRefused } from '../discord/bindings/token-refused.mail.ts';
import { checkDiscordServers, findDiscordWork, wakeEventPosts } from '../discord/event-posts/find-discord-work.ts';
import { mirrorEvents } from '../discord/event-posts/mirror-events.ts';
import { showDuePosts } from '../discord/event-posts/show-due-posts.ts';
import { finishAnswer } from '../discord/interactions/answer-interaction.ts';
import { answerInteractionJob } from '../discord/interactions/discord-caller.ts';
import { queueDueRoleSyncsJob, syncDiscordRolesJob } from '../discord/role-sync/role-sync.jobs.ts';
import { queueDueRoleSyncs, syncDiscordRoles } from '../discord/role-sync/sync-discord-roles.ts';
import { sendEventMailJob } from '../events/mails/event-mails.ts';
import { sendEventMail } from '../events/mails/send-event-mail.ts';
import { readReportsJob } from '../events/nights/nights.jobs.ts';
import { readReports } from '../events/nights/read-reports.ts';
import { advanceEvents, advanceEventsJob } from '../events/planning/advance-events.ts';
import { settleKeptAnswers } from '../events/signups/keep-answer.ts';
import {
  guildSyncJob,
  rosterSweepJob,
  rosterSyncJob,
  scheduledRosterSyncJob,
} from '../guilds/guild-sync/guilds.jobs.ts';
import { refreshGuild } from '../guilds/guild-sync/refresh-guild.ts';
import { sweepRosters } from '../guilds/roster/queue-due-rosters.ts';
import { syncRoster, syncScheduledRoster } from '../guilds/roster/sync-roster.ts';
import { cleanUp } from '../identity/sessions/clean-up.ts';
import { cleanUpJob, sendMagicLinkJob } from '../identity/sign-in/auth.jobs.ts';
import { sendMagicLink } from '../identity/sign-in/send-magic-link.ts';
import { applyRows, undoRows } from '../imports/apply-import.ts';
import { applyImportJob, matchImportJob, undoImportJob } from '../imports/imports.jobs.ts';
import { matchImport } from '../imports/match-import.ts';
import { decayDuePools } from '../loot/points/decay-points.ts';
import { decayPointsJob } from '../loot/points/points.jobs.ts';
import { charactersReadJob } from '../membership/characters/characters-read.jobs.ts';
import { purgeWithdrawn, removeUnusedFiles } from '../pictures/images/image-files.ts';
import { imageFilesJob, imagePurgeJob } from '../pictures/images/images.jobs.ts';
import { mediaPurgeJob, removeOldMedia } from '../pictures/media/media-files.ts';
import {
  catalogueSyncJob,
  journalSyncJob,
  readItemsJob,
  referenceSyncJob,
  seasonSyncJob,
} from '../reference/game-data/reference.jobs.ts';
import { readItems } from '../reference/sync/read-items.ts';
import { syncCatalogue } from '../reference/sync/sync-catalogue.ts';
import { syncJournal } from '../reference/sync/sync-journal.ts';
import { syncReference } from '../reference/sync/sync-reference.ts';
import { syncSeasons } from '../reference/sync/sync-seasons.ts';
import { deliverWebhooks } from '../webhooks/deliver-webhooks.ts';
import { dispatchWebhooks, queueDueDeliveries, wakeWebhooks } from '../webhooks/dispatch-webhooks.ts';
import { deliverWebhooksJob, dispatchWebhooksJob, queueDueDeliveriesJob } from '../webhooks/webhooks.jobs.ts';

export const jobs: HandledJob<AppContext>[] = [
  handledJob(answerInteractionJob, finishAnswer),
  handledJob(applyImportJob, applyRows),
  handledJob(catalogueSyncJob, syncCatalogue),
  handledJob(characterSyncJob, syncCharacters),
  handledJob(charactersReadJob, settleKeptAnswers),
  handledJob(checkDiscordServersJob, checkDiscordServers),
  handledJob(cleanUpJob, cleanUp),
  handledJob(erasePeopleJob, erasePeople),
  handledJob(guildSyncJob, refreshGuild),
  handledJob(decayPointsJob, decayDuePools),
  handledJob(enrichCharacterJob, enrichCharacter),
  handledJob(forgetStaleCharactersJob, forgetStaleCharacters),
  handledJob(imageFilesJob, removeUnusedFiles),
  handledJob(imagePurgeJob, purgeWithdrawn),
  handledJob(mediaPurgeJob, ({ storage }) => removeOldMedia(storage)),
  handledJob(matchImportJob, matchImport),
  handledJob(mailTokenRefusedJob, mailTokenRefused),
  handledJob(mirrorEventsJob, mirrorEvents),
  handledJob(journalSyncJob, syncJournal),
  handledJob(readItemsJob, readItems),
  handledJob(readReportsJob, readReports),
  handledJob(readRosterJob, readRoster),
  handledJob(readRostersJob, readRosters),
  handledJob(reconcileJob, reconcile),
  handledJob(referenceSyncJob, syncReference),
  handledJob(refreshStaleCharactersJob, refreshStaleCharacters),
  handledJob(rosterSweepJob, sweepRosters),
  handledJob(rosterSyncJob, syncRoster),
  handledJob(scheduledEnrichmentJob, enrichScheduledCharacter),
  handledJob(scheduledRosterSyncJob, syncScheduledRoster),
  handledJob(seasonSyncJob, syncSeasons),
  handledJob(sendEmailChangeJob, sendEmailChange),
  handledJob(sendEventMailJob, sendEventMail),
  handledJob(sendMagicLinkJob, sendMagicLink),
  handledJob(syncDiscordRolesJob, syncDiscordRoles),
  handledJob(undoImportJob, undoRows),
  handledJob(tellOldAddressJob, notifyOldAddress),
  handledJob(showDuePostsJob, showDuePosts),
  handledJob(findDiscordWorkJob, findDiscordWork),
  handledJob(queueDueRoleSyncsJob, queueDueRoleSyncs),
  handledJob(advanceEventsJob, advanceEvents),
  handledJob(deliverWebhooksJob, deliverWebhooks),
  handledJob(dispatchWebhooksJob, dispatchWebhooks),
  handledJob(queueDueDeliveriesJob, queueDueDeliveries),
  handledJob(countUsageJob, async (ctx: AppContext) => void (await countUsage(ctx))),
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
  [refreshStaleCharactersJob, '*/5 * * * *'],
  [readRostersJob, '*/5 * * * *'],
  [readReportsJob, '*/15 * * * *'],
  // Days begin at each quarter of an hour, by time zone.
  [decayPointsJob, '1,16,31,46 * * * *'],
];

/** Runs missed while there was no worker are made up for, once, by the next worker that starts. */
const seldom: Schedule[] = [
  [forgetStaleCharactersJob, '10 4 * * *'],
  [cleanUpJob, '20 4 * * *'],
  [countUsageJob, '15 4 * * *'],
  [erasePeopleJob, '25 4 * * *'],
  [checkDiscordServersJob, '30 4 * * *'],
  [imagePurgeJob, '40 4 * * *'],
  [mediaPurgeJob, '50 4 * * *'],
  // By Wednesday the week has begun in every region.
  [referenceSyncJob, '30 5 * * 3'],
  // Seasons begin at the reset of a region.
  [seasonSyncJob, '5 4,15,23 * * *'],
  [journalSyncJob, '40 5 * * 3'],
  // Again those of half a year ago, and those that failed.
  [readItemsJob, '50 5 * * *'],
  [catalogueSyncJob, '0 6 * * 3'],
];

/** The jobs that run by the clock. */
export const scheduledJobs = [...often, ...seldom].map(([{ name }]) => name);

export async function scheduleJobs({ boss }: AppContext): Promise<void> {
  const schedule = ([{ name, key }, cron]: Schedule, missed: 'skip' | 'once') =>
    // Uses the same key as jobs that a verb queues, so that the same work is never queued twice.
    boss.schedule(name, cron, {}, { missed, singletonKey: key?.({}) ?? name });
  for (const line of often) await schedule(line, 'skip');
  for (const line of seldom) await schedule(line, 'once');
}
