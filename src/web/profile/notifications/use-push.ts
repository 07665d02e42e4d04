import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { joinDevice, keysOf, leaveDevice, pushBar, type PushBar } from '#web/platform/realtime/push-device.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { pushQuery } from './push-query.ts';

type SubscriptionInput = { join: string; detailed: boolean } | { end: string; here: boolean };

/** Switches devices on and off. `bar` says why this one is not possible. */
export function usePush(): { bar: PushBar; isBusy: boolean; change: (subscription: SubscriptionInput) => void } {
  const t = useText();
  const queries = useQueryClient();
  const [bar, setBar] = useState(pushBar);
  const { isPending, mutate } = useMutation({
    mutationFn: async (subscription: SubscriptionInput) => {
      if ('end' in subscription) {
        if (subscription.here) await leaveDevice();
        return call('POST /api/push/end', { body: { subscription_id: subscription.end } });
      }
      const device = await joinDevice(subscription.join);
      setBar(pushBar());
      if (!device) return undefined;
      return call('POST /api/push/subscribe', { body: { ...keysOf(device), detailed: subscription.detailed } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: pushQuery.queryKey }),
    onError: (error) => {
      console.error('Error changing push', error);
      toast({ tone: 'negative', text: t('common.went_wrong') });
    },
  });
  return { bar, isBusy: isPending, change: mutate };
}
