/**
 * The recordings' one modern character, served by the simulator: its own recorded documents, and another character's
 * where it has none. Imported by name, as any user would.
 */
import type { CharacterView } from '@guildhall/contracts/character.ts';
import { appToken, ask, jsonOf } from '@guildhall/simulator/test-client.ts';
import { syncReference } from '../src/reference/sync/sync-reference.ts';
import type { SignedInClient, TestApp } from './app.ts';
import { untilEnriched } from './character.ts';
import { recording } from './recordings.ts';

const MODERN = 'savecraft_us-tichondrius-dratnos';
const OTHER = 'rbattlenet_eu-stormrage-sheday';
const PROFILE = '/profile/wow/character/tichondrius/dratnos';

/** The path of each recording, below the profile. */
const RECORDED = {
  profile: ['', `character-profile-summary/${MODERN}_12.0.1_65617.json`],
  equipment: ['/equipment', `character-equipment/${MODERN}_12.0.1_65617.json`],
  specializations: ['/specializations', `character-specializations/${MODERN}_12.0.1_65617.json`],
  statistics: ['/statistics', `character-statistics/${MODERN}_12.0.1_65617.json`],
  raids: ['/encounters/raids', `character-encounters-raids/${MODERN}_12.0.1_65617.json`],
  professions: ['/professions', `character-professions/${MODERN}_12.0.1_65617.json`],
  keystone: ['/mythic-keystone-profile', `character-mythic-keystone-profile/${MODERN}.json`],
  season: [
    '/mythic-keystone-profile/season/14',
    `character-mythic-keystone-season/${MODERN}_season14_12.0.1_65617.json`,
  ],
  media: ['/character-media', 'character-media/argentpony_us-norgannon-drinian.json'],
  dungeons: ['/encounters/dungeons', `character-encounters-dungeons/${OTHER}.json`],
  reputations: ['/reputations', `character-reputations/${OTHER}.json`],
  achievements: ['/achievements', `character-achievements/${OTHER}.json`],
  achievementStatistics: ['/achievements/statistics', `character-achievement-statistics/${OTHER}.json`],
  pvp: ['/pvp-summary', `character-pvp-summary/${OTHER}.json`],
  bracket: ['/pvp-bracket/2v2', `character-pvp-bracket/${OTHER}_2v2.json`],
} as const;

/** The payload, typed as the test expects. */
export const payload = <T>(kind: keyof typeof RECORDED): T => recording(RECORDED[kind][1]) as T;

export async function importRecordedCharacter(app: TestApp, client: SignedInClient): Promise<CharacterView> {
  const { simulator } = app;
  const serve = (path: string, body: unknown) => simulator.faults.serve(PROFILE + path, body);
  for (const [path, file] of Object.values(RECORDED)) serve(path, recording(file));
  const { id, realm } = payload<{ id: number; realm: { id: number; slug: string; name: string } }>('profile');
  serve('/status', { id, is_valid: true });
  const index = '/data/wow/realm/index';
  const { realms } = await jsonOf<{ realms: object[] }>(
    await ask(simulator, index, await appToken(simulator), { namespace: 'dynamic-us' }),
  );
  simulator.faults.serve(index, { realms: [...realms, realm] });
  await syncReference(app.ctx);

  const input = { name: 'dratnos', realm: 'tichondrius' };
  const { body } = await client.post('/characters/import').send(input).expect(201);
  await untilEnriched(app);
  return (await client.get(`/characters/${body.id}`).expect(200)).body;
}
