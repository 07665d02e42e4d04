import { Suspense, lazy } from 'react';
import { windowConfig } from '#web/platform/window-config.ts';

/** Most operators have none, so the first screen does without their code. */
const LegalFooter = lazy(async () => ({ default: (await import('./LegalFooter.tsx')).LegalFooter }));

/** The foot of a page, where the operator wrote one or has links. */
export function OperatorFooter() {
  const { footer, links } = windowConfig;
  if (links.length === 0 && Object.keys(footer).length === 0) return null;
  return (
    <Suspense>
      <LegalFooter />
    </Suspense>
  );
}
