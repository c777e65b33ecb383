/** Everybody the table of access asks as: seeded once, and made members of each organization that it asks about. */
import { Permission } from '@guildhall/contracts/organization.ts';
import type { TestApp } from '../app.ts';
import { hold, join, type Place, rankRole, seedOrganization, seedRole } from '../members.ts';
import { createPerson, type Person } from '../people.ts';
import type { Row, Who } from './rows.ts';

type Caller = {
  name: string;
  token: string | null;
  /** Whether this line of the table is for this caller; a bot that only reads may no more than that. */
  may(row: Row, method: string): boolean;
};

export type Cast = { callers: Caller[]; token(name: string): string | null; gather(place: Place): Promise<void> };

const OFFICER = Permission.options.filter((name) => name !== 'canManageGuild' && name !== 'canManageRoles');

export async function createCast(app: TestApp): Promise<Cast> {
  const people = new Map<string, Person>();
  const named = async (name: string, options?: { isAdmin: boolean }) => {
    const person = await createPerson(app, options);
    people.set(name, person);
    await app.ctx.sql(`insert into account (user_id, provider_id, account_id) values ($1, 'discord', $2)`, [
      person.userId,
      String(310_500_000_000_000_000n + BigInt(people.size)),
    ]);
    return person;
  };
  const founder = await named('founder');
  const officer = await named('officer of rank 1');
  const plain = await named('member without permissions');
  const holders: [Permission, Person][] = [];
  for (const permission of Permission.options) holders.push([permission, await named(`holder of ${permission}`)]);
  const stranger = await named('founder of another guild');
  for (const source of ['synced', 'standalone'] as const) {
    const elsewhere = await seedOrganization(app, source);
    await join(app, elsewhere, stranger, 0);
    if (source === 'standalone') await hold(app, elsewhere, elsewhere.founderRoleId, stranger);
  }
  const token = (name: string) => people.get(name)?.token ?? null;
  await named('outsider');
  await named('administrator', { isAdmin: true });
  const bot = await app.ctx.sessions.create(founder.userId, { label: 'Reader', scope: 'read', days: 1 });

  const outside = ({ who }: Row) => who === 'anybody';
  const inside =
    (held: readonly Who[]) =>
    ({ who }: Row) =>
      who === 'anybody' || who === 'member' || held.includes(who);
  const callers: Caller[] = [
    { name: 'nobody', token: null, may: () => false },
    { name: 'outsider', token: token('outsider'), may: outside },
    { name: 'founder of another guild', token: token('founder of another guild'), may: outside },
    { name: 'member without permissions', token: token('member without permissions'), may: inside([]) },
    ...holders.map(([permission, person]) => ({
      name: `holder of ${permission}`,
      token: person.token,
      may: inside([permission]),
    })),
    { name: 'officer of rank 1', token: token('officer of rank 1'), may: inside(OFFICER) },
    { name: 'founder', token: founder.token, may: () => true },
    { name: 'administrator', token: token('administrator'), may: ({ membersOnly }) => !membersOnly },
    {
      name: 'bot of the founder that reads',
      token: bot.token,
      may: ({ inPerson }, method) => method === 'GET' && !inPerson,
    },
  ];

  return {
    callers,
    token,
    async gather(place) {
      // In a guild of the game the lowest rank has no permission here, so that what is held is held by one custom role.
      if (place.source === 'synced') {
        await app.ctx.sql(`update role set permissions = '{}' where id = $1`, [await rankRole(app, place, 9)]);
      } else {
        await seedRole(app, place, OFFICER, officer);
        await hold(app, place, place.founderRoleId, founder);
      }
      await join(app, place, founder, 0);
      await join(app, place, officer, 1);
      await join(app, place, plain, 9);
      for (const [permission, person] of holders) {
        await join(app, place, person, 9);
        await seedRole(app, place, [permission], person);
      }
    },
  };
}
