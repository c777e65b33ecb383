/** `pnpm texts`: every text that the service says to people, in one list to be read. */
import { refusalTexts } from './collect.ts';

for (const { file, text } of refusalTexts()) process.stdout.write(`${file.replace('apps/server/src/', '')}: ${text}\n`);
