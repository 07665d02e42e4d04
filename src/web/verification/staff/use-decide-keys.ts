import { useEffect, useRef, type RefObject } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useKeys, type KeyAct } from '#web/platform/keys/use-keys.ts';
import { maxNumbered } from './RejectReasons.tsx';

interface Decision {
  frame: RefObject<HTMLFormElement | null>;
  /** Of several documents that wait, keys act on one. */
  hasKeys: boolean;
  refuses: boolean;
  reasons: readonly { code: string; explanation: string }[] | undefined;
  choose: (decision: 'approve' | 'reject') => void;
  toggle: (code: string) => void;
}

/**
 * A approves, where a rejection is begun only after a second time; R begins one, digits choose its reasons, Enter sends it.
 * @returns whether the person decides by keys
 */
export function useDecideKeys({ frame, hasKeys, refuses, reasons, choose, toggle }: Decision) {
  const t = useText();
  const byKeys = useRef(false);
  const focusReasons = () => frame.current?.querySelector<HTMLElement>('[name="reason"]')?.focus();
  const hasChoices = refuses && reasons !== undefined;
  useEffect(() => {
    if (hasChoices && byKeys.current) frame.current?.querySelector<HTMLElement>('[name="reason"]')?.focus();
  }, [hasChoices, frame]);
  const approve = () => {
    byKeys.current = true;
    if (refuses) choose('approve');
    else frame.current?.requestSubmit();
  };
  const refuse = () => {
    byKeys.current = true;
    if (refuses) focusReasons();
    else choose('reject');
  };
  const numbered = (refuses ? (reasons ?? []) : []).slice(0, maxNumbered);
  const acts: KeyAct[] = [
    {
      key: 'a',
      label: t(refuses ? 'verification.approve' : 'verification.approve_now'),
      scope: 'item',
      run: approve,
    },
    { key: 'r', label: t('verification.refuse'), scope: 'item', run: refuse },
    ...numbered.map(({ code, explanation }, index) => ({
      key: String(index + 1),
      label: explanation,
      scope: 'item' as const,
      run: () => toggle(code),
    })),
    ...(refuses ? [{ key: 'Enter', label: t('verification.refuse_now'), scope: 'item' as const }] : []),
  ];
  useKeys(hasKeys ? acts : []);
  return byKeys;
}
