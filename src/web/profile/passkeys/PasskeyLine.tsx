import { KeyRound } from 'lucide-react';
import type { ResponseOf } from '#contract/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { RelativeTime, DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import { icon } from '#web/ui/icon.ts';

interface PasskeyLineProps {
  passkey: ResponseOf<'POST /api/settings/passkeys'>['passkeys'][number];
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
          {synced && <State>{t('profile.passkey_synced')}</State>}
          {!works && <State tone="negative">{t('profile.passkey_worthless')}</State>}
        </p>
        <p className={lines.facts}>
          <span>
            <DateTime at={createdAt} as="date" within="profile.passkey_since" />
          </span>
          <span>
            {usedAt ? <RelativeTime at={usedAt} within="profile.session_used" /> : t('profile.passkey_unused')}
          </span>
        </p>
      </div>
      <Button size="small" aria-label={t('profile.passkey_rename_of', { name })} onClick={onRename}>
        {t('profile.passkey_rename')}
      </Button>
      <Button size="small" aria-label={t('profile.passkey_remove_of', { name })} onClick={onRemove}>
        {t('profile.passkey_remove')}
      </Button>
    </li>
  );
}
