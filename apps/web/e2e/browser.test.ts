import { expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';

const ADVICE = 'apt-get install chromium-headless-shell';

test('without a browser, the error says how to install one, whatever the cause', async () => {
  await expect(launchBrowser('/nowhere', async () => undefined)).rejects.toThrow(ADVICE);
  const broken = new Error('The package has no files');
  const failed = launchBrowser('', () => Promise.reject(broken));
  await expect(failed).rejects.toMatchObject({ message: expect.stringContaining(ADVICE), cause: broken });
});
