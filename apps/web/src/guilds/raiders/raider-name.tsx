import type { RaiderView } from '@guildhall/contracts/raider.ts';
import { ClassName } from '../../ui/game.tsx';

export const mainOf = ({ characters }: Pick<RaiderView, 'characters'>) =>
  characters.find(({ main }) => main) ?? characters[0];

/** People are known by their main; guests by what the guild calls them. */
export const nameOf = (raider: Pick<RaiderView, 'characters' | 'name'>) => mainOf(raider)?.name ?? raider.name ?? '–';

/** Tells raiders of one name apart. */
export const detailsOf = (raider: Pick<RaiderView, 'characters' | 'name'>) => [mainOf(raider)?.realm, raider.name];

export function RaiderName({ of }: { of: RaiderView }) {
  return <ClassName classId={mainOf(of)?.class?.id ?? null}>{nameOf(of)}</ClassName>;
}
