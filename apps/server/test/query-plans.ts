/** How PostgreSQL carries out statements as the service sends them: counts, which are the same on a busy machine. */
import type pg from 'pg';

export type Statement = { text: string; values: unknown[] };

export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
};

/** PostgreSQL plans a named statement anew five times, then uses one generic plan if that is as good. */
const PLANNED_ANEW = 5;

/**
 * Explains a statement as the service sends it: prepared, and planned as often before. `pages` are those of 8 kB that it
 * reads, from memory or not, each as often as it does; `ms` is the best of the runs.
 */
export async function explainPrepared(client: pg.Client, { text, values }: Statement, runs = 1) {
  await client.query('deallocate all');
  await client.query(`prepare statement as ${text}`);
  const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
  const execute = `execute statement${given}`;
  for (let run = 0; run <= PLANNED_ANEW; run++) await client.query(execute);
  let best: { Plan: PlanNode; 'Execution Time': number } | undefined;
  for (let run = 0; run < runs; run++) {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${execute}`);
    const measured = rows[0]['QUERY PLAN'][0];
    if (!best || measured['Execution Time'] < best['Execution Time']) best = measured;
  }
  if (!best) throw new Error('There is no plan');
  const { Plan: plan, 'Execution Time': ms } = best;
  return { plan, nodes: nodesOf(plan), pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], ms };
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${textOf(value).replaceAll("'", "''")}'`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(textOf).join(',')}}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The rows a node has read in all its loops. */
export const rowsRead = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

/** The rows that all nodes of a plan pass on or drop: the work of a statement whose cost is not in what it reads. */
export const rowsHandled = (nodes: PlanNode[]): number => nodes.reduce((sum, node) => sum + rowsRead(node), 0);
