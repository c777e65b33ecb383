/**
 * The next step after each refusal or failure of the service: one line for each reason of the contract. The words
 * for people are in `packages/contracts/src/refusals`; a new reason compiles only with a line in both.
 */
import type { ErrorReason } from '@guildhall/contracts/errors.ts';
import type { SyncReason } from '@guildhall/contracts/sync-session.ts';

export type Reason = ErrorReason | SyncReason;

export type NextStep =
  /** The session is over: everything of the person goes, and the sign-in page leads back here. */
  | 'signIn'
  /** The session is too old for this: sign in again, and the page is still there. */
  | 'signInAgain'
  /** Only reading is possible until the game account is connected. */
  | 'linkGame'
  /** For members: the person may become one as soon as their characters are known. */
  | 'join'
  /** The same request may succeed in a moment. The page keeps its content. */
  | 'retry'
  /** It goes on by itself. */
  | 'wait'
  | 'none';

/** The words of the reason say all that helps: correct the input, look again, ask an officer. A type weighs nothing. */
type SaidInWords =
  | 'invalid_token'
  | 'account_not_linked'
  | 'merge_not_possible'
  | 'provider_not_found'
  | 'user_not_found'
  | 'queue_not_found'
  | 'job_not_found'
  | 'character_not_found'
  | 'role_not_found'
  | 'member_not_found'
  | 'founder_role'
  | 'rank_role'
  | 'role_has_members'
  | 'character_not_synced'
  | 'character_archived'
  | 'character_is_synced'
  | 'already_claimed'
  | 'claim_not_found'
  | 'claim_is_proven'
  | 'character_not_simulated'
  | 'character_data_missing'
  | 'sync_session_not_found'
  | 'guild_is_synced'
  | 'invite_not_found'
  | 'invite_not_valid'
  | 'not_a_synced_guild'
  | 'transfer_not_found'
  | 'instance_not_found'
  | 'expansion_not_found'
  | 'participation_not_found'
  | 'not_in_series'
  | 'webhook_not_found'
  | 'webhook_without_secret'
  | 'delivery_not_found'
  | 'service_not_found'
  | 'event_not_open'
  | 'event_started'
  | 'event_not_started'
  | 'event_completed'
  | 'signup_closed'
  | 'absence_not_found'
  | 'text_version_not_found'
  | 'image_not_found'
  | 'logo_not_available'
  | 'crest_not_found'
  | 'already_in_chat_server'
  | 'binding_not_found'
  | 'discord_role_rule_not_found'
  | 'address_not_found'
  | 'method_not_supported'
  | 'nothing_to_change'
  | 'invalid_input'
  | 'malformed_json'
  | 'idempotency_key_reused'
  | 'invalid_origin'
  | 'invalid_callback_url'
  | 'read_only_token'
  | 'token_not_allowed'
  | 'email_taken'
  | 'last_account'
  | 'last_admin'
  | 'provider_not_configured'
  | 'admin_only'
  | 'metrics_off'
  | 'job_state'
  | 'missing_permission'
  | 'founder_keeps_rights'
  | 'role_name_taken'
  | 'role_changed'
  | 'too_many_roles'
  | 'last_founder'
  | 'character_exists'
  | 'too_many_characters'
  | 'realm_not_found'
  | 'invalid_talent_loadout'
  | 'alias_taken'
  | 'alias_reserved'
  | 'name_mismatch'
  | 'too_many_invites'
  | 'invalid_transition'
  | 'cursor_expired'
  | 'webhook_address_refused'
  | 'webhook_suspended'
  | 'webhook_not_active'
  | 'too_many_webhooks'
  | 'too_many_services'
  | 'too_many_service_tokens'
  | 'service_name_taken'
  | 'service_not_allowed'
  | 'acting_not_agreed'
  | 'event_changed'
  | 'event_in_past'
  | 'overlaps_completed_event'
  | 'same_start_twice'
  | 'role_without_slot'
  | 'role_full'
  | 'role_not_playable'
  | 'already_answered'
  | 'slots_below_signups'
  | 'character_not_in_guild'
  | 'too_many_absences'
  | 'too_many_events'
  | 'text_changed'
  | 'invalid_upload'
  | 'file_too_large'
  | 'unsupported_image'
  | 'image_too_large'
  | 'already_decided'
  | 'image_replaced'
  | 'moderation_failed'
  | 'chatplatform_not_configured'
  | 'chat_server_not_configured'
  | 'chat_server_not_confirmed'
  | 'chat_server_changed'
  | 'not_chat_server_manager'
  | 'invite_channel_not_configured'
  | 'bot_lacks_permission'
  | 'bot_removed'
  | 'channel_bound'
  | 'channel_is_public'
  | 'channel_not_found'
  | 'too_many_bindings'
  | 'discord_role_refused'
  | 'discord_role_rule_exists'
  | 'discord_role_rule_enabled'
  | 'too_many_discord_role_rules'
  | 'discord_role_preview_changed'
  | 'post_changed'
  | 'guild_not_found'
  | 'not_json'
  | 'body_too_large'
  | 'too_many_tokens'
  | 'too_many_posts'
  | 'too_many_organizations'
  | 'organization_archived'
  | 'chatplatform_not_linked';

const NEXT_STEP: Record<Exclude<Reason, SaidInWords>, Exclude<NextStep, 'none'>> = {
  not_signed_in: 'signIn',
  invalid_session: 'signIn',
  session_expired: 'signIn',
  ambiguous_credentials: 'signIn',
  session_not_fresh: 'signInAgain',
  not_a_member: 'join',
  organization_not_found: 'join',
  enrichment_in_progress: 'wait',
  gameplatform_not_linked: 'linkGame',
  gameplatform_token_expired: 'linkGame',
  relink_required: 'linkGame',
  character_sync_in_progress: 'wait',
  roster_sync_in_progress: 'wait',
  journal_sync_in_progress: 'wait',
  sync_in_progress: 'wait',
  event_not_found: 'join',
  sync_cooldown: 'wait',
  rate_limited: 'wait',
  busy: 'retry',
  moderation_unavailable: 'retry',
  chatplatform_unavailable: 'retry',
  post_not_found: 'join',
  database_unavailable: 'retry',
  storage_unavailable: 'retry',
  platform_unavailable: 'retry',
  platform_rate_limited: 'wait',
  platform_answer_malformed: 'retry',
  roster_shrank: 'wait',
  interrupted: 'retry',
  internal: 'retry',
  webhook_ping_pending: 'wait',
};

/** A refusal without a reason says nothing about it. */
export const nextStepOf = ({ reason }: { reason: Reason | undefined }): NextStep =>
  (reason && NEXT_STEP[reason as Exclude<Reason, SaidInWords>]) || 'none';
