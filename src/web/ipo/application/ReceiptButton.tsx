import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DownloadButton } from '#web/platform/files/DownloadButton.tsx';

/** The receipt of an application: what was seen and agreed to, as PDF. */
export function ReceiptButton({ applicationId }: { applicationId: string }) {
  const t = useText();
  return (
    <DownloadButton
      text={t('ipo.receipt')}
      action={() => download('POST /api/ipo/receipt', { body: { application_id: applicationId } })}
    />
  );
}
