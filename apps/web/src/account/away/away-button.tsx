import { Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { useOpenDialog } from '../../ui/kept-forms.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { awayWords } from './away.words.ts';

const AwayDialog = lazyPart(() => awayWords.load().then(() => import('./away.tsx')), 'AwayDialog');

type Props = {
  label: string /** An instant on the first day; today if omitted. */;
  at?: string;
  kind?: 'plain' | 'ghost';
  small?: boolean;
};

/** “I am away”: the label belongs to the page, so that the dialog with its words loads at the first use. */
export function AwayButton({ label, at, kind = 'plain', small = false }: Props) {
  const [open, setOpen] = useOpenDialog({ [at ? `absence:${at}` : 'absence']: true });
  return (
    <>
      <Button small={small} kind={kind} icon="moon" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense>{open && <AwayDialog at={at} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  );
}
