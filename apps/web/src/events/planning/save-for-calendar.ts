import { saveFile } from '../../ui/save-file.ts';
import { toastFailure } from '../../ui/toast.tsx';

/** Downloads one event as a calendar file. The service writes it as in the feeds, so that no calendar has it twice. */
export async function saveForCalendar(id: string): Promise<void> {
  try {
    const answer = await fetch(`/api/v1/events/${id}`, { headers: { accept: 'text/calendar' } });
    if (!answer.ok) throw new Error(`${answer.status}`);
    saveFile('event.ics', await answer.blob());
  } catch (error) {
    toastFailure(error);
  }
}
