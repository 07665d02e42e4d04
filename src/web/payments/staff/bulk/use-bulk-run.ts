import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/platform/api/api-error.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { showResponse } from '#web/platform/api/show-response.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { newId } from '#web/platform/new-id.ts';
import { actionForms } from '../action-forms.ts';
import { itemQuery, type Item } from '../queue-queries.ts';
import type { BulkAction } from './plan.ts';

/** What came of one withdrawal: how it stands now, or why the server refused; `again` where no answer came. */
export type Outcome = { item: Item } | { refused: string; again: boolean };

const input = { reason: '', received: '', bank_reference: undefined, note: undefined, overrule: undefined };

/** A refusal is about one withdrawal; after anything else the rest would fail alike. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status);

/**
 * Acts on one withdrawal after another, each by the call and under the guards of a single act. One that gets no answer ends the run and
 * keeps its key, so that a second try has no second effect. Leaving the dialog ends it after the call under way.
 */
export function useBulkRun(action: BulkAction) {
  const t = useText();
  const [isBusy, setIsBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const keys = useRef(new Map<string, string>());
  const isRunning = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const actOn = async (id: string): Promise<{ outcome: Outcome; goesOn: boolean }> => {
    const key = keys.current.get(id) ?? newId();
    keys.current.set(id, key);
    try {
      const item = await actionForms[action].send({ ...input, payment_id: id }, { idempotencyKey: key });
      showResponse(itemQuery(id).queryKey, item);
      return { outcome: { item }, goesOn: true };
    } catch (error) {
      if (!isRefusal(error)) return { outcome: { refused: t('common.went_wrong'), again: true }, goesOn: false };
      keys.current.delete(id);
      return { outcome: { refused: error.message, again: false }, goesOn: true };
    }
  };
  const run = async (ids: readonly string[]) => {
    // A double click comes before the button is seen to be busy.
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    for (const id of ids) {
      const { outcome, goesOn } = await actOn(id);
      setOutcomes((known) => new Map(known).set(id, outcome));
      if (!goesOn || isGone.current) break;
    }
    await queries.invalidateQueries({ queryKey: ['payment-desk', 'queue'] });
    setIsBusy(false);
    isRunning.current = false;
  };
  return { run, isBusy, outcomes };
}
