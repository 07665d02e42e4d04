import type { StoredFile } from '#contract/kernel/files.ts';
import { FileList } from '#web/platform/files/FileList.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';

/** The client's proofs of payment. Nothing is fetched before the reader opens it. */
export function ProofsCard({ files }: { files: readonly StoredFile[] }) {
  const t = useText();
  return (
    <Card title={t('payments.proof')}>
      <div className={flowStyles.stack}>
        <FileList files={files} label={t('payments.proof')} />
        <p className={textStyles.soft}>{t('payments.proof_logged')}</p>
      </div>
    </Card>
  );
}
