import { Suspense, lazy } from 'react';
import { windowConfig } from '#web/platform/window-config.ts';

/** Most operators have none, so the menu does without their code. */
const BrandLinks = lazy(async () => ({ default: (await import('./BrandLinks.tsx')).BrandLinks }));

/** The links of the operator, where there are some. */
export function OperatorLinks({ className }: { className?: string | undefined }) {
  if (windowConfig.links.length === 0) return null;
  return (
    <Suspense>
      <BrandLinks className={className} />
    </Suspense>
  );
}
