import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type Answer, jsonAnswer } from '../answer.ts';
import type { SimulatorRequest } from '../request.ts';

/** A single file or folder name: letters, digits and `_ - .`, not starting with a dot. */
const plainName = /^[\w-][\w.-]{0,200}$/;

/** `GET /battlenet/recorded/{kind}/{file}`: a recorded payload, unchanged, from the folder given to the simulator. */
export async function recordedAnswer(request: SimulatorRequest, folder: string | undefined): Promise<Answer> {
  const missing = jsonAnswer(404, { error: 'There is no such recording' });
  const [, , kind, file, ...rest] = request.segments ?? [];
  if (folder === undefined || kind === undefined || file === undefined || rest.length > 0) return missing;
  if (!plainName.test(kind) || !plainName.test(file) || !file.endsWith('.json')) return missing;
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, kind, file));
    // A symbolic link could lead out of the folder although no name can.
    if (!path.startsWith(root + sep)) return missing;
    const body = await readFile(path);
    return { status: 200, headers: { 'Content-Type': 'application/json;charset=UTF-8' }, body };
  } catch {
    return missing;
  }
}
