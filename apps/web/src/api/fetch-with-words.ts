/** Set at the start: this module knows no language. */
let loadWords: () => Promise<unknown> = () => Promise.resolve();
export function wordsOfRefusals(load: () => Promise<unknown>): void {
  loadWords = load;
}

/** An answer is worth more than its words. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Fetches, and with the first refusal the words for all of them. Words that came after their refusal would move the button
 * below them while a person presses it.
 */
export async function fetchWithWords(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  // A batch of which only some were refused answers with 207. A proxy without the service answers otherwise than in JSON.
  const isRefusal = response.headers.get('content-type')?.startsWith('application/json') && response.status !== 200;
  if (!isRefusal) return response;
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  await Promise.race([loadWords().catch(() => {}), late]);
  return response;
}
