import { FileText } from 'lucide-react';
import { useState } from 'react';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { StatementDialog } from '#web/wallets/StatementDialog.tsx';

/** Saves a statement over everything that the client owns. */
export function StatementButton() {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<FileText {...icon} />} onClick={() => setOpen(true)}>
        {t('wallets.statement')}
      </Button>
      <StatementDialog
        open={open}
        title={t('investor.statement_title')}
        save={(query) => download('GET /api/portfolio/statement', { query })}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
