import type { ReservesView } from '@guildhall/contracts/reserve.ts';
import { HeldReserves } from './held-reserves.tsx';
import { heldBy, type Sheet, usedOf } from './reserves.queries.ts';
import { reservesWords } from './reserves.words.ts';

export function MyReserves({ shown, sheet }: { shown: ReservesView; sheet: Sheet }) {
  const words = reservesWords.use();
  return (
    <section className="card">
      <header className="card-head">
        <h2>{words.mine}</h2>
        <span className="muted small">
          {words.mineOf({ used: usedOf(heldBy(shown, 'viewer')), all: sheet.perPerson })}
        </span>
      </header>
      <HeldReserves shown={shown} sheet={sheet} holder="viewer" none={words.mineNone} mayChange={shown.mayReserve} />
    </section>
  );
}
