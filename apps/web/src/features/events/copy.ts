import { toast, toastFailure } from '../../ui/toast.tsx';
import { eventsWords } from './events.words.ts';

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: eventsWords.now().copied });
  } catch (error) {
    toastFailure(error);
  }
}
