import { type RefObject, useEffect, useRef } from 'react';

const leadTo = (place: HTMLElement | null) => {
  place?.focus();
  place?.scrollIntoView({ block: 'center' });
};

const firstBad = (form: Element | null | undefined) =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? null;

/** Focuses the first control of a form with an error whenever a check or the service has found one. */
export function useErrorFocus(errors: unknown): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    leadTo(firstBad(form.current) ?? form.current?.querySelector<HTMLElement>('[role="alert"]') ?? null);
  }, [errors]);
  return form;
}

/** For a note about a failed form or dialog: leads there if the form has no bad field, and the viewer has not moved on. */
export function useNoteFocus(error: unknown): RefObject<HTMLParagraphElement> {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const form = error ? note.current?.closest('form, dialog') : null;
    const { activeElement, body } = document;
    if (form && (activeElement === body || form.contains(activeElement))) leadTo(firstBad(form) ?? note.current);
  }, [error]);
  return note;
}
