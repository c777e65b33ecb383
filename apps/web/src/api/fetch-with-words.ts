import { noteServiceTime } from './service-time.ts';

/** Set at the start: this module knows no language. */
let loadWords: (reason: string) => Promise<unknown> = () => Promise.resolve();
export function wordsOfRefusals(load: typeof loadWords): void {
  loadWords = load;
}

/** An answer is worth more than its words. */
const LONGEST_WAIT_MS = 10_000;

/** Fetches, and with a refusal its words. If they came later, they would move the button below them under a press. */
export async function fetchWithWords(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  noteServiceTime(response);
  // A batch of which only some were refused answers with 207. A proxy without the service answers otherwise than in JSON.
  const isRefusal = response.headers.get('content-type')?.startsWith('application/json') && response.status !== 200;
  if (!isRefusal) return response;
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  await Promise.race([loadWordsIn(response.clone()).catch(() => {}), late]);
  return response;
}

async function loadWordsIn(refusal: Response): Promise<void> {
  const reasons = (await refusal.text()).matchAll(/"reason":"(\w+)"/g);
  await Promise.all([...reasons].map(([, reason = '']) => loadWords(reason)));
}
