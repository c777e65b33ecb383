import type { FinderInput, FinderView } from '@guildhall/contracts/finder.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { shortId } from '../../core/short-id.ts';
import { visibilitiesFor } from '../../guilds/posts/post.access.ts';
import { rosterViewer } from '../../guilds/roster/roster.queries.ts';
import { writtenTexts } from '../../guilds/texts/texts.queries.ts';
import { abilityFor, authorizedAccess } from '../../membership/rights/organization.access.ts';
import { eventViewer, UNPUBLISHED } from '../event/event.access.ts';

const MOST_PEOPLE = 3_000;
const MOST = 100;

const PEOPLE = query({ id: 'uuid', name: 'text' })`
  select u.id, u.display_name as name from membership m join person u on u.id = m.user_id
  where m.organization_id = $1 and m.left_at is null order by ${byName('u.display_name')}, u.id limit ${MOST_PEOPLE}`;

const Character = { name: 'text', classId: 'int', personId: 'uuid?', entryId: 'uuid?' } as const;
/** `$2` is the reader, `$3` whether they see claims that are not proven. */
const ROSTER = query(Character)`
  select e.name, e.class_id as "classId", c.user_id as "personId", e.id as "entryId"
  from roster_entry e left join character c on c.id = e.claimed_by_id and (c.verified_at is not null or $3 or c.user_id = $2)
  where e.organization_id = $1 and e.left_at is null order by e.rank, ${byName('e.name')}, e.id limit ${MOST_PEOPLE}`;
const MAINS = query({ ...Character, personId: 'uuid' })`
  select c.name, c.class_id as "classId", c.user_id as "personId", null::uuid as "entryId"
  from membership m join character c on c.user_id = m.user_id and c.is_main and c.archived_at is null
  where m.organization_id = $1 and m.left_at is null order by ${byName('c.name')}, c.id limit ${MOST_PEOPLE}`;

/** `$2` whether drafts too, besides those of the reader, `$3`, and of the teams that they lead, `$4`. */
const EVENTS = query({ id: 'uuid', title: 'text', startsAt: 'instant' })`
  select e.id, e.title, e.starts_at as "startsAt" from event e
  where e.organization_id = $1 and (not ${UNPUBLISHED} or $2 or e.team_id = any($4) or e.scope = 'group' and e.created_by_id = $3)
  order by e.ends_at <= now(), abs(extract(epoch from e.starts_at - now())), e.id limit ${MOST}`;

const POSTS = query({ id: 'uuid', title: 'text' })`
  select id, title from post where organization_id = $1 and visibility = any($2)
  order by created_at desc, id desc limit ${MOST}`;

/** For members: what they may see, and nothing but its names. About 25 kB for a guild of 1,000, compressed. */
export async function readFinder({ sql }: AppContext, actor: Actor, input: FinderInput): Promise<FinderView> {
  const access = await authorizedAccess(sql, actor, input.id, 'read', 'Organization');
  const { organizationId: id } = access;
  const ability = abilityFor(actor, access);
  const viewer = rosterViewer(actor, access);
  const { managesEvents, leads } = eventViewer(actor, access);
  const seesRoster = access.source === 'synced' && ability.can('read', 'Roster');
  const [people, characters, events, posts, texts] = await Promise.all([
    sql.many(PEOPLE, [id]),
    seesRoster ? sql.many(ROSTER, [id, viewer.userId, viewer.seesUnproven]) : sql.many(MAINS, [id]),
    sql.many(EVENTS, [id, managesEvents, actor.userId, leads]),
    sql.many(POSTS, [id, visibilitiesFor(ability)]),
    writtenTexts(sql, id),
  ]);
  const places = new Map(people.map((person, place) => [person.id, place]));
  return {
    people: { id: people.map((person) => shortId(person.id)), name: people.map(({ name }) => name) },
    characters: {
      name: characters.map(({ name }) => name),
      classId: characters.map(({ classId }) => classId),
      person: characters.map(({ personId }) => (personId === null ? null : (places.get(personId) ?? null))),
      entryId: characters.map(({ entryId }) => entryId && shortId(entryId)),
    },
    events: {
      id: events.map((event) => shortId(event.id)),
      title: events.map(({ title }) => title),
      startsAt: events.map(({ startsAt }) => Math.floor(Date.parse(startsAt) / 60_000)),
    },
    posts: { id: posts.map((post) => shortId(post.id)), title: posts.map(({ title }) => title) },
    texts,
  };
}
