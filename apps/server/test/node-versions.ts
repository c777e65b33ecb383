/** The Nodes on which other people's programs run: the one of this test, and the oldest that the packed client names. */
import path from 'node:path';

const OLDEST = path.join(import.meta.dirname, '../../../packages/client-pack/node_modules/node-20/bin/node');

export const NODES: [version: string, program: string][] = [
  [process.version, process.execPath],
  ['v20.0.0', OLDEST],
];
