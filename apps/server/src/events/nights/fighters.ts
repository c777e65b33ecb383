/** Characters as a log writes them, and how a decision about one is remembered: as an alias of a raider, or of none. */
import { aliasOf } from '@guildhall/guild-tools/match.ts';

export type Fighter = { name: string; realm: string };

/** A log has no realm where it does not know it. */
export const wantedOf = ({ name, realm }: Fighter) => ({ name, realm: realm === '' ? null : realm });
export const fighterAlias = (fighter: Fighter) => aliasOf(wantedOf(fighter));

/** The source of aliases that are decisions about characters of logs. */
export const LOG_SOURCE = 'log';

/** Names and realms of the characters whom the person `$1` plays. A log writes a realm in its own language. */
const PLAYED = `
  select folded_name(c.name), folded_name(place.name)
  from character c left join realm m on m.slug = c.realm_slug and m.region = c.region and m.game_version = c.game_version
  cross join lateral (select c.realm_slug as name union select value from jsonb_each_text(m.names) where value is not null) place
  where c.user_id = $1
  union all
  select folded_name(c.name), folded_name(c.realm) from raider r join raider_character c on c.raider_id = r.id where r.user_id = $1`;

/** Needs `name_key` and `realm_key` of fighters in scope: those whom the person `$1` plays. */
export const OF_PERSON = `(name_key, realm_key) in (${PLAYED})`;

/** Needs `name_key` of fighters before the first event in scope, and the organization of their night: a name is all that is known. */
export const PAST_OF_PERSON = `name_key in (select played.name_key from (${PLAYED}) played(name_key, realm_key))
  and n.organization_id in (select organization_id from membership where user_id = $1
    union select organization_id from raider where user_id = $1)`;

/** Needs `raider_alias` in scope: characters of the person `$1` of whom an officer said that they are of no raider. */
export const STRANGER_OF_PERSON = `source = '${LOG_SOURCE}' and raider_id is null
  and key in (select played.name_key || played.realm_key from (${PLAYED}) played(name_key, realm_key))`;
