/** People without a sign-in: only a row and a session each, for tests that need many of them, or administrators. */
import supertest from 'supertest';
import type { Actor } from '../src/core/actor.ts';
import { uuidv7 } from '../src/core/uuid.ts';
import type { TestContext } from './test-sql.ts';

export type Person = {
  userId: string;
  token: string;
  request(method: 'get' | 'post' | 'patch' | 'delete', path: string): supertest.Test;
};

/** A service, as far as rows of people need it. */
export type Place = { ctx: Pick<TestContext, 'sql' | 'sessions'>; url: string };

export async function createPerson(app: Place, { isAdmin = false } = {}): Promise<Person> {
  const userId = uuidv7();
  await app.ctx.sql('insert into app_user (id, display_name, is_admin) values ($1, $2, $3)', [
    userId,
    isAdmin ? 'Administrator' : `Person ${userId.slice(-6)}`,
    isAdmin,
  ]);
  const { token } = await app.ctx.sessions.create(userId);
  return {
    userId,
    token,
    request: (method, path) => supertest(app.url)[method](path).set('Authorization', `Bearer ${token}`),
  };
}

/** A person who has just signed in, for verbs that a test calls itself. */
export const actorOf = ({ userId }: { userId: string }): Actor => ({
  userId,
  displayName: '',
  isAdmin: false,
  sessionId: userId,
  signedInAt: new Date(),
  botScope: null,
});
