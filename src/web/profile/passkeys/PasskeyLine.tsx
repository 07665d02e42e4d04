import { KeyRound } from 'lucide-react';
import type { AnswerOf } from '#contract/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Distance, When } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import lines from '#web/ui/Lines.module.css';
import { icon } from '#web/ui/icon.ts';

interface PasskeyLineProps {
  passkey: AnswerOf<'POST /api/settings/passkeys'>['passkeys'][number];
  onRename: () => void;
  onRemove: () => void;
}

/** One passkey. */
export function PasskeyLine({ passkey, onRename, onRemove }: PasskeyLineProps) {
  const t = useText();
  const { name, works, synced, created_at: createdAt, used_at: usedAt } = passkey;
  return (
    <li className={lines.line}>
      <KeyRound {...icon} />
      <div className={lines.text}>
        <p className={lines.name}>
          <bdi>{name}</bdi>
          {synced && <Badge>{t('settings.passkey_synced')}</Badge>}
          {!works && <Badge tone="negative">{t('settings.passkey_worthless')}</Badge>}
        </p>
        <p className={lines.facts}>
          <span>
            <When at={createdAt} as="date" within="settings.passkey_since" />
          </span>
          <span>{usedAt ? <Distance at={usedAt} within="settings.session_used" /> : t('settings.passkey_unused')}</span>
        </p>
      </div>
      <Button size="small" aria-label={t('settings.passkey_rename_of', { name })} onClick={onRename}>
        {t('settings.passkey_rename')}
      </Button>
      <Button size="small" aria-label={t('settings.passkey_remove_of', { name })} onClick={onRemove}>
        {t('settings.passkey_remove')}
      </Button>
    </li>
  );
}
