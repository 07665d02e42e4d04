import { Download } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { ApiError } from '../api/api-error.ts';

interface DownloadButtonProps {
  text: string;
  size?: 'small' | 'medium';
  /** Fetches the file and saves it. */
  action: () => Promise<void>;
}

/** Saves a file; when that fails it says why. */
export function DownloadButton({ text, size = 'medium', action }: DownloadButtonProps) {
  const t = useText();
  const form = useCallForm({});
  const save = form.submit(async () => {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ text: error.message || t('common.went_wrong'), tone: 'negative' });
    }
  });
  return (
    <Button size={size} icon={<Download {...icon} />} busy={form.busy} onClick={() => save()}>
      {text}
    </Button>
  );
}
