import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

type Frame = { label: string; hint?: ReactNode; error?: ReactNode; hideLabel?: boolean };
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

export function TextField({ label, hint, error, hideLabel, ...input }: Frame & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      {(ids) => <input className="input" type="text" {...input} {...ids} />}
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
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      {(ids) => <textarea className="input" rows={5} {...area} {...ids} />}
    </Field>
  );
}

type SelectProps = Frame & SelectHTMLAttributes<HTMLSelectElement>;

/** A native select, which is best on a phone; its children are `<option>`s. */
export function Select({ label, hint, error, hideLabel, children, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      {(ids) => (
        <select className="input" {...select} {...ids}>
          {children}
        </select>
      )}
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
