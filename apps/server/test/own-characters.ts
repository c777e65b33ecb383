/** Requests people send about their own characters. */
import type { CharacterView } from '@guildhall/contracts/character.ts';
import supertest from 'supertest';
import type { SignedInClient, TestApp } from './app.ts';

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** Sends a request as a person, with any method. */
export const asked = (app: TestApp, { token }: { token: string }, method: Method, path: string) =>
  supertest(app.url)[method](`/api/v1${path}`).set('Authorization', `Bearer ${token}`);

export async function charactersOf(client: SignedInClient, query = ''): Promise<CharacterView[]> {
  return (await client.get(`/characters${query}`).expect(200)).body;
}

/** The person's character with that name. */
export async function characterOf(client: SignedInClient, name: string): Promise<CharacterView> {
  const found = (await charactersOf(client, '?includeInactive=true')).find((character) => character.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
}
