import { z } from 'zod';
import type { World } from './world.ts';
import type { ChatServer } from './world-chat.ts';
import type { Character } from './world-model.ts';
import { regions } from './world-model.ts';
import { WorldRefusal } from './world-refusal.ts';

const time = z.union([z.int(), z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))]).optional();
const rank = z.int().min(0).max(9);
const level = z.int().min(0).max(80);
const name = z.string().min(1).max(40);
const characterReference = z.object({ realm: name, name, region: z.enum(regions).default('us') });

const overrides = z.object({
  name: name.exactOptional(),
  level: level.exactOptional(),
  classId: z.int().min(1).max(13).exactOptional(),
  raceId: z.int().min(1).exactOptional(),
  gender: z.enum(['MALE', 'FEMALE']).exactOptional(),
  faction: z.enum(['ALLIANCE', 'HORDE']).exactOptional(),
  specId: z.int().min(0).exactOptional(),
  lastLogin: z.int().exactOptional(),
});

/** The body of `POST /control/world`: an action with its parameters, and `at` for the time of the change. */
const worldAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('rename'), character: characterReference, newName: name, at: time }),
  z.object({ action: z.literal('transfer'), character: characterReference, toRealm: name, at: time }),
  z.object({ action: z.literal('changeFaction'), character: characterReference, at: time }),
  z.object({ action: z.literal('join'), guild: name, character: characterReference, rank: rank.default(9), at: time }),
  z.object({ action: z.literal('leave'), character: characterReference, at: time }),
  z.object({ action: z.literal('setRank'), character: characterReference, rank, at: time }),
  z.object({ action: z.literal('login'), character: characterReference, level: level.optional(), at: time }),
  z.object({
    action: z.literal('gainReputation'),
    character: characterReference,
    factionId: z.int(),
    amount: z.int(),
    at: time,
  }),
  z.object({ action: z.literal('learnRecipe'), character: characterReference, recipeId: z.int(), at: time }),
  z.object({ action: z.literal('levelUp'), character: characterReference, levels: level.default(1), at: time }),
  z.object({
    action: z.literal('createMember'),
    guild: name,
    realm: name.optional(),
    rank: rank.default(9),
    overrides: overrides.default({}),
    at: time,
  }),
  z.object({ action: z.literal('createCharacter'), realm: name, overrides: overrides.default({}), at: time }),
  z.object({ action: z.literal('removeCharacter'), character: characterReference, at: time }),
  z.object({
    action: z.literal('hideProfile'),
    character: characterReference,
    hidden: z.boolean().default(true),
    at: time,
  }),
  z.object({ action: z.literal('setValid'), character: characterReference, valid: z.boolean(), at: time }),
  z.object({ action: z.literal('renameRealm'), realm: name, newSlug: name, at: time }),
  z.object({ action: z.literal('renameGuild'), guild: name, newName: name, at: time }),
  z.object({ action: z.literal('earnAchievement'), guild: name, at: time }),
  z.object({
    action: z.literal('changeCrest'),
    guild: name,
    emblemId: z.int().min(0).optional(),
    borderId: z.int().min(0).optional(),
    at: time,
  }),
  z.object({ action: z.literal('createAccount'), key: name, battletag: name.optional(), at: time }),
  z.object({ action: z.literal('addCharacterToAccount'), account: name, character: characterReference, at: time }),
  z.object({
    action: z.literal('removeCharacterFromAccount'),
    account: name,
    character: characterReference,
    at: time,
  }),
  z.object({ action: z.literal('joinChat'), server: name, account: name, at: time }),
  z.object({ action: z.literal('leaveChat'), server: name, account: name, at: time }),
  z.object({ action: z.literal('useInvite'), code: name, account: name, at: time }),
  z.object({ action: z.literal('setChatManager'), server: name, account: name, manages: z.boolean(), at: time }),
  z.object({ action: z.literal('setChatBot'), server: name, present: z.boolean(), at: time }),
  z.object({
    action: z.literal('setChatPermissions'),
    channel: name,
    permissions: z
      .string()
      .regex(/^\d{1,20}$/)
      .transform(BigInt),
    at: time,
  }),
  z.object({ action: z.literal('deleteChatChannel'), channel: name, at: time }),
  z.object({ action: z.literal('deleteChatMessage'), message: name, at: time }),
]);

