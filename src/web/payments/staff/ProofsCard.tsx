import type { KeptFile } from '#contract/files.ts';
import { FileList } from '#web/platform/files/FileList.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/Card.tsx';
import styles from '../PaymentForms.module.css';

/** What the client sent to prove that he paid. Nothing is fetched before somebody asks for it. */
export function ProofsCard({ files }: { files: readonly KeptFile[] }) {
  const t = useText();
  return (
    <Card title={t('payments.proof')}>
      <div className={styles.form}>
        <FileList files={files} label={t('payments.proof')} />
        <p className={styles.soft}>{t('payments.proof_logged')}</p>
      </div>
    </Card>
  );
}
