import { toast, toastFailure } from '../../ui/toast.tsx';
import { eventsWords } from '../event/events.words.ts';

export async function copyToClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: eventsWords.now().copied });
  } catch (error) {
    toastFailure(error);
  }
}
