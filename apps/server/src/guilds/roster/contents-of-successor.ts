/**
 * The data of a guild that is found to continue a former one, table by table. Its organization is deleted then, so nothing that
 * people have made may be in it. A test compares these lists with the database and fails until a new table is entered here.
 */
import { query, statement } from '../../core/db/statement.ts';

type Made = {
  called: string;
  /** The rows `t` that count, of those of the organization. */
  only?: string;
  /** The table has no organization of its own, but a raider of it. */
  ofRaider?: true;
};

/** Tables with rows that people have made: with one of them, a guild is in use. */
export const MADE_BY_PEOPLE: Record<string, Made> = {
  attendance_policy: { called: 'rules for attendance' },
  discord_binding: { called: 'Discord channels' },
  discord_connection: { called: 'Discord channels' },
  discord_role_rule: { called: 'Discord roles' },
  event: { called: 'events' },
  event_template: { called: 'templates of events' },
  import_column: { called: 'imports' },
  import_run: { called: 'imports' },
  invite: { called: 'invites' },
  log_report: { called: 'logs' },
  log_source: { called: 'logs' },
  loot_award: { called: 'loot' },
  loot_policy: { called: 'rules for loot' },
  loot_response: { called: 'loot' },
  past_night: { called: 'past nights' },
  point_pool: { called: 'points' },
  post: { called: 'posts' },
  raider: { called: 'raiders', only: '(t.name is not null or t.note is not null)' },
  raider_alias: { called: 'raiders' },
  raider_change: { called: 'raiders' },
  raider_character: { called: 'raiders' },
  raider_distinct: { called: 'raiders' },
  role: { called: 'roles', only: 't.game_rank is null and not t.is_founder' },
  role_holder: { called: 'roles' },
  service_account: { called: 'services' },
  sim_report: { called: 'wishes', ofRaider: true },
  team: { called: 'teams' },
  text_version: { called: 'texts' },
  webhook_endpoint: { called: 'webhooks' },
  wish: { called: 'wishes', ofRaider: true },
};

/** Tables whose rows belong to members, whom an officer cannot ask to delete them: they go on in the former guild. */
export const CARRIED_OVER = ['absence', 'calendar_feed'] as const;

const FOLLOWS = 'follows from the roster of the game';
const REPEATED = 'is asked of the platform again';
const WITH = (parent: string) => `is only with ${parent}`;

/** Why the rows of each other table may go with the organization, or stay without it. */
export const MAY_GO: Record<string, string> = {
  audit_entry: 'is the log of what is gone',
  character: 'stays, and follows its guild',
  chat_invite: 'is one for a person, made anew on demand',
  chat_server_proof: 'is valid for minutes',
  discord_role_grant: 'stays, so that the role can be taken',
  discord_role_stream: 'makes its server due once more',
  event_look: 'is looked at within a minute',
  former_alias: 'leads to what is gone',
  guild_achievements: REPEATED,
  guild_sync: REPEATED,
  lineup_place: WITH('an event or a template'),
  membership: FOLLOWS,
  notification: 'is news about what is gone',
  participation: WITH('an event'),
  rejected_predecessor: 'is a question that can be asked again',
  reserve: WITH('an event'),
  roster_entry: FOLLOWS,
  roster_event: FOLLOWS,
  roster_hold: FOLLOWS,
  roster_reading: REPEATED,
  roster_section: REPEATED,
  team_member: WITH('a team'),
  transfer_candidate: FOLLOWS,
};

const ofOrganization = ({ only = 'true', ofRaider }: Made) =>
  ofRaider
    ? `exists (select from raider r where r.id = t.raider_id and r.organization_id = $1)`
    : `t.organization_id = $1 and ${only}`;

/** The kinds of things that people have made in the organization `$1`. */
export const IN_USE = query({ called: 'text' })`${Object.entries(MADE_BY_PEOPLE)
  .map(
    ([table, made]) =>
      `select '${made.called}' as called where exists (select from ${table} t where ${ofOrganization(made)})`,
  )
  .join(' union ')} order by called`;

/** From the organization `$1` to `$2`, where a person has one address of a calendar at most. */
export const CARRY_OVER = [
  statement`update absence set organization_id = $2 where organization_id = $1`,
  statement`
    update calendar_feed f set organization_id = $2 where f.organization_id = $1 and not exists (
      select from calendar_feed k where k.organization_id = $2 and k.user_id = f.user_id)`,
];
