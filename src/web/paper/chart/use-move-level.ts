import { useText } from '#web/platform/i18n/i18n.tsx';
import { readProblems } from '#web/ui/forms/form-errors.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { paperCall, useTerminal } from '../terminal.ts';
import { refreshTerminal } from '../terminal-queries.ts';
import { changeOf, type Level } from './levels.ts';

/** Moves a level by the same call as its fields do, and says why when the platform refuses. Ends once the new state is there. */
export function useMoveLevel() {
  const t = useText();
  const { session } = useTerminal();
  return async (level: Level, price: string, now: string): Promise<void> => {
    try {
      const change = changeOf(level, price, now);
      if ('position' in change) await paperCall(session, 'POST /api/paper/modify-position', { body: change });
      else await paperCall(session, 'POST /api/paper/modify-order', { body: change });
      toast({ text: t('terminal.changed') });
    } catch (error) {
      const { fields, messages } = readProblems(error, ['price', 'sl', 'tp'], {
        failed: t('common.went_wrong'),
        problems: '',
      });
      toast({ text: Object.values(fields)[0] ?? messages[0] ?? '', tone: 'negative' });
    }
    await refreshTerminal();
  };
}
