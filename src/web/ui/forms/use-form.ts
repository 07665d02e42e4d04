import { useEffect, useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { formSuccessMs } from '#contract/kernel/constants.ts';
import { isDefect, leadToWrong, readProblems, type FormProblems, type FormTexts } from './form-errors.ts';

type KeysOf<V, Kind> = { [K in keyof V]: V[K] extends Kind ? K : never }[keyof V] & string;
type Change = { target: { value: string } };

const none: FormProblems = { fields: {}, messages: [] };

/**
 * Values, errors and progress of one form: `<form noValidate onSubmit={form.submit(act)}>`,
 * `<TextField {...form.field('email')} …/>`, `<CheckboxField {...form.tick('terms')} …/>`, `<FormErrors messages={form.messages} />`.
 * What `act` throws becomes the form's errors and the first invalid field gets the focus; `successful` falls back after `successMs`.
 */
export function useForm<V extends { [K in keyof V]: string | boolean }>(
  initial: V,
  options: { texts: FormTexts; successMs?: number },
) {
  const { texts, successMs = formSuccessMs } = options;
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState(none);
  const [busy, setBusy] = useState(false);
  const [successful, setSuccessful] = useSuccess(successMs);
  const running = useRef(false);
  const showWrong = useLeadToWrong();

  function set<K extends keyof V & string>(name: K, value: V[K]) {
    setValues((before) => ({ ...before, [name]: value }));
    setProblems(({ fields: { [name]: _cleared, ...fields }, messages }) => ({ fields, messages }));
  }

  async function run(action: (values: V) => Promise<unknown>, form: HTMLFormElement | undefined) {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblems(none);
    setSuccessful(false);
    try {
      await action(values);
      setSuccessful(true);
    } catch (thrown) {
      if (isDefect(thrown)) reportError(thrown);
      setProblems(readProblems(thrown, Object.keys(initial), texts));
      showWrong(form);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    values,
    busy,
    successful,
    /** Sentences for `FormErrors`. */
    messages: problems.messages,
    set,
    /** Gives the handler that runs `act` once at a time. */
    submit(action: (values: V) => Promise<unknown>) {
      return (event?: SubmitEvent<HTMLFormElement>) => {
        event?.preventDefault();
        void run(action, event?.currentTarget);
      };
    },
    /** Back to the first values, without errors. */
    reset() {
      setValues(initial);
      setProblems(none);
    },
    /** Props of a field of text or choice. */
    field<K extends KeysOf<V, string>>(name: K) {
      const onChange = ({ target }: Change) => set(name, target.value as V[K]);
      return { name, value: values[name] as string, error: problems.fields[name], onChange };
    },
    /** Props of a checkbox or switch. */
    tick<K extends KeysOf<V, boolean>>(name: K) {
      const onChange = (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.checked as V[K]);
      return { name, checked: values[name] as boolean, error: problems.fields[name], onChange };
    },
  };
}

/** A flag that falls back to false by itself after `forMs`. */
function useSuccess(forMs: number) {
  const [successful, setSuccessful] = useState(false);
  useEffect(() => {
    if (!successful) return;
    const timer = setTimeout(() => setSuccessful(false), forMs);
    return () => clearTimeout(timer);
  }, [successful, forMs]);
  return [successful, setSuccessful] as const;
}

/** Goes to the errors once they are on the page. */
function useLeadToWrong() {
  const [form, setForm] = useState<{ element: HTMLFormElement | undefined }>();
  useEffect(() => {
    leadToWrong(form?.element);
  }, [form]);
  return (element: HTMLFormElement | undefined) => setForm({ element });
}
