import { Download } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { useDownload } from './use-download.ts';

interface DownloadButtonProps {
  text: string;
  size?: 'small' | 'medium';
  /** Fetches the file and saves it. */
  action: () => Promise<void>;
}

/** Saves a file; when that fails it says why. */
export function DownloadButton({ text, size = 'medium', action }: DownloadButtonProps) {
  const { busy, save } = useDownload();
  return (
    <Button size={size} icon={<Download {...icon} />} busy={busy} onClick={() => save(action)}>
      {text}
    </Button>
  );
}
