import { useEffect, useRef } from 'react';
import { coreWords } from '../i18n/core.words.ts';
import { leaveToPerson } from './copy-text.ts';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';

export function UncopiedText({ text }: { text: string }) {
  const { ui } = coreWords.use();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  return (
    <Dialog open onClose={() => leaveToPerson(undefined)} title={ui.notCopied}>
      <Field label={ui.text} hint={ui.notCopiedHint} hideLabel>
        {(ids) => <textarea ref={area} className="input" rows={5} readOnly value={text} {...ids} />}
      </Field>
    </Dialog>
  );
}
