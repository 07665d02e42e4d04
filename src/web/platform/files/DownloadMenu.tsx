import { Download } from 'lucide-react';
import { icon } from '#web/ui/icon.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { useText } from '../i18n/i18n.tsx';
import { useDownload } from './use-download.ts';

interface DownloadMenuProps {
  files: readonly { text: string; action: () => Promise<void> }[];
}

/** One button for what can be saved in several formats. */
export function DownloadMenu({ files }: DownloadMenuProps) {
  const t = useText();
  const { busy, save } = useDownload();
  return (
    <Menu
      label={t('common.download')}
      icon={<Download {...icon} />}
      busy={busy}
      acts={files.map(({ text, action }) => ({ label: text, onChoose: () => save(action) }))}
    />
  );
}
