/** The plans that PostgreSQL carries out for the statements of an app, with what each reads. */
import { z } from 'zod';
import type { TestApp } from './app.ts';
import { nodesOf, type PlanNode, rowsHandled } from './query-plans.ts';

/** `pages` are those of 8 kB that the statement reads, from memory or not, each as often as it does. */
export type Carried = { text: string; pages: number; rows: number };

const Explained = z.object({ 'Query Text': z.string(), Plan: z.custom<PlanNode>() });

/** Without times: asking a clock for each row would take longer than the statements. */
const SETTINGS = `
  load 'auto_explain';
  set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_buffers = on;
  set auto_explain.log_timing = off; set auto_explain.log_format = json; set auto_explain.log_level = notice;
  set auto_explain.log_parameter_max_length = 0; set client_min_messages = notice`;

/** Watches all connections of the app's pool, which it fills for this. */
export async function watchPlans({ ctx }: TestApp) {
  const { pool } = ctx.database;
  let carried: Carried[] = [];
  const opened = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const connection of opened) {
    connection.on('notice', ({ message = '' }) => {
      const json = /plan:\n([\s\S]+)$/.exec(message)?.[1];
      if (!json) return;
      const { 'Query Text': text, Plan: plan } = Explained.parse(JSON.parse(json));
      const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      carried.push({ text, pages, rows: rowsHandled(nodesOf(plan)) });
    });
    await connection.query(SETTINGS);
  }
  for (const connection of opened) connection.release();
  return {
    /** Those since the last call. */
    carried(): Carried[] {
      const all = carried;
      carried = [];
      return all;
    },
  };
}
