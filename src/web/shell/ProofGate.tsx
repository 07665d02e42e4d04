import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '#web/platform/i18n/i18n.tsx';
import { hostProofs, useProofWish } from '#web/platform/proof-wish.ts';

const ProofHost = lazy(async () => {
  const [module] = await Promise.all([import('#web/profile/factor/ProofHost.tsx'), loadTexts('settings')]);
  return { default: module.ProofHost };
});

/** Where a call that wants a proof has it asked for; what that takes is loaded with the first such call. */
export function ProofGate() {
  const wish = useProofWish();
  const [wasAsked, setWasAsked] = useState(false);
  useEffect(hostProofs, []);
  if (wish && !wasAsked) setWasAsked(true);
  return wasAsked ? (
    <Suspense>
      <ProofHost />
    </Suspense>
  ) : null;
}
