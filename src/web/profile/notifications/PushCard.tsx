import { useQuery } from '@tanstack/react-query';
import { Smartphone } from 'lucide-react';
import type { Push } from '#contract/notifications/push.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { PushBar } from '#web/platform/realtime/push-device.ts';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Switch } from '#web/ui/forms/CheckboxField.tsx';
import lines from '#web/ui/tables/Lines.module.css';
import { icon } from '#web/ui/icon.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { pushQuery } from './push-query.ts';
import { usePush } from './use-push.ts';

const bars: Record<NonNullable<PushBar>, TextKey> = {
  unsupported: 'notifications.push_unsupported',
  install_first: 'notifications.push_install_first',
  blocked: 'notifications.push_blocked',
};

/**
 * Push notifications on this device and on others. The browser asks for permission only when the person switches it on.
 */
export function PushCard() {
  const t = useText();
  const { data } = useQuery(pushQuery);
  const { bar, isBusy, change } = usePush();
  if (!data?.public_key) return null;
  const { public_key: join, devices, isJoined } = data;
  const here = isJoined ? devices.find((device) => device.here) : undefined;
  const app = windowConfig.appName;
  return (
    <Card title={t('notifications.push_title')}>
      <div className={flowStyles.stack}>
        <p>{bar ? t(bars[bar], { app }) : t('notifications.push_text')}</p>
        {!bar && (
          <Switch
            label={t('notifications.push_here')}
            checked={here !== undefined}
            disabled={isBusy}
            onChange={() => change(here ? { end: here.id, here: true } : { join, detailed: false })}
          />
        )}
        {!bar && here && (
          <Switch
            label={t('notifications.push_detailed')}
            checked={here.detailed}
            disabled={isBusy}
            onChange={() => change({ join, detailed: !here.detailed })}
          />
        )}
      </div>
      <Others
        devices={devices.filter((device) => device !== here)}
        isBusy={isBusy}
        onEnd={(end) => change({ end, here: false })}
      />
    </Card>
  );
}

interface OthersProps {
  devices: Push['devices'];
  isBusy: boolean;
  onEnd: (id: string) => void;
}

function Others({ devices, isBusy, onEnd }: OthersProps) {
  const t = useText();
  if (devices.length === 0) return null;
  return (
    <ul>
      {devices.map(({ id, name, created_at: at }) => {
        const device = name ?? t('profile.device_unknown');
        return (
          <li key={id} className={lines.line}>
            <Smartphone {...icon} />
            <div className={lines.text}>
              <p className={lines.name}>
                <bdi>{device}</bdi>
              </p>
              <p className={lines.facts}>
                <DateTime at={at} within="notifications.push_since" />
              </p>
            </div>
            <Button
              size="small"
              busy={isBusy}
              aria-label={t('notifications.push_end_of', { device })}
              onClick={() => onEnd(id)}
            >
              {t('notifications.push_end')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
