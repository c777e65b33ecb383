/**
 * Where personal data lie, and what becomes of them when a person is erased. A test compares this list with the
 * database: a new table has to be entered here, or it fails.
 */

type Fate =
  /** Rows go with the user's own row, by foreign key. */
  | 'cascade'
  /** Rows stay and lose what names the person, by foreign key. */
  | 'set null'
  /** Rows are deleted or cleared by a statement below. */
  | 'erased'
  /** Nothing in it is about a person of this service. */
  | 'none';

export const personalData: Record<string, Fate> = {
  account: 'cascade',
  app_user: 'erased',
  audit_entry: 'set null',
  character: 'cascade',
  character_section: 'cascade',
  chat_invite: 'cascade',
  chat_server_proof: 'cascade',
  email_change: 'cascade',
  game_name: 'none',
  image: 'erased',
  invite: 'set null',
  magic_link: 'erased',
  membership: 'cascade',
  oauth_state: 'erased',
  organization: 'none',
  platform_budget: 'none',
  playable_class: 'none',
  playable_race: 'none',
  post: 'set null',
  rate_limit: 'erased',
  realm: 'none',
  role: 'none',
  role_holder: 'cascade',
  roster_entry: 'set null',
  roster_event: 'none',
  roster_hold: 'none',
  session: 'cascade',
  socket_io_attachments: 'none',
  sync_session: 'erased',
  transfer_candidate: 'set null',
};

/** Run in this order, each with the user's id, before the user's own row goes. */
export const erasure = [
  `delete from magic_link where email in (select lower(email) from app_user where id = $1)`,
  'delete from oauth_state where link_to_user_id = $1',
  'update image set decided_by = null where decided_by = $1',
  `delete from rate_limit where key in ('upload:' || $1::uuid, 'emailChange:' || $1::uuid,
     'chatplatform:' || $1::uuid, 'chatInvite:' || $1::uuid, 'gameplatform:' || $1::uuid) or key in (
     select 'magicLinkAddress:' || lower(email) from app_user where id = $1
     union select 'magicLinkAddress:' || email from email_change where user_id = $1)`,
  'delete from sync_session where subject_id = $1',
  'update sync_session set requested_by = null where requested_by = $1',
  // Jobs that are done are kept for a week, with their payload.
  `delete from pgboss.job where data ->> 'userId' = $1::uuid::text or group_id = $1::uuid::text`,
  'delete from app_user where id = $1',
];
