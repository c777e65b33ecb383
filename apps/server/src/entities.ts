import { Absence } from './absences/absence.entity.ts';
import { EmailChange } from './account/email-change.entity.ts';
import { AttendancePolicy } from './attendance/attendance-policy.entity.ts';
import { Session } from './auth/session.entity.ts';
import { Character } from './characters/character.entity.ts';
import { CharacterSection } from './characters/character-section.entity.ts';
import { ChatInvite } from './chat/chat-invite.entity.ts';
import { ChatServerProof } from './chat/chat-server-proof.entity.ts';
import { Change } from './core/changes/change.entity.ts';
import { ChangeStream } from './core/changes/change-stream.entity.ts';
import { PlatformBudget } from './core/platform/platform-budget.entity.ts';
import { SocketAttachment } from './core/realtime/socket-attachment.entity.ts';
import { RateLimit } from './core/services/rate-limit.entity.ts';
import { SyncSession } from './core/syncs/sync-session.entity.ts';
import { CharacterProfession, CharacterRecipe, CharacterSkillTier } from './crafters/known-recipes.entity.ts';
import { DiscordBinding } from './discord/bindings/discord-binding.entity.ts';
import { DiscordConnection } from './discord/bindings/discord-connection.entity.ts';
import { DiscordLane } from './discord/event-posts/discord-lane.entity.ts';
import { EventMention } from './discord/event-posts/event-mention.entity.ts';
import { EventMirror } from './discord/event-posts/event-mirror.entity.ts';
import { EventPost } from './discord/event-posts/event-post.entity.ts';
import { DiscordInteraction } from './discord/interactions/discord-interaction.entity.ts';
import { LinkIntent } from './discord/interactions/link-intent.entity.ts';
import { DiscordRoleGrant } from './discord/role-sync/discord-role-grant.entity.ts';
import { DiscordRoleRule } from './discord/role-sync/discord-role-rule.entity.ts';
import { DiscordRoleSync } from './discord/role-sync/discord-role-sync.entity.ts';
import { GameName } from './enrichment/documents/game-name.entity.ts';
import { EventLogEntry } from './events/event/event-log-entry.entity.ts';
import { EventSlot } from './events/event/event-slot.entity.ts';
import { GuildEvent } from './events/event/guild-event.entity.ts';
import { Participation } from './events/event/participation.entity.ts';
import { EventMail } from './events/mails/event-mail.entity.ts';
import { CalendarFeed } from './feeds/calendar-feed.entity.ts';
import { GuildAchievements } from './guilds/guild-achievements.entity.ts';
import { GuildSync } from './guilds/guild-sync.entity.ts';
import { Holiday } from './holidays/holiday.entity.ts';
import { Image } from './images/image.entity.ts';
import { Notification } from './notifications/notification.entity.ts';
import { Invite } from './organizations/invite.entity.ts';
import { Account } from './people/account.entity.ts';
import { AdminEntry } from './people/admin-entry.entity.ts';
import { CreatedByKey } from './people/created-by-key.entity.ts';
import { User } from './people/user.entity.ts';
import { Post } from './posts/post.entity.ts';
import { Profession, Recipe, ReputationFaction, SkillTier, Specialization } from './reference/catalogue.entity.ts';
import {
  JournalEncounter,
  JournalEncounterLocale,
  JournalExpansion,
  JournalExpansionLocale,
  JournalInstance,
  JournalInstanceLocale,
} from './reference/journal.entity.ts';
import { PlayableClass, PlayableRace, Realm } from './reference/playable.entity.ts';
import { ReferenceDocument } from './reference/reference-document.entity.ts';
import { AuditEntry } from './rights/audit-entry.entity.ts';
import { FormerAlias } from './rights/former-alias.entity.ts';
import { Membership } from './rights/membership.entity.ts';
import { Organization } from './rights/organization.entity.ts';
import { Role } from './rights/role.entity.ts';
import { RoleHolder } from './rights/role-holder.entity.ts';
import { RosterEntry } from './roster/roster-entry.entity.ts';
import { RosterEvent } from './roster/roster-event.entity.ts';
import { RosterHold } from './roster/roster-hold.entity.ts';
import { TransferCandidate } from './roster/transfer-candidate.entity.ts';
import { ActConsent } from './services/act-consent.entity.ts';
import { ServiceAccount } from './services/service-account.entity.ts';
import { ServiceToken } from './services/service-token.entity.ts';
import { MagicLink } from './sign-in/magic-link.entity.ts';
import { OAuthState } from './sign-in/oauth-state.entity.ts';
import { TextVersion } from './texts/text-version.entity.ts';
import { WebhookDelivery } from './webhooks/webhook-delivery.entity.ts';
import { WebhookEndpoint } from './webhooks/webhook-endpoint.entity.ts';

export const entities = [
  Absence,
  ActConsent,
  Account,
  AdminEntry,
  AttendancePolicy,
  AuditEntry,
  CalendarFeed,
  Character,
  CharacterProfession,
  CharacterRecipe,
  Change,
  ChangeStream,
  CharacterSection,
  CharacterSkillTier,
  ChatInvite,
  ChatServerProof,
  DiscordBinding,
  DiscordConnection,
  DiscordLane,
  EventMention,
  EventMirror,
  EventPost,
  CreatedByKey,
  DiscordRoleGrant,
  DiscordRoleRule,
  DiscordRoleSync,
  EmailChange,
  EventLogEntry,
  EventMail,
  EventSlot,
  GuildEvent,
  GuildAchievements,
  GuildSync,
  Holiday,
  GameName,
  Image,
  FormerAlias,
  Invite,
  JournalEncounter,
  JournalEncounterLocale,
  JournalExpansion,
  JournalExpansionLocale,
  JournalInstance,
  JournalInstanceLocale,
  MagicLink,
  Membership,
  Notification,
  OAuthState,
  Organization,
  Participation,
  PlatformBudget,
  PlayableClass,
  PlayableRace,
  Post,
  Profession,
  RateLimit,
  Realm,
  Recipe,
  ReferenceDocument,
  ReputationFaction,
  Role,
  RoleHolder,
  RosterEntry,
  RosterEvent,
  RosterHold,
  ServiceAccount,
  ServiceToken,
  Session,
  SkillTier,
  SocketAttachment,
  Specialization,
  SyncSession,
  TextVersion,
  TransferCandidate,
  DiscordInteraction,
  LinkIntent,
  User,
  WebhookDelivery,
  WebhookEndpoint,
];
