import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const src = path.join(import.meta.dirname, '../src');

/** The native libraries of pictures in a process that has imported these files. */
async function pictureLibraries(...files: string[]): Promise<string[]> {
  const script = `
    for (const file of ${JSON.stringify(files)}) await import(file);
    const { sharedObjects } = process.report.getReport();
    process.stdout.write(JSON.stringify(sharedObjects.filter((name) => /vips|sharp/.test(name))), () => process.exit());`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: src });
  return JSON.parse(stdout);
}

test('no role loads picture decoders at startup', async () => {
  const [atStart, withPictures] = await Promise.all([
    pictureLibraries('./serve.ts', './app.ts', './jobs.ts', '@guildhall/simulator/server.ts'),
    pictureLibraries('./images/encode-picture.ts'),
  ]);
  expect(withPictures).not.toEqual([]);
  expect(atStart).toEqual([]);
});
