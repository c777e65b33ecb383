import { viewsWords } from './views.words.ts';

/** The name of a slot; one that we do not know keeps the platform's key. */
export function useSlotName(): (slot: string) => string {
  const { slots } = viewsWords.use();
  return (slot) => slots[slot as keyof typeof slots] ?? slot;
}
