import { describe, expect, it } from 'vitest';
import { paymentStates } from '#contract/payments/names.ts';
import { toneOf } from './PaymentState.tsx';

describe('the tone of a payment', () => {
  it('is amber for whom it waits, and blue-grey for everyone else', () => {
    expect(toneOf('submitted', 'staff')).toBe('warning');
    expect(toneOf('submitted', 'client')).toBe('others');
    expect(toneOf('awaiting_confirmation', 'client')).toBe('warning');
    expect(toneOf('awaiting_confirmation', 'staff')).toBe('others');
    for (const reader of ['client', 'staff'] as const) expect(toneOf('sent', reader)).toBe('others');
  });

  it('is plain once it is done, and never the accent, which is for acts', () => {
    for (const reader of ['client', 'staff'] as const) expect(toneOf('completed', reader)).toBe('neutral');
    for (const state of paymentStates)
      for (const reader of ['client', 'staff'] as const) expect(toneOf(state, reader)).not.toBe('accent');
  });
});
