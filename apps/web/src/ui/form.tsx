/**
 * Every form and every dialog that sends something. The tab keeps what is typed until it is sent. Two presses send once,
 * the first field that is wrong gets the focus, and when the session has ended, the form is there again after the
 * sign-in.
 */

import { nextStepOf } from '@guildhall/contracts/next-step.ts';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type Failure, failureOf } from '../api/errors.ts';
import { coreWords } from '../i18n/core.words.ts';
import { Advice } from './advice.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { type Draft, useDraft } from './draft.ts';
import { useErrorFocus } from './error-focus.ts';
import { FailureNote } from './failure-note.tsx';
import type { IconName } from './icon.tsx';
import { forgetUnsentForm, rememberUnsentForm, useTypedForm } from './kept-forms.ts';
import { KeptNote } from './kept-note.tsx';

/** A sentence for each field that is wrong, and for what is wrong elsewhere. */
export type Problems<V> = { [Field in keyof V | 'other']?: ReactNode };

type Sending<V, Answer> = {
  send(value: V, changes: Partial<V>): Promise<Answer>;
  /** The fields keep what was typed after success, as in a search. */
  keeps?: boolean;
  /** After success. */
  sent?(answer: Answer, value: V): unknown;
  /** The caller deals with this refusal; true keeps it from being shown. */
  refused?(error: unknown): boolean | Promise<boolean>;
  /** Takes the place of the browser's own checks. If it cannot be loaded, the service alone checks. */
  check?(value: V): Problems<V> | Promise<Problems<V>>;
  /** Says at which field an issue of the service is shown, and how, if not by its name. */
  problemsAt?(paths: readonly string[]): Problems<V>;
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type FieldsOf<V, Kind> = { [Field in keyof V]: V[Field] extends Kind ? Field : never }[keyof V];

export type FormOf<V extends object, Answer = unknown> = Draft<V> & {
  isChanged: boolean;
  pending: boolean;
  error: unknown;
  answer: Answer | undefined;
  problems: Problems<V>;
  checksItself: boolean;
  /** Sends `over` in place of what was typed, if given. */
  submit(over?: Partial<V>): void;
  /** Props of a text field, a text area or a select. */
  text<Field extends FieldsOf<V, string> & string>(
    field: Field,
  ): { name: Field; value: string; error: ReactNode; onChange(event: ChangeEvent<Control>): void };
  /** Props of a number field. While it is empty, its value is not a number. */
  number<Field extends FieldsOf<V, number> & string>(
    field: Field,
  ): {
    name: Field;
    type: 'number';
    value: number | '';
    error: ReactNode;
    onChange(event: ChangeEvent<HTMLInputElement>): void;
  };
  /** Props of one checkbox of several, whose field lists those that are ticked, in the order of `all`. */
  pick<Field extends FieldsOf<V, readonly string[]> & string>(
    field: Field,
    one: V[Field] extends readonly (infer One extends string)[] ? One : never,
    all: V[Field],
  ): { checked: boolean; onChange(): void };
  /** Props of a checkbox. */
  tick<Field extends FieldsOf<V, boolean> & string>(
    field: Field,
  ): { name: Field; checked: boolean; onChange(event: ChangeEvent<HTMLInputElement>): void };
};

/** A form that has the state of its fields. `name` is its own among all forms; `before` what its fields show at first. */
export function useForm<V extends object, Answer>({
  name,
  before,
  ...sending
}: { name: string; before: V } & Sending<V, Answer>): FormOf<V, Answer> {
  return useFormOf(useDraft(name, before), sending);
}

/** A form about a draft that is kept elsewhere. */
export function useFormOf<V extends object, Answer>(draft: Draft<V>, sending: Sending<V, Answer>): FormOf<V, Answer> {
  const { value, changes, change, name } = draft;
  const [problems, setProblems] = useState<Problems<V>>({});
  const [isHandled, setHandled] = useState(false);
  const isSending = useRef(false);
  /** Fields that can show what is wrong with them. */
  const shown = useRef(new Set<string>());
  const isChanged = Object.keys(changes).length > 0;
  useEffect(() => forgetUnsentForm(name), [name]);
  useTypedForm(name, isChanged);
  const mutation = useMutation({
    mutationFn: (over: Partial<V>) => sending.send({ ...value, ...over }, { ...changes, ...over }),
    onMutate: (over) => ({ ...value, ...over }),
    async onSuccess(answer, _over, typed) {
      draft.forget();
      await sending.sent?.(answer, typed);
      if (!sending.keeps) draft.settle(typed);
    },
    async onError(error) {
      const failure = failureOf(error);
      if (nextStepOf(failure) === 'signIn') rememberUnsentForm(name);
      const isHandled = (await sending.refused?.(error)) ?? false;
      const paths = failure.issues.map(({ path }) => path);
      const found = sending.problemsAt?.(paths) ?? problemsAt(failure, shown.current);
      setProblems(found);
      // A problem shown at its field is not said again below.
      setHandled(
        isHandled || (paths.length > 0 && paths.every((path) => sending.problemsAt || fieldOf(path) in found)),
      );
    },
    onSettled() {
      isSending.current = false;
    },
  });
  const submit = async (over: Partial<V> = {}) => {
    if (isSending.current) return;
    isSending.current = true;
    const checked = sending.check?.({ ...value, ...over }) ?? {};
    const wrong = checked instanceof Promise ? await checked.catch(() => ({})) : checked;
    setProblems(wrong);
    setHandled(false);
    if (Object.keys(wrong).length === 0) return mutation.mutate(over);
    isSending.current = false;
    mutation.reset();
  };
  // A control has a value of the field's own type: an option, or what was typed.
  const set = (field: string, to: unknown) => change({ [field]: to } as Partial<V>);
  return {
    ...draft,
    isChanged,
    pending: mutation.isPending,
    error: isHandled ? null : mutation.error,
    answer: mutation.data,
    problems,
    checksItself: sending.check !== undefined,
    submit: (over) => void submit(over),
    text(field) {
      shown.current.add(field);
      return {
        name: field,
        value: String(value[field]),
        error: problems[field],
        onChange: ({ target }) => set(field, target.value),
      };
    },
    number(field) {
      shown.current.add(field);
      return {
        name: field,
        type: 'number',
        value: Number.isNaN(value[field]) || value[field] === null ? '' : Number(value[field]),
        error: problems[field],
        onChange: ({ target }) => set(field, target.valueAsNumber),
      };
    },
    pick(field, one, all) {
      // `FieldsOf` makes sure of that.
      const picked = value[field] as readonly string[];
      const checked = picked.includes(one);
      const next = (all as readonly string[]).filter((other) => (other === one ? !checked : picked.includes(other)));
      return { checked, onChange: () => set(field, next) };
    },
    tick: (field) => ({
      name: field,
      checked: value[field] === true,
      onChange: ({ target }) => set(field, target.checked),
    }),
  };
}

const fieldOf = (path: string) => path.split('.')[0] ?? '';

/** The problems that the service found, each at its field if the form shows that. */
function problemsAt<V extends object>(failure: Failure, shown: ReadonlySet<string>): Problems<V> {
  const fields = failure.issues.map(({ path }) => fieldOf(path)).filter((field) => shown.has(field));
  // Only names of fields are left.
  return Object.fromEntries(fields.map((field) => [field, <Advice key="why" failure={failure} />])) as Problems<V>;
}

type FormProps<V extends object, Answer> = {
  of: FormOf<V, Answer>;
  children: ReactNode;
  className?: string | undefined;
  label?: string | undefined;
  /** On the button that sends. */
  verb: string;
  kind?: 'primary' | 'danger' | 'plain';
  icon?: IconName | undefined;
  disabled?: boolean;
  /** Beside that button. */
  more?: ReactNode;
};

export function Form<V extends object, Answer>(props: FormProps<V, Answer>) {
  const { of: form, children, className, label, verb, kind = 'primary', icon, disabled = false, more } = props;
  return (
    <Body of={form} className={className} label={label}>
      {children}
      <Notes of={form} />
      <div className="row wrap">
        <Button submit kind={kind} icon={icon} pending={form.pending} disabled={disabled}>
          {verb}
        </Button>
        {more}
      </div>
    </Body>
  );
}

type DialogProps<V extends object, Answer> = Omit<FormProps<V, Answer>, 'label'> & {
  title: string;
  onClose(): void;
  wide?: boolean;
};

/** Closing it by Escape or a tap beside it keeps what was typed; cancelling does not. */
export function FormDialog<V extends object, Answer>(props: DialogProps<V, Answer>) {
  const { of: form, children, className, verb, kind = 'primary', icon, disabled = false, more, title, onClose } = props;
  const { ui } = coreWords.use();
  const id = useId();
  const cancel = () => {
    form.startOver();
    onClose();
  };
  return (
    <Dialog
      open
      wide={props.wide ?? false}
      onClose={onClose}
      title={title}
      actions={
        <>
          {more}
          <Button onClick={cancel}>{ui.cancel}</Button>
          <Button submit form={id} kind={kind} icon={icon} pending={form.pending} disabled={disabled}>
            {verb}
          </Button>
        </>
      }
    >
      <Body of={form} className={className} id={id}>
        {children}
        <Notes of={form} />
      </Body>
    </Dialog>
  );
}

type BodyProps<V extends object, Answer> = Pick<FormProps<V, Answer>, 'of' | 'children'> & {
  className: string | undefined;
  label?: string | undefined;
  id?: string;
};

function Body<V extends object, Answer>({ of: form, className = '', label, id, children }: BodyProps<V, Answer>) {
  return (
    <form
      ref={useErrorFocus(form.problems)}
      id={id}
      className={`form ${className}`}
      aria-label={label}
      noValidate={form.checksItself}
      onSubmit={(event) => {
        event.preventDefault();
        // The form of a dialog that a form opens is a form of its own.
        event.stopPropagation();
        form.submit();
      }}
    >
      {form.wasKept && form.isChanged && <KeptNote onStartOver={form.startOver} />}
      {children}
    </form>
  );
}

function Notes<V extends object, Answer>({ of: form }: { of: FormOf<V, Answer> }) {
  return (
    <>
      {form.problems.other && (
        <p className="bad small" role="alert" tabIndex={-1}>
          {form.problems.other}
        </p>
      )}
      <FailureNote error={form.error} />
    </>
  );
}
