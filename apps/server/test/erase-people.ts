import { expect } from 'vitest';
import { erasePeople } from '../src/account/erase-people.ts';
import type { TestApp } from './app.ts';
import { eventually } from './guild.ts';

/** Runs the job behind erasures, for services without a worker. */
export const runErasures = ({ ctx }: Pick<TestApp, 'ctx'>, signal = new AbortController().signal) =>
  erasePeople(ctx, {}, { signal });

/** Waits until a worker has removed all who asked for it. */
export async function untilErased({ ctx }: Pick<TestApp, 'ctx'>): Promise<void> {
  await eventually(async () => expect(await ctx.sql('select user_id from leaving')).toEqual([]));
}
