import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { stored } from '#contract/kernel/constants.ts';

export type SetupState = ResponseOf<'POST /api/setup'>;

export const steps = ['company', 'brand', 'currencies', 'email', 'administrator'] as const;
export type SetupStep = (typeof steps)[number];

/** The input so far, except passwords and consent, which are not stored. */
export interface Draft {
  step: SetupStep;
  settings: SetupState['settings'];
  /** The administrator confirms to start without an email server. */
  without_email: boolean;
  person: { first_name: string; second_name: string; email: string; country: string };
}

/** What every step is handed. */
export interface StepProps {
  token: string;
  setup: SetupState;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  onBack: (() => void) | undefined;
  onNext: () => void;
}

const noPerson: Draft['person'] = { first_name: '', second_name: '', email: '', country: '' };

/** The draft of this tab, which survives a reload and a new link; values of the environment are not in it. */
export function useDraft(setup: SetupState) {
  const [draft, setDraft] = useState<Draft>(() => {
    const saved = JSON.parse(sessionStorage.getItem(stored.setupDraft) ?? '{}') as Partial<Draft>;
    const given = Object.fromEntries(
      setup.given.map((field) => [field, setup.settings[field as keyof SetupState['settings']]]),
    );
    return {
      step: saved.step ?? 'company',
      settings: { ...setup.settings, ...saved.settings, ...given },
      without_email: saved.without_email ?? false,
      person: { ...noPerson, ...saved.person },
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
