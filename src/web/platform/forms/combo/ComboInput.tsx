import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Field } from '#web/ui/forms/Field.tsx';
import selectStyles from '#web/ui/forms/SelectField.module.css';
import { icon } from '#web/ui/icon.ts';
import { place } from '#web/ui/use-popover.ts';
import { visuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { ChoiceList } from './ChoiceList.tsx';
import { flat, matching } from './choices.ts';
import type { ComboFieldProps } from './ComboField.tsx';
import { indexAfter } from './list-cursor.ts';

/** A field that finds choices by any part of their words, with the keys of the command palette. */
export function ComboInput({
  label,
  hint,
  error,
  className,
  options,
  placeholder,
  hadFocus,
  ...select
}: ComboFieldProps & { hadFocus: RefObject<boolean> }) {
  const t = useText();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  /** Null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const [index, setIndex] = useState(0);
  const choices = flat(options, placeholder);
  const found = typed === null ? [] : matching(choices, typed);
  const active = Math.min(index, found.length - 1);
  const isOpen = typed !== null;
  const { value, disabled, required, onChange } = select;
  const chosen = choices.find((choice) => choice.value === value)?.label ?? '';
  useLayoutEffect(() => {
    if (hadFocus.current) input.current?.focus();
  }, [hadFocus]);
  useEffect(() => {
    if (!isOpen || !panel.current || !input.current) return;
    panel.current.style.inlineSize = `${input.current.offsetWidth}px`;
    place(panel.current, input.current);
    panel.current.showPopover();
  }, [isOpen]);
  const open = () => {
    setTyped('');
    setIndex(
      Math.max(
        choices.findIndex((choice) => choice.value === value),
        0,
      ),
    );
  };
  const choose = (next: string) => {
    setTyped(null);
    if (next !== value) onChange({ target: { value: next } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const next = indexAfter(key, active, found.length);
    const picked = found[active];
    if (!isOpen) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      open();
    } else if (next !== undefined) setIndex(next);
    else if (key === 'Enter' && picked) choose(picked.value);
    else if (key === 'Escape') setTyped(null);
    else {
      if (key === 'Tab' && typed !== '' && picked) choose(picked.value);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Field label={label} hint={hint} error={error} className={className} id={select.id} required={required}>
      {(control) => (
        <div className={selectStyles.frame}>
          {/* For the browser that fills a form in, and for who reads the form: eyes and keyboards have the field. */}
          <select {...select} id={undefined} className={visuallyHidden} tabIndex={-1} aria-hidden>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          <input
            {...control}
            ref={input}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={found.length > 0 ? `${listId}-${active}` : undefined}
            aria-required={required}
            disabled={disabled}
            autoComplete="off"
            spellCheck={false}
            placeholder={chosen || placeholder}
            value={typed ?? chosen}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={() => !isOpen && open()}
            onChange={({ target }) => {
              setTyped(target.value);
              setIndex(0);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setTyped(null)}
          />
          <ChevronDown {...icon} />
          <span role="status" className={visuallyHidden}>
            {isOpen && t('common.results', { count: found.length })}
          </span>
          {isOpen && (
            <ChoiceList
              id={listId}
              panel={panel}
              labelledBy={`${control.id}-label`}
              found={found}
              active={active}
              onPoint={setIndex}
              onChoose={choose}
            />
          )}
        </div>
      )}
    </Field>
  );
}
