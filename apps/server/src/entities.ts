import { Absence } from './absences/absence.entity.ts';
import { AdminEntry } from './admin/admin-entry.entity.ts';
import { AttendancePolicy } from './attendance/attendance-policy.entity.ts';
import { Account } from './auth/account.entity.ts';
import { MagicLink } from './auth/magic-link.entity.ts';
import { OAuthState } from './auth/oauth-state.entity.ts';
import { Session } from './auth/session.entity.ts';
import { Character } from './characters/character.entity.ts';
import { CharacterSection } from './characters/character-section.entity.ts';
import { ChatInvite } from './chat/chat-invite.entity.ts';
import { ChatServerProof } from './chat/chat-server-proof.entity.ts';
import { PlatformBudget } from './core/platform-budget.entity.ts';
import { RateLimit } from './core/rate-limit.entity.ts';
import { SocketAttachment } from './core/socket-attachment.entity.ts';
import { SyncSession } from './core/sync-session.entity.ts';
import { CharacterProfession, CharacterRecipe, CharacterSkillTier } from './crafters/known-recipes.entity.ts';
import { GameName } from './enrichment/game-name.entity.ts';
import { EventLogEntry } from './events/event-log-entry.entity.ts';
import { EventMail } from './events/event-mail.entity.ts';
import { EventSlot } from './events/event-slot.entity.ts';
import { GuildEvent } from './events/guild-event.entity.ts';
import { Participation } from './events/participation.entity.ts';
import { CalendarFeed } from './feeds/calendar-feed.entity.ts';
import { GuildAchievements } from './guilds/guild-achievements.entity.ts';
import { GuildSync } from './guilds/guild-sync.entity.ts';
import { Holiday } from './holidays/holiday.entity.ts';
import { Image } from './images/image.entity.ts';
import { AuditEntry } from './organizations/audit-entry.entity.ts';
import { FormerAlias } from './organizations/former-alias.entity.ts';
import { Invite } from './organizations/invite.entity.ts';
import { Membership } from './organizations/membership.entity.ts';
import { Organization } from './organizations/organization.entity.ts';
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
import { Role } from './roles/role.entity.ts';
import { RoleHolder } from './roles/role-holder.entity.ts';
import { RosterEntry } from './roster/roster-entry.entity.ts';
import { RosterEvent } from './roster/roster-event.entity.ts';
import { RosterHold } from './roster/roster-hold.entity.ts';
import { TransferCandidate } from './roster/transfer-candidate.entity.ts';
import { TextVersion } from './texts/text-version.entity.ts';
import { CreatedByKey } from './users/created-by-key.entity.ts';
import { EmailChange } from './users/email-change.entity.ts';
import { User } from './users/user.entity.ts';

/** Every table of the service. */
export const entities = [
  Absence,
  Account,
  AdminEntry,
  AttendancePolicy,
  AuditEntry,
  CalendarFeed,
  Character,
  CharacterProfession,
  CharacterRecipe,
  CharacterSection,
  CharacterSkillTier,
  ChatInvite,
  ChatServerProof,
  CreatedByKey,
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
  Session,
  SkillTier,
  SocketAttachment,
  Specialization,
  SyncSession,
  TextVersion,
  TransferCandidate,
  User,
];
