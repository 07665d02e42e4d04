import { DownloadButton } from './DownloadButton.tsx';
import { useText } from '../i18n/i18n.tsx';

interface CsvButtonProps {
  /** Fetches the file and saves it. */
  act: () => Promise<void>;
  /** Within a card, where it stands beside its title. */
  small?: boolean;
}

/** Saves a list as it is narrowed on the screen; each list says it by the same words. */
export function CsvButton({ act, small = false }: CsvButtonProps) {
  const t = useText();
  return <DownloadButton text={t('common.save_csv')} act={act} size={small ? 'small' : 'medium'} />;
}
