/** The callers of the access table: seeded once, then added to each organization under test. */
import { Permission } from '@guildhall/contracts/organization.ts';
import type { TestApp } from '../app.ts';
import { hold, join, type Place, rankRole, seedOrganization, seedRole } from '../members.ts';
import { createPerson, type Person } from '../people.ts';
import type { Row, Who } from './rows.ts';

type Caller = {
  name: string;
  userId: string | null;
  token: string | null;
  /** Whether this line allows this caller; a read-only bot may only read. */
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
  const known = (name: string) => ({ name, userId: people.get(name)?.userId ?? null, token: token(name) });
  await named('outsider');
  await named('administrator', { isAdmin: true });
  const reader = await app.ctx.sessions.create(founder.userId, { label: 'Reader', scope: 'read', days: 1 });
  const writer = await app.ctx.sessions.create(founder.userId, { label: 'Writer', scope: 'write', days: 1 });

  const outside = ({ who }: Row) => who === 'anybody' || who === 'everybody';
  const inside =
    (held: readonly Who[]) =>
    ({ who }: Row) =>
      who === 'everybody' || who === 'anybody' || who === 'member' || [who].flat().some((one) => held.includes(one));
  const callers: Caller[] = [
    { name: 'nobody', userId: null, token: null, may: ({ who }) => who === 'everybody' },
    { ...known('outsider'), may: outside },
    { ...known('founder of another guild'), may: outside },
    { ...known('member without permissions'), may: inside([]) },
    ...holders.map(([permission]) => ({ ...known(`holder of ${permission}`), may: inside([permission]) })),
    { ...known('officer of rank 1'), may: inside(OFFICER) },
    { ...known('founder'), may: () => true },
    { ...known('administrator'), may: ({ membersOnly }: Row) => !membersOnly },
    {
      name: 'bot of the founder that reads',
      userId: founder.userId,
      token: reader.token,
      may: ({ inPerson }, method) => method === 'GET' && !inPerson,
    },
    {
      name: 'bot of the founder that writes',
      userId: founder.userId,
      token: writer.token,
      may: ({ inPerson }) => !inPerson,
    },
  ];

  return {
    callers,
    token,
    async gather(place) {
      // In synced guilds the lowest rank has no permissions here, so that all permissions come from one custom role.
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
