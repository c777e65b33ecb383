/** `pnpm texts`: prints every user-facing text of the service for review. */
import { refusalTexts } from './collect.ts';

for (const { file, text } of refusalTexts()) process.stdout.write(`${file.replace('apps/server/src/', '')}: ${text}\n`);
