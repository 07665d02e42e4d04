import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import type { CannedNames } from './canned-text.ts';

/** Names to show an answer kept ready with, where there is no client yet. */
export function useSampleNames(): CannedNames {
  const t = useText();
  const { first_name: agent } = useSignedIn();
  return { client: t('chats.client'), agent, number: 'T-10001' };
}
