import { deliveryStates, publicEvents } from '#contract/operator/event-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import type { DeliveryFilter } from './webhooks-query.ts';

interface DeliveryFiltersProps {
  filter: DeliveryFilter;
  onChange: (filter: DeliveryFilter) => void;
}

/** What narrows the log of an endpoint down. */
export function DeliveryFilters({ filter: { state, type }, onChange }: DeliveryFiltersProps) {
  const t = useText();
  const chosen = <T extends string>(all: readonly T[], value: string): T | undefined =>
    all.find((one) => one === value);
  const next = (input: DeliveryFilter) =>
    onChange({ ...(input.state ? { state: input.state } : {}), ...(input.type ? { type: input.type } : {}) });
  return (
    <Filters label={t('common.filters')} above brief>
      <SelectField
        label={t('operator.state')}
        placeholder={t('operator.any_state')}
        options={deliveryStates.map((value) => ({ value, label: t(`operator.delivery_${value}`) }))}
        value={state ?? ''}
        onChange={({ target }) => next({ type, state: chosen(deliveryStates, target.value) })}
      />
      <SelectField
        label={t('operator.event')}
        placeholder={t('operator.any_event')}
        translate="no"
        options={publicEvents.map((value) => ({ value, label: value }))}
        value={type ?? ''}
        onChange={({ target }) => next({ state, type: chosen(publicEvents, target.value) })}
      />
    </Filters>
  );
}
