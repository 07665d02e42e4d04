import { useState } from 'react';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { readProblems, type FormProblems } from '#web/ui/form-errors.ts';

const none: FormProblems = { fields: {}, messages: [] };

type Chosen = Omit<RequestOf<'POST /api/setup/check'>['body'], 'token'>;

/** Asks the server whether it would take what stands on a step, before one goes on. */
export function useStepCheck(token: string, onRight: () => void) {
  const t = useText();
  const [problems, setProblems] = useState(none);
  const [busy, setBusy] = useState(false);
  async function submit(choose: () => Chosen | Promise<Chosen>) {
    if (busy) return;
    setBusy(true);
    setProblems(none);
    let names: string[] = [];
    try {
      const chosen = await choose();
      names = Object.keys(chosen);
      await call('POST /api/setup/check', { body: { token, ...chosen } });
      onRight();
    } catch (thrown) {
      setProblems(
        readProblems(thrown, names, { failed: t('common.went_wrong'), problems: t('common.input_problems') }),
      );
    } finally {
      setBusy(false);
    }
  }
  const clear = (field: string) =>
    setProblems(({ fields: { [field]: _cleared, ...others }, messages }) => ({ fields: others, messages }));
  return { problems, busy, submit, clear };
}
