/** Every background job: each definition with the verb that handles it, and what runs on a schedule. */
import { cleanUpJob, sendMagicLinkJob } from './auth/auth.jobs.ts';
import { cleanUp } from './auth/clean-up.ts';
import { sendMagicLink } from './auth/send-magic-link.ts';
import { characterSyncJob } from './characters/characters.jobs.ts';
import { syncCharacters } from './characters/sync-characters.ts';
import type { AppContext } from './core/context.ts';
import type { JobDefinition } from './core/job.ts';
import { reconcile, reconcileJob } from './core/reconcile.ts';
import { type HandledJob, handled } from './core/worker.ts';
import { enrichCharacter, enrichScheduled } from './enrichment/enrich-character.ts';
import {
  enrichCharacterJob,
  forgetStaleJob,
  refreshStaleJob,
  scheduledEnrichmentJob,
} from './enrichment/enrichment.jobs.ts';
import { forgetStale } from './enrichment/forget-stale.ts';
import { refreshStale } from './enrichment/refresh-stale.ts';
import { sendEventMailJob, tendEventsJob } from './events/events.jobs.ts';
import { sendEventMail } from './events/send-event-mail.ts';
import { tendEvents } from './events/tend-events.ts';
import { guildSyncJob } from './guilds/guilds.jobs.ts';
import { refreshGuild } from './guilds/refresh-guild.ts';
import { imageFilesJob, imagePurgeJob } from './images/images.jobs.ts';
import { purgeWithdrawn } from './images/purge-withdrawn.ts';
import { removeUnusedFiles } from './images/remove-unused-files.ts';
import { catalogueSyncJob, journalSyncJob, referenceSyncJob } from './reference/reference.jobs.ts';
import { syncCatalogue } from './reference/sync-catalogue.ts';
import { syncJournal } from './reference/sync-journal.ts';
import { syncReference } from './reference/sync-reference.ts';
import { sweepRosters } from './roster/queue-due-rosters.ts';
import { rosterSweepJob, rosterSyncJob, scheduledRosterSyncJob } from './roster/roster.jobs.ts';
import { syncRoster, syncScheduledRoster } from './roster/sync-roster.ts';
import { sendEmailChange, tellOldAddress } from './users/send-email-change.ts';
import { sendEmailChangeJob, tellOldAddressJob } from './users/users.jobs.ts';

export const jobs: HandledJob<AppContext>[] = [
  handled(catalogueSyncJob, syncCatalogue),
  handled(characterSyncJob, syncCharacters),
  handled(cleanUpJob, cleanUp),
  handled(guildSyncJob, refreshGuild),
  handled(enrichCharacterJob, enrichCharacter),
  handled(forgetStaleJob, forgetStale),
  handled(imageFilesJob, removeUnusedFiles),
  handled(imagePurgeJob, purgeWithdrawn),
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
  handled(tellOldAddressJob, tellOldAddress),
  handled(tendEventsJob, tendEvents),
];

type Schedule = [JobDefinition, string];

/** Cron lines in UTC; a line fires once, however many processes there are. What was missed comes again in minutes. */
const often: Schedule[] = [
  [reconcileJob, '* * * * *'],
  [tendEventsJob, '* * * * *'],
  [rosterSweepJob, '*/5 * * * *'],
  [refreshStaleJob, '*/5 * * * *'],
];

/** Of these, what came due while there was no worker is made up for, once, by the next one that starts. */
const seldom: Schedule[] = [
  [forgetStaleJob, '10 4 * * *'],
  [cleanUpJob, '20 4 * * *'],
  [imagePurgeJob, '40 4 * * *'],
  // On Wednesdays the week has begun in every region.
  [referenceSyncJob, '30 5 * * 3'],
  [journalSyncJob, '40 5 * * 3'],
  [catalogueSyncJob, '0 6 * * 3'],
];

export async function scheduleJobs({ boss }: AppContext): Promise<void> {
  const schedule = ([{ name, key }, cron]: Schedule, missed: 'skip' | 'once') =>
    // Under the key of those that a verb queues, so that the same work is never there twice.
    boss.schedule(name, cron, {}, { missed, singletonKey: key?.({}) ?? name });
  for (const line of often) await schedule(line, 'skip');
  for (const line of seldom) await schedule(line, 'once');
}
