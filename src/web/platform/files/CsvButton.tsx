import { DownloadButton } from './DownloadButton.tsx';
import { useText } from '../i18n/i18n.tsx';

interface CsvButtonProps {
  /** Fetches the file and saves it. */
  action: () => Promise<void>;
  /** Within a card, beside its title. */
  small?: boolean;
}

/** Saves a list with its filters; the text is the same for all lists. */
export function CsvButton({ action, small = false }: CsvButtonProps) {
  const t = useText();
  return <DownloadButton text={t('common.save_csv')} action={action} size={small ? 'small' : 'medium'} />;
}
