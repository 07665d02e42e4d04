import { useState } from 'react';
import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { UseImportedDialog } from './UseImportedDialog.tsx';

interface ImportedActionsProps {
  shown: VerificationCase;
  document: VerificationCase['imported'][number];
}

/** What the reviewer of a case can do with an imported document that proves something here. */
export function ImportedActions({ shown, document }: ImportedActionsProps) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  if (shown.own || !shown.mine || document.kind === 'other' || document.used) return null;
  return (
    <div>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t('verification.use_imported')}
      </Button>
      {isOpen && <UseImportedDialog shown={shown} document={document} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
