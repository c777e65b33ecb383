import type { EventView } from '@guildhall/contracts/event.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { done, inHours } from '../../../test/events.ts';
import { anyPicture } from '../../../test/pictures.ts';
import { type Club, foundClub, inviteCode, newPerson } from '../../../test/standalone.ts';
import { unexpectedErrors, untilWaiting, whileErasing } from '../../../test/waiting.ts';
import { AppError } from '../../core/errors.ts';
import { chatInviteCode } from '../chat/chat-invite.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { MODERATION: 'off' } });
});
afterAll(() => app[Symbol.asyncDispose]());
afterEach(() => void app.logged.splice(0));

type Answer = { status: number; body: { reason?: unknown } };
type Request = () => PromiseLike<Answer>;

const RAID = { title: 'Raid', type: 'raid', startsAt: inHours(48), durationMinutes: 60 };
const AWAY = { from: '2086-03-10', to: '2086-03-11' };
const ofRefusal = (error: unknown): Answer => {
  if (!(error instanceof AppError)) throw error;
  return { status: error.status, body: { reason: error.reason } };
};

const REQUESTS: Record<string, (club: Club) => Request | Promise<Request>> = {
  'an event':
    ({ id, founder }) =>
    () =>
      founder.call('POST', `/organizations/${id}/events`, RAID),
  'a post':
    ({ id, founder }) =>
    () =>
      founder.call('POST', `/organizations/${id}/posts`, { title: 'News', body: 'Some.' }),
  'a calendar feed':
    ({ id, founder }) =>
    () =>
      founder.call('POST', `/organizations/${id}/events-feed`),
  'an absence':
    ({ id, founder }) =>
    () =>
      founder.call('POST', '/auth/me/absences', { ...AWAY, organizationId: id }),
  'an invite':
    ({ id, founder }) =>
    () =>
      founder.call('POST', `/organizations/${id}/invites`, {}),
  'a role':
    ({ id, founder }) =>
    () =>
      founder.call('POST', `/organizations/${id}/roles`, { name: 'Lead', permissions: [] }),
  'a text':
    ({ id, founder }) =>
    () =>
      founder.call('PATCH', `/organizations/${id}/text-content`, { description: 'Us' }),
  'a logo': async ({ id, founder }) => {
    const picture = await anyPicture();
    const path = `/api/v1/organizations/${id}/logo`;
    return () => app.http.post(path).auth(founder.token, { type: 'bearer' }).attach('image', picture, 'a.png');
  },
  'an invite to its chat server': ({ id, founder }) => {
    const platform = { exists: async () => true, make: async () => 'code' };
    const wanted = { userId: founder.userId, organizationId: id, target: '1/2', ...platform };
    return () => chatInviteCode(app.ctx, wanted).then(() => ({ status: 200, body: {} }), ofRefusal);
  },
};

test.each(Object.entries(REQUESTS))('%s for an organization that is being deleted is refused', async (_, prepare) => {
  const club = await foundClub(app);
  const request = await prepare(club);
  const { status, body } = await whileErasing(app, 'organization', club.id, request);
  expect([status, body.reason, unexpectedErrors(app)]).toEqual([404, 'organization_not_found', []]);
});

test('joining an organization that is being deleted answers 404', async () => {
  const club = await foundClub(app);
  const { code } = await inviteCode(club);
  const joining = await newPerson(app);
  const answer = await whileErasing(app, 'organization', club.id, () =>
    joining.call('POST', `/invites/${code}/accept`),
  );
  expect([answer.status, unexpectedErrors(app)]).toEqual([404, []]);
});

test('deleting an organization waits for its events before locking it', async () => {
  const club = await foundClub(app);
  const { id } = await done<EventView>(club.founder.call('POST', `/organizations/${club.id}/events`, RAID));
  const { answer } = await app.ctx.transact(async ({ queueDb }) => {
    // Locks in the same order as adding an absence: events first, then the organization.
    await queueDb.executeSql('select from event where id = $1 for no key update', [id]);
    const answer = club.founder.call('DELETE', `/organizations/${club.id}/permanent`, { name: 'The Emberforge' });
    await untilWaiting(app);
    await queueDb.executeSql('select from organization where id = $1 for key share', [club.id]);
    return { answer };
  });
  expect((await answer).status).toBeLessThan(300);
  expect(await app.ctx.sql('select from organization where id = $1', [club.id])).toEqual([]);
  expect(unexpectedErrors(app)).toEqual([]);
});
