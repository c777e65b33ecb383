/** Compares the simulator's documents with Discord's documented types; the type checker does the work. */
import type { APIMessage, APIRole, APIUser } from 'discord-api-types/v10';
import { expectTypeOf, test } from 'vitest';
import type { messageObject } from './messages.ts';
import type { botUser, roleObjects } from './roles.ts';

/** As it travels: texts instead of enums, and lists that do not change. */
type Wire<T> = T extends string
  ? string extends T
    ? T
    : `${T}`
  : T extends object
    ? { readonly [K in keyof T]: Wire<T[K]> }
    : T;

test('the simulator answers with the types that Discord documents', () => {
  expectTypeOf<ReturnType<typeof botUser>>().toExtend<APIUser>();
  expectTypeOf<ReturnType<typeof roleObjects>[number]>().toExtend<Omit<Wire<APIRole>, 'colors' | 'flags'>>();
  expectTypeOf<Omit<ReturnType<typeof messageObject>, 'components'>>().toExtend<Omit<Wire<APIMessage>, 'components'>>();
});
