import { startSimulator } from '@guildhall/simulator/server.ts';
import { expect, test } from 'vitest';
import { readConfig } from '../core/config.ts';
import { simulatedPlatforms } from './simulated-platforms.ts';

test('every platform that the simulator plays is asked there, and none for real', async () => {
  const simulator = await startSimulator();
  try {
    const config = JSON.stringify(simulatedPlatforms(readConfig({}), simulator));
    const played = Object.entries(simulator).filter(([name]) => name.endsWith('Url'));
    expect(played.length).toBeGreaterThan(7);
    expect(played.filter(([, url]) => !config.includes(JSON.stringify(url)))).toEqual([]);
  } finally {
    await simulator.close();
  }
});
