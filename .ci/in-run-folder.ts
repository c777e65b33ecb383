/** `node --import ./.ci/in-run-folder.ts …`: nothing that the program writes to the temporary folder outlasts it. */
import { openRunFolder } from './run-folder.ts';

await openRunFolder();
