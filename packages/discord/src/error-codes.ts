/**
 * Every error code of Discord: what it is about, and why. A status that is for now decides before any code, and so does 401.
 * From https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
 */

import { isForNow, type RefusalScope } from '@guildhall/contracts/refusal-scope.ts';

/**
 * - `blocked_text`: Discord or the AutoMod of the server refuses a link or a word
 * - `invalid`: Discord finds something wrong with what we sent
 * - `closed`: the person does not want to be written to
 * - `wrong_channel`: this kind of channel or thread takes no such message
 * - `full`: a limit of the server or channel is reached
 * - `two_factor`: the server demands two-factor sign-in of the owner of the bot's application
 */
export type RefusalCause =
  | 'blocked_text'
  | 'invalid'
  | 'gone'
  | 'closed'
  | 'lacks_permission'
  | 'two_factor'
  | 'wrong_channel'
  | 'full'
  | 'busy'
  | 'operator'
  | 'unknown';

type About = `${RefusalScope} ${RefusalCause}`;

/** 0 is missing on purpose: it says nothing. */
const CODES: Partial<Record<About, readonly number[]>> = {
  'item blocked_text': [20_009, 20_031, 200_000, 200_001, 240_000],
  'item gone': [
    ...[10_001, 10_005, 10_006, 10_007, 10_008, 10_009, 10_010, 10_011, 10_013, 10_014, 10_020, 10_021, 10_026, 10_027],
    ...[10_028, 10_029, 10_030, 10_031, 10_032, 10_033, 10_036, 10_038, 10_049, 10_057, 10_059, 10_060, 10_061, 10_062],
    ...[10_063, 10_065, 10_066, 10_067, 10_068, 10_069, 10_070, 10_071, 10_087, 10_097, 10_124, 10_129, 40_012, 50_146],
    ...[80_004, 180_000, 520_001],
  ],
  'item closed': [50_007, 50_278],
  'item invalid': [
    ...[30_001, 30_002, 30_004, 30_011, 30_015, 40_005, 40_009, 40_018, 40_019, 40_032, 40_033, 40_041, 40_043, 40_060],
    ...[40_061, 40_074, 40_094, 50_005, 50_006, 50_015, 50_016, 50_017, 50_019, 50_020, 50_021, 50_028, 50_033, 50_034],
    ...[50_035, 50_039, 50_045, 50_046, 50_054, 50_057, 50_067, 50_068, 50_070, 50_073, 50_074, 50_080, 50_081, 50_084],
    ...[50_085, 50_086, 50_091, 50_109, 50_110, 50_123, 50_124, 50_131, 50_132, 50_138, 50_144, 50_145, 50_151, 50_159],
    ...[50_160, 50_161, 50_162, 50_163, 50_192, 160_004, 160_010, 160_014, 170_001, 170_002, 170_003, 170_004, 170_005],
    ...[170_006, 170_007, 180_002, 350_000, 350_001, 500_000, 520_000, 520_002, 520_003, 520_004, 520_006, 530_000],
    ...[530_001, 530_002, 530_003, 530_004, 530_006],
  ],
  'item lacks_permission': [50_167, 50_173, 50_178, 50_600, 90_001, 90_002],
  'place gone': [10_003, 10_004, 10_015, 10_016, 50_027, 50_055],
  'place lacks_permission': [
    ...[20_015, 20_018, 20_035, 40_007, 50_001, 50_004, 50_009, 50_013, 50_036, 50_095, 50_097, 50_101, 160_002],
    ...[50_083, 160_005, 160_009, 400_001],
  ],
  'place two_factor': [60_003],
  'place wrong_channel': [...[40_058, 40_066, 40_067, 50_003, 50_008, 50_024, 220_001, 220_002, 220_003, 220_004]],
  'place full': [
    ...[30_003, 30_005, 30_007, 30_008, 30_010, 30_013, 30_016, 30_018, 30_019, 30_030, 30_031, 30_032, 30_033, 30_035],
    ...[30_038, 30_039, 30_045, 30_047, 30_048, 30_052, 30_056, 30_058, 30_060, 30_061, 160_006, 160_007],
  ],
  'for_now busy': [
    ...[10_050, 20_016, 20_022, 20_028, 20_029, 30_034, 30_037, 30_040, 30_042, 30_046, 40_003, 40_004, 40_006, 40_062],
    ...[110_000, 130_000, 150_006],
  ],
  'ours operator': [
    ...[10_002, 10_012, 20_001, 20_002, 20_012, 20_017, 20_024, 40_001, 40_002, 40_333, 50_002, 50_010, 50_011, 50_012],
    ...[50_014, 50_025, 50_026, 50_041, 110_001, 340_015, 530_007],
  ],
};

/** By code. */
export const ERROR_CODES: ReadonlyMap<number, { scope: RefusalScope; cause: RefusalCause }> = new Map(
  Object.entries(CODES).flatMap(([about, codes]) => {
    const [scope, cause] = about.split(' ') as [RefusalScope, RefusalCause];
    return codes.map((code) => [code, { scope, cause }] as const);
  }),
);

/** The cause of an error code, or of a status where there was none. */
export const causeOf = (code: number): RefusalCause =>
  ERROR_CODES.get(code)?.cause ?? (isForNow(code) ? 'busy' : 'unknown');
