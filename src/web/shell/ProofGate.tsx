import { lazy, Suspense, useEffect, useState } from 'react';
import { loadTexts } from '#web/platform/i18n/i18n.tsx';
import { hostProofs, useProofInput } from '#web/platform/session/proof-request.ts';

const ProofHost = lazy(async () => {
  const [module] = await Promise.all([import('#web/profile/factor/ProofHost.tsx'), loadTexts('settings')]);
  return { default: module.ProofHost };
});

/** The place where a call that needs a proof asks for it; its code loads with the first such call. */
export function ProofGate() {
  const filter = useProofInput();
  const [wasRequested, setWasRequested] = useState(false);
  useEffect(hostProofs, []);
  if (filter && !wasRequested) setWasRequested(true);
  return wasRequested ? (
    <Suspense>
      <ProofHost />
    </Suspense>
  ) : null;
}
