import { useState } from 'react';
import type { AnswerOf } from '#contract/api.ts';
import { stored } from '#contract/constants.ts';

export type Look = AnswerOf<'POST /api/setup'>;

export const steps = ['house', 'brand', 'currencies', 'mail', 'administrator'] as const;
export type SetupStep = (typeof steps)[number];

/** What is filled in so far, but for passwords and consent, which are not kept. */
export interface Draft {
  step: SetupStep;
  settings: Look['settings'];
  /** He says that the house is to open without mail. */
  without_mail: boolean;
  person: { first_name: string; second_name: string; email: string; country: string };
}

const nobody: Draft['person'] = { first_name: '', second_name: '', email: '', country: '' };

/** The draft of this tab, which a reload and a new link leave as it is; what the environment says is not in it. */
export function useDraft(look: Look) {
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = JSON.parse(sessionStorage.getItem(stored.setupDraft) ?? '{}') as Partial<Draft>;
    const given = Object.fromEntries(
      look.given.map((field) => [field, look.settings[field as keyof Look['settings']]]),
    );
    return {
      step: kept.step ?? 'house',
      settings: { ...look.settings, ...kept.settings, ...given },
      without_mail: kept.without_mail ?? false,
      person: { ...nobody, ...kept.person },
    };
  });
  const change = (part: Partial<Draft>) =>
    setDraft((before) => {
      const next = { ...before, ...part };
      sessionStorage.setItem(stored.setupDraft, JSON.stringify(next));
      return next;
    });
  return [draft, change] as const;
}
