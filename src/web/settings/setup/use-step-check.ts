import { useEffect, useState, type RefObject } from 'react';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { leadToWrong, readProblems, type FormProblems } from '#web/ui/forms/form-errors.ts';

const none: FormProblems = { fields: {}, messages: [] };

type Chosen = Omit<RequestOf<'POST /api/setup/check'>['body'], 'token'>;

interface StepCheck {
  token: string;
  /** Where the fields stand. */
  form: RefObject<HTMLElement | null>;
  onRight: () => void;
}

/**
 * Asks the server whether it accepts the input of a step, before the person continues; errors are shown at their
 * fields.
 */
export function useStepCheck({ token, form, onRight }: StepCheck) {
  const t = useText();
  const [problems, setProblems] = useState(none);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) leadToWrong(form.current);
  }, [refused, form]);
  /** @param parts fields within those that are chosen, such as `email_server.host` */
  async function submit(choose: () => Chosen | Promise<Chosen>, parts: readonly string[] = []) {
    if (busy) return;
    setBusy(true);
    setProblems(none);
    let names: string[] = [];
    try {
      const chosen = await choose();
      names = [...Object.keys(chosen), ...parts];
      await call('POST /api/setup/check', { body: { token, ...chosen } });
      onRight();
    } catch (thrown) {
      setProblems(
        readProblems(thrown, names, { failed: t('common.went_wrong'), problems: t('common.input_problems') }),
      );
      setRefused((count) => count + 1);
    } finally {
      setBusy(false);
    }
  }
  /** These fields have changed since. */
  const clear = (...changed: string[]) =>
    setProblems(({ fields, messages }) => {
      const left = Object.fromEntries(Object.entries(fields).filter(([name]) => !changed.includes(name)));
      return { fields: left, messages: Object.keys(left).length > 0 ? messages : [] };
    });
  return { problems, busy, submit, clear };
}