/** Parses an action; returns zod's issues if it is invalid. */
export function parseWorldAction(input: unknown) {
  return worldAction.safeParse(input);
}

/** Performs the action and returns what it changed. Throws if the world refuses or the subject does not exist. */
export function runWorldAction(world: World, action: z.infer<typeof worldAction>): unknown {
  const { at } = action;
  const characterOf = (reference: z.infer<typeof characterReference>): Character =>
    world.character(reference.realm, reference.name, reference.region);
  const chatServer = ({ key, id, members, invites }: ChatServer) => ({
    key,
    id,
    members: [...members.keys()],
    invites: [...invites.keys()],
  });
  const realmOf = (slug: string) => world.realms.find((realm) => realm.slug === slug);

  switch (action.action) {
    case 'rename':
      return world.rename(characterOf(action.character), action.newName, at);
    case 'transfer':
      return world.transfer(characterOf(action.character), action.toRealm, at);
    case 'changeFaction':
      return world.changeFaction(characterOf(action.character), at);
    case 'join':
      return world.join(world.guild(action.guild), characterOf(action.character), action.rank, at);
    case 'leave':
      return world.leave(characterOf(action.character), at);
    case 'setRank':
      return world.setRank(characterOf(action.character), action.rank, at);
    case 'login':
      return world.login(characterOf(action.character), at, action.level === undefined ? {} : { level: action.level });
    case 'gainReputation':
      return world.gainReputation(characterOf(action.character), action.factionId, action.amount, at);
    case 'learnRecipe':
      return world.learnRecipe(characterOf(action.character), action.recipeId, at);
    case 'levelUp':
      return world.levelUp(characterOf(action.character), action.levels, at);
    case 'createMember': {
      const realm = action.realm === undefined ? undefined : realmOf(action.realm);
      if (action.realm !== undefined && !realm) throw new WorldRefusal('missing', `There is no realm ${action.realm}`);
      return world.createMember(
        world.guild(action.guild),
        { ...action.overrides, ...(realm ? { realm } : {}), rank: action.rank },
        at,
      );
    }
    case 'createCharacter':
      return world.createCharacter(action.realm, action.overrides, at);
    case 'removeCharacter':
      world.removeCharacter(characterOf(action.character), at);
      return null;
    case 'hideProfile':
      return world.hideProfile(characterOf(action.character), action.hidden, at);
    case 'setValid':
      return world.setValid(characterOf(action.character), action.valid, at);
    case 'renameRealm':
      return world.renameRealm(action.realm, action.newSlug, at);
    case 'renameGuild':
      return world.renameGuild(world.guild(action.guild), action.newName, at);
    case 'earnAchievement':
      return world.earnAchievement(world.guild(action.guild), at);
    case 'changeCrest': {
      const guild = world.guild(action.guild);
      const { emblemId = guild.crest.emblemId, borderId = guild.crest.borderId } = action;
      return world.changeCrest(guild, { emblemId, borderId }, at);
    }
    case 'createAccount':
      return world.createAccount(action.key, action.battletag === undefined ? {} : { battletag: action.battletag }, at);
    case 'addCharacterToAccount':
      return world.addCharacterToAccount(world.account(action.account), characterOf(action.character), at);
    case 'removeCharacterFromAccount':
      return world.removeCharacterFromAccount(world.account(action.account), characterOf(action.character), at);
    case 'joinChat':
      return chatServer(world.chat.join(action.server, action.account, at));
    case 'leaveChat':
      return chatServer(world.chat.leave(action.server, action.account));
    case 'useInvite':
      return chatServer(world.chat.useInvite(action.code, action.account, at));
    case 'setChatManager':
      return chatServer(world.chat.setManager(action.server, action.account, action.manages));
    case 'setChatBot':
      return chatServer(world.chat.setBot(action.server, action.present));
    case 'setChatPermissions':
      world.chat.setPermissions(action.channel, action.permissions);
      return null;
    case 'deleteChatChannel':
      world.chat.deleteChannel(action.channel);
      return null;
    case 'deleteChatMessage':
      world.chat.deleteMessage(action.message);
      return null;
  }
}
