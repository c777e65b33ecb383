import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useEffect, useId, useRef } from 'react';
import { coreWords } from '../i18n/core.words.ts';

export type Frame = { label: string; hint?: ReactNode; error?: ReactNode; hideLabel?: boolean };
type Ids = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

/** Puts a label above, a hint below and an error under that, and links them to the control by id. */
export function Field({ label, hint, error, hideLabel, children }: Frame & { children(ids: Ids): ReactNode }) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className="labelled">
      <label htmlFor={id} className={hideLabel ? 'sr' : undefined}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <small id={`${id}-hint`} className="muted">
          {hint}
        </small>
      )}
      {error && (
        <small id={`${id}-error`} className="bad" role="alert">
          {error}
        </small>
      )}
    </div>
  );
}

/** Spaces alone do not fill a required field: the browser says so and focuses it, as it does with an empty one. */
function useFilled<Control extends HTMLInputElement | HTMLTextAreaElement>(
  required: boolean | undefined,
  value: unknown,
) {
  const { ui } = coreWords.use();
  const control = useRef<Control>(null);
  const problem = required && typeof value === 'string' && value !== '' && value.trim() === '' ? ui.blank : '';
  useEffect(() => control.current?.setCustomValidity(problem), [problem]);
  return control;
}

export function TextField({ label, hint, error, hideLabel, ...input }: Frame & InputHTMLAttributes<HTMLInputElement>) {
  const control = useFilled<HTMLInputElement>(input.required, input.value);
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      {(ids) => <input ref={control} className="input" type="text" {...input} {...ids} />}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  ...area
}: Frame & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const control = useFilled<HTMLTextAreaElement>(area.required, area.value);
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      {(ids) => <textarea ref={control} className="input" rows={5} {...area} {...ids} />}
    </Field>
  );
}

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: ReactNode; hint?: ReactNode };

export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className="checkbox">
      <input type="checkbox" id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...input} />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <small id={`${id}-hint`} className="muted">
          {hint}
        </small>
      )}
    </div>
  );
}
