import { z } from 'zod';

/** Transport codes: what kind of refusal it is. */
export const ErrorCode = z.enum([
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** One HTTP status each. */
export const errorStatus: Record<ErrorCode, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** Reasons a program can react to; the message beside it is for people and may change. */
export const ErrorReason = z.enum([
  'invalid_input',
  'malformed_json',
  'not_signed_in',
  'ambiguous_credentials',
  'invalid_origin',
  'invalid_callback_url',
  'invalid_token',
  'read_only_token',
  'token_not_allowed',
  'session_not_fresh',
  'email_taken',
  'account_not_linked',
  'last_account',
  'last_admin',
  'provider_not_found',
  'provider_not_configured',
  'admin_only',
  'missing_permission',
  'not_a_member',
  'organization_not_found',
  'organization_archived',
  'character_not_found',
  'character_archived',
  'character_is_synced',
  'already_claimed',
  'too_many_characters',
  'realm_not_found',
  'character_not_simulated',
  'invalid_talent_loadout',
  'character_not_synced',
  'character_data_missing',
  'enrichment_in_progress',
  'sync_session_not_found',
  'not_a_synced_guild',
  'gameplatform_not_linked',
  'gameplatform_token_expired',
  'relink_required',
  'character_sync_in_progress',
  'roster_sync_in_progress',
  'transfer_not_found',
  'transfer_already_decided',
  'sync_cooldown',
  'rate_limited',
  'busy',
  'invalid_upload',
  'file_too_large',
  'unsupported_image',
  'image_too_large',
  'image_not_found',
  'already_decided',
  'image_replaced',
  'moderation_failed',
  'moderation_unavailable',
  'chatplatform_not_configured',
  'chatplatform_not_linked',
  'chatplatform_unavailable',
  'chat_server_not_configured',
  'chat_server_not_confirmed',
  'chat_server_changed',
  'not_chat_server_manager',
  'invite_channel_not_configured',
  'already_in_chat_server',
  'post_not_found',
  'post_changed',
  'platform_unavailable',
  'platform_rate_limited',
]);
export type ErrorReason = z.infer<typeof ErrorReason>;

/** Body of every refusal, on REST and (inside the tRPC envelope) on tRPC. */
export const ErrorBody = z
  .object({
    code: ErrorCode,
    reason: ErrorReason.optional(),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    requestId: z.string(),
  })
  .meta({
    id: 'Error',
    examples: [
      {
        code: 'CONFLICT',
        reason: 'roster_sync_in_progress',
        message: 'A roster sync of this guild is already running.',
        requestId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
      },
    ],
  });
export type ErrorBody = z.infer<typeof ErrorBody>;
