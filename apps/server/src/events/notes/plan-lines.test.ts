import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Asker, jobsOf, namesIn, readPlan } from './plan-lines.ts';

const TANK: Asker = {
  characters: [{ name: 'Brynhild', realm: 'stormvale' }],
  role: 'tank',
  group: 1,
  classId: 1,
  specId: 73,
};
const jobs = (text: string, asker: Partial<Asker> = {}) =>
  jobsOf(readPlan(text).lines, { ...TANK, ...asker }).map(({ line, because }) => `${line} ${because}`);

const NSRT = `EncounterID:2902;Difficulty:Heroic;Name:Slagheart;tag:Brynhild;time:1;text:Header;
time:18;tag:Brynhild;text:Shield Wall;
time:34;tag:healer;text:Spread;
time:52.5;ph:2;tag:Ilveth Senneth;spellid:6940;
time:65;tag:tank;text:Taunt;
time:70;tag:group1;text:Soak;
time:71;tag:group2;text:Soak;
time:80;tag:73;spellid:871;
time:81;tag:1;text:Shout;
time:82;tag:deathknight;text:Grip;
time:90;tag:everyone;text:Stack;
time:95;tag:melee;text:Out;
time:96;tag:damager;text:Burn;
time:99;tag:Nobody;
tag:Brynhild;text:No time;
{time:0:12} something we have never seen |cffff0000red|r`;

test('a line of NSRT concerns whom its tag means: name, role, group, class, spec, position, everyone', () => {
  expect(readPlan(NSRT).format).toBe('nsrt');
  expect(jobs(NSRT)).toEqual(['2 name', '5 role', '6 group', '8 spec', '9 class', '11 everyone', '12 role', '15 name']);
  const healer: Asker = {
    characters: [{ name: 'Senneth', realm: null }],
    role: 'healer',
    group: 2,
    classId: 5,
    specId: 256,
  };
  expect(jobs(NSRT, healer)).toEqual(['3 role', '4 name', '7 group', '11 everyone']);
  const unknown = { characters: [], role: null, group: null, classId: null, specId: null };
  expect(jobs(NSRT, unknown)).toEqual(['11 everyone']);
  const [first, , third] = jobsOf(readPlan(NSRT).lines, { ...TANK, characters: [{ name: 'ILVETH', realm: null }] });
  expect(first).toEqual({ line: 4, seconds: 52.5, phase: 2, text: '', spellId: 6940, because: 'name' });
  expect(third).toMatchObject({ line: 6, seconds: 70, phase: 1, text: 'Soak' });
});

const MRT = `Naxx: {skull} {Warrior}||cffc79c6eEdarion||r with ||cfff58cbaSinoc||r
||cffff0000Off Tanks||r
{time:1:05,p2} Brynhild taunts at three stacks {spell:355}
{p:Brynhild,Ilveth}
left side
{/p}
middle
{T}hold
the door{/T}
{H} heal
raid heal
{C:WARRIOR,Priest}shout{/C} {G12}soak{/G}
{p2}second phase{/p} {!p:Brynhild}others{/p}`;

test('a line of MRT concerns whom it names, and whom its conditions show it to', () => {
  expect(readPlan(MRT).format).toBe('mrt');
  expect(jobs(MRT)).toEqual(['3 name', '5 name', '8 role', '9 role', '12 class']);
  expect(jobs(MRT, { characters: [], role: 'healer', group: 2, classId: 11 })).toEqual(['10 role', '12 group']);
  const [taunt] = jobsOf(readPlan(MRT).lines, TANK);
  expect(taunt).toEqual({
    line: 3,
    seconds: 65,
    phase: 2,
    text: 'Brynhild taunts at three stacks',
    spellId: 355,
    because: 'name',
  });
});

test('healers who stand in melee are addressed with it, and all others with those at range', () => {
  const text = 'time:1;tag:melee;text:Out;\ntime:2;tag:ranged;text:Spread;';
  const healer = (specId: number | null) => jobs(text, { characters: [], role: 'healer', group: null, specId });
  for (const holyPaladinOrMistweaver of [65, 270]) expect(healer(holyPaladinOrMistweaver)).toEqual(['1 role']);
  for (const other of [256, 257, 264, 105, 1468, null]) expect(healer(other)).toEqual(['2 role']);
});

test('raid markers stay in a job, in one spelling, and are no names', () => {
  const text =
    '{H}kill {skull} first, then {rt1}{X}{/H} {spell:740}\ntime:3;tag:healer;text:Soak {rt6} {T};\n{rt8}{rt9}{unknown}';
  const shown = jobsOf(readPlan(text).lines, { ...TANK, characters: [], role: 'healer' });
  expect(shown.map((job) => job.text)).toEqual(['kill {skull} first, then {star}{cross}', 'Soak {square}']);
  expect(jobs(text, { characters: [{ name: 'Skull', realm: null }] })).toEqual([]);
});

test('names are those of tags, of conditions, and those in the colour of a class', () => {
  const names = namesIn(readPlan(`${NSRT}\n${MRT}`).lines);
  expect(names.map(({ name }) => name)).toEqual(['Brynhild', 'Ilveth', 'Senneth', 'Edarion', 'Sinoc']);
  expect(names[0]?.lines).toEqual([2, 20, 21, 22]);
  expect(readPlan('Kill the boss').format).toBe('text');
});

test('names in other scripts and from other realms are found', () => {
  const text = 'time:1;tag:Бринхильда;text:a;\ntime:2;tag:힐러;text:b;\ntime:3;tag:Nascö-TwistingNether;text:c;';
  const me = (name: string, realm: string | null) => jobs(text, { characters: [{ name, realm }] });
  expect(me('бринхильда', null)).toEqual(['1 name']);
  expect(me('힐러', 'stormvale')).toEqual(['2 name']);
  expect(me('Nascö', 'twisting-nether')).toEqual(['3 name']);
  expect(me('Nascö', 'stormvale')).toEqual([]);
});

test('a note of any content is read without failing, line by line', () => {
  const piece = fc.constantFrom(
    ...[
      '{p:',
      '}',
      '{/p}',
      '{T}',
      'tag:',
      ';',
      'time:1',
      '|cff',
      'c79c6e',
      '|r',
      '\n',
      'Brynhild',
      '{',
      ':',
      ',',
      'text:<b>',
    ],
  );
  const note = fc
    .array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 30 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(note, (text) => {
      const { lines } = readPlan(text);
      expect(lines).toHaveLength(text.split('\n').length);
      for (const { line } of jobsOf(lines, TANK)) expect(line).toBeLessThanOrEqual(lines.length);
    }),
    { numRuns: 60 },
  );
});

test('a note of 16 kB that opens everything and closes nothing is read at once', () => {
  const long = ['{p:a}'.repeat(3_200), `{p:${'a,'.repeat(95)}}\n`.repeat(80), '|cffc79c6e'.repeat(1_600)];
  for (const text of long) expect(readPlan(text).lines.length).toBeGreaterThan(0);
});
