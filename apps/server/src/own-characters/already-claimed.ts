import { conflict } from '../core/errors.ts';

export const alreadyClaimed = () =>
  conflict(
    'already_claimed',
    'Somebody has proved to own this character. If it is yours, sync the characters of your own account.',
  );
