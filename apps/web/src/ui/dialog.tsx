import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { coreWords } from '../i18n/core.words.ts';
import { IconButton } from './button.tsx';
import './dialog.css';

type Props = {
  open: boolean;
  onClose(): void;
  title: string;
  children: ReactNode;
  /** Shown below the content, with the main action last. */
  actions?: ReactNode;
  wide?: boolean;
  /** Closes only by the buttons in `actions`: not on Escape, nor on a click beside it. */
  insistent?: boolean;
};

/**
 * A native dialog: it traps focus, closes on Escape and restores focus. On the phone it is a sheet. It stands at the end of
 * the page: browsers keep the submission of a form inside another form from handlers above it.
 */
export function Dialog({ open, onClose, title, children, actions, wide, insistent = false }: Props) {
  const words = coreWords.use();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open) dialog?.close();
  }, [open]);
  if (!open) return null;
  return createPortal(
    <dialog
      ref={element}
      className={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onClose={onClose}
      // Chrome closes a dialog at the second Escape, whatever `cancel` says.
      {...(insistent ? { closedby: 'none' } : {})}
      onKeyDown={(event) => insistent && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => insistent && event.preventDefault()}
      onClick={(event) => !insistent && event.target === element.current && onClose()}
    >
      <div className="dialog-in">
        <header className="row between">
          <h2 id={id}>{title}</h2>
          {!insistent && <IconButton icon="x" label={words.ui.close} onClick={onClose} />}
        </header>
        {children}
        {actions && <footer className="row wrap actions">{actions}</footer>}
      </div>
    </dialog>,
    document.body,
  );
}
