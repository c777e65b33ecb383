import type { Character, CrestColor, Guild } from '../world-model.ts';
import {
  characterLink,
  type Document,
  dynamicLink,
  guildLink,
  realmReference,
  type Scene,
  staticLink,
} from './scene.ts';
import { factionName } from './typed-names.ts';

const threeHours = 10_800;

export function guildReference(scene: Scene, guild: Guild) {
  return {
    key: guildLink(scene, guild),
    name: guild.name,
    id: guild.id,
    realm: realmReference(scene, guild.realm),
    faction: factionName(scene, guild.faction),
  };
}

function crestColor({ id, red, green, blue }: CrestColor) {
  return { id, rgba: { r: red, g: green, b: blue, a: 1 } };
}

export function crestMedia(scene: Scene, kind: 'emblem' | 'border', id: number) {
  return { key: staticLink(scene, 'media', 'guild-crest', kind, id), id };
}

/** `/data/wow/guild/{realm}/{guild}`. */
export function guildSummary(scene: Scene, guild: Guild): Document {
  const { crest } = guild;
  return {
    schema: 'guild',
    modified: guild.lastModified,
    maxAge: threeHours,
    cacheKey: null,
    body: () => ({
      _links: { self: guildLink(scene, guild) },
      id: guild.id,
      name: guild.name,
      faction: factionName(scene, guild.faction),
      achievement_points: guild.achievementPoints,
      member_count: scene.world.members(guild).length,
      realm: realmReference(scene, guild.realm),
      crest: {
        emblem: {
          id: crest.emblemId,
          media: crestMedia(scene, 'emblem', crest.emblemId),
          color: crestColor(crest.emblemColor),
        },
        border: {
          id: crest.borderId,
          media: crestMedia(scene, 'border', crest.borderId),
          color: crestColor(crest.borderColor),
        },
        background: { color: crestColor(crest.backgroundColor) },
      },
      roster: guildLink(scene, guild, 'roster'),
      achievements: guildLink(scene, guild, 'achievements'),
      created_timestamp: guild.createdAt,
      activity: guildLink(scene, guild, 'activity'),
      name_search: guild.name,
    }),
  };
}

/** Members name their realm by id and slug only, and class and race by id only. */
function rosterMember(scene: Scene, member: Character) {
  return {
    character: {
      key: characterLink(scene, member),
      name: member.name,
      id: member.id,
      realm: { key: dynamicLink(scene, 'realm', member.realm.id), id: member.realm.id, slug: member.realm.slug },
      level: member.level,
      playable_class: { key: staticLink(scene, 'playable-class', member.classId), id: member.classId },
      playable_race: { key: staticLink(scene, 'playable-race', member.raceId), id: member.raceId },
      faction: { type: member.faction },
    },
    rank: member.rank,
  };
}

/** `/data/wow/guild/{realm}/{guild}/roster`. Members are ordered by id, as in the recordings. */
export function guildRoster(scene: Scene, guild: Guild): Document {
  return {
    schema: 'guild-roster',
    modified: guild.rosterModified,
    maxAge: threeHours,
    cacheKey: `roster/${guild.id}`,
    body: () => ({
      _links: { self: guildLink(scene, guild, 'roster') },
      guild: guildReference(scene, guild),
      members: scene.world
        .members(guild)
        .sort((left, right) => left.id - right.id || left.realm.id - right.realm.id)
        .map((member) => rosterMember(scene, member)),
    }),
  };
}
