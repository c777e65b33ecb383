import type { ImportedRole } from './rows.ts';

/** Specs by role, as sign-up tools name them in English. A name of two classes has the class behind it. */
const SPECS: Record<ImportedRole, string> = {
  tank: 'protection guardian blood brewmaster vengeance',
  healer: 'restoration discipline mistweaver preservation holy',
  melee:
    'arms fury retribution survival assassination outlaw combat subtlety enhancement feral windwalker havoc unholy frost:deathknight',
  ranged:
    'marksmanship beastmastery beast_mastery shadow elemental arcane fire frost:mage affliction demonology destruction balance devastation augmentation devourer',
};

const ROLES = new Map(
  (Object.entries(SPECS) as [ImportedRole, string][]).flatMap(([role, specs]) =>
    specs.split(' ').map((spec) => [spec, role] as const),
  ),
);

/** The role of a spec, in lower case; of `frost`, only with its class. Null if unknown. */
export function specRole(spec: string, className: string | null): ImportedRole | null {
  const word = spec.replaceAll(' ', '');
  return ROLES.get(word) ?? ROLES.get(`${word}:${className}`) ?? null;
}
