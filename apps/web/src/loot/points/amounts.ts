/** Amounts as people read and write them. */

import { pointsOf, unitsOf } from '@guildhall/contracts/point-price.ts';
import type { PointPoolView } from '@guildhall/contracts/points.ts';
import { useFormat } from '../../i18n/format.ts';

type Pool = Pick<PointPoolView, 'decimals'>;

export function useAmounts({ decimals }: Pool) {
  const { number } = useFormat();
  const amount = (units: number) => number(pointsOf(units, decimals));
  return {
    amount,
    signed: (units: number) => (units < 0 ? `−${amount(-units)}` : `+${amount(units)}`),
  };
}

/** With a decimal comma too. Not a number for anything else. */
export const typedUnits = (typed: string, { decimals }: Pool): number =>
  /^[-−]?\d+([.,]\d+)?$/.test(typed.trim())
    ? unitsOf(Number(typed.trim().replace(',', '.').replace('−', '-')), decimals)
    : Number.NaN;

export const shownUnits = (units: number, { decimals }: Pool): string => String(pointsOf(units, decimals));

/** A field for an amount has these. */
export const AMOUNT = { inputMode: 'decimal', pattern: '[\\-−]?[0-9]+([.,][0-9]+)?' } as const;
