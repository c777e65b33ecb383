/** An officer plans a line-up: they pick a person, then a place or a person to swap with. Dragging does the same. */
import type { LineupView } from '@guildhall/contracts/lineup.ts';
import { type DragEvent, useState } from 'react';
import { toast } from '../../ui/toast.tsx';
import { find, moveTo, type Person, type Spot, spotOf, swap, takeOut } from './draft.ts';
import { nameOf, realmsAmong } from './faces.tsx';
import { lineupWords } from './lineup.words.ts';
import type { Draft } from './use-draft.ts';
import { useWanted, type Wanted } from './wish-mark.tsx';

export type Board = {
  lineup: LineupView;
  draft: Draft;
  groups: number;
  /** All who may be placed: those with a place, and those who signed up. */
  people: Person[];
  picked: Person | undefined;
  /** Said to those who cannot see the board. */
  said: string;
  wanted(raiderId: string): Wanted | null;
  /** Null where the name alone says who it is. */
  realmOf(person: Person): string | null;
  pick(person: Person | undefined): void;
  /** Picks the person, or swaps them with the one who is picked. */
  tap(person: Person): void;
  placeAt(spot: Spot): void;
  remove(person: Person): void;
  replace(gone: Person, by: Person): void;
  change(person: Person, role: Person['role']): void;
};

export function useBoard(lineup: LineupView, draft: Draft, groups: number): Board {
  const words = lineupWords.use();
  const [pickedId, setPicked] = useState<string>();
  const [said, setSaid] = useState('');
  const { places } = draft;
  const wanted = useWanted(lineup, draft.difficulty);
  const known = [...lineup.places, ...lineup.signedUp].filter(({ raider }) => !find(places, raider.id));
  const people = [...places, ...known.map((person) => ({ ...person, group: null, slot: null }))];
  const picked = people.find(({ raider }) => raider.id === pickedId);

  const placeName = (person: Person, now: Person[]) => {
    const there = find(now, person.raider.id);
    if (!there) return words.out;
    return there.group === null ? words.onBench : words.inGroup({ number: there.group });
  };
  const pick = (person: Person | undefined) => {
    setPicked(person?.raider.id);
    setSaid(person ? words.isPicked({ name: nameOf(person) }) : '');
  };
  const set = (now: Person[], ...moved: Person[]) => {
    draft.change({ places: now });
    setPicked(undefined);
    setSaid(moved.map((person) => words.moved({ name: nameOf(person), place: placeName(person, now) })).join('. '));
  };
  return {
    ...{ lineup, draft, groups, people, picked, said, wanted, pick, realmOf: realmsAmong(people) },
    tap(person) {
      if (!picked) pick(person);
      else if (picked.raider.id === person.raider.id) pick(undefined);
      else if (find(places, picked.raider.id) || find(places, person.raider.id))
        set(swap(places, picked, person), picked, person);
      else pick(person);
    },
    placeAt(spot) {
      if (picked) set(moveTo(places, picked, spot), picked);
    },
    remove(person) {
      const before = places;
      set(takeOut(places, person.raider.id), person);
      toast({
        text: words.moved({ name: nameOf(person), place: words.out }),
        undo: () => draft.change({ places: before }),
        subject: 'lineup-out',
      });
    },
    replace(gone, by) {
      const spot = spotOf(gone);
      set(moveTo(takeOut(places, gone.raider.id), by, spot), by, gone);
    },
    change(person, role) {
      draft.change({ places: places.map((one) => (one.raider.id === person.raider.id ? { ...one, role } : one)) });
    },
  };
}

/** Dragging a person picks them; dropping is tapping. */
export const dragProps = (board: Board, person: Person) => ({
  draggable: true,
  onDragStart(event: DragEvent) {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', nameOf(person));
    // The row must not change while the browser takes its drag image.
    setTimeout(() => board.pick(person));
  },
  onDragEnd: () => board.pick(undefined),
});

export const dropProps = (board: Board, drop: () => void) =>
  board.picked
    ? {
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop(event: DragEvent) {
          event.preventDefault();
          event.stopPropagation();
          drop();
        },
      }
    : {};
