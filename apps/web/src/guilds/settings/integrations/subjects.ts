/** Names of what a webhook or a service may hear of. */
import type { WebhookChange, WebhookPermission } from '@guildhall/contracts/webhook.ts';
import type { IntegrationsWords } from './integrations.words.ts';

export const changesIn = (words: IntegrationsWords): Record<WebhookChange, string> => ({
  'event.changed': words.events,
  'participation.changed': words.answers,
  'lineup.changed': words.lineups,
  'night.changed': words.nights,
  'post.changed': words.posts,
  'roster.changed': words.roster,
  'raider.changed': words.raiders,
  'loot.changed': words.loot,
  'points.changed': words.points,
  'membership.changed': words.members,
  'rights.changed': words.rights,
  'organization.changed': words.guild,
  'absence.changed': words.absences,
});
export const permissionsIn = (words: IntegrationsWords): Record<WebhookPermission, string> => ({
  canViewRoster: words.pRoster,
  canViewOfficerData: words.pOfficer,
  canManageEvents: words.pEvents,
});
