import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { languages, type Language } from '#contract/kernel/languages.ts';
import { applyLanguage } from '../../i18n/language.ts';
import type { Days } from '../days-in-order.ts';
import { DateField, type DateFieldProps } from './DateField.tsx';
import { DateRangeField } from './DateRangeField.tsx';
import { TimeField } from './TimeField.tsx';

afterEach(() => {
  cleanup();
  applyLanguage('en');
});

type Shown = Partial<Omit<DateFieldProps, 'onChange'>>;

function DateShown(props: Shown) {
  const [value, setValue] = useState(props.value ?? '');
  return (
    <>
      <DateField label="Day" name="day" {...props} value={value} onChange={({ target }) => setValue(target.value)} />
      <button type="button" onClick={() => setValue('2030-12-24')}>
        Set
      </button>
    </>
  );
}

function TimeShown({ value: first }: { value: string }) {
  const [value, setValue] = useState(first);
  return <TimeField label="Time" name="time" value={value} onChange={({ target }) => setValue(target.value)} />;
}

function RangeShown(first: Days) {
  const [days, setDays] = useState(first);
  return <DateRangeField label="Days" days={days} onChange={(next) => setDays({ ...days, ...next })} />;
}

const segments = async () => screen.findAllByRole('spinbutton');
const valueOf = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value;
const fieldText = async () => {
  await segments();
  return screen.getAllByRole('group')[0]?.textContent.replaceAll(/[\u2066\u2069\u200F]/g, '');
};

describe('a date', () => {
  const written: Record<Language, string> = {
    ar: '29/11/2026',
    cs: '29. 11. 2026',
    de: '29.11.2026',
    en: '29/11/2026',
    es: '29/11/2026',
    fi: '29.11.2026',
    fr: '29/11/2026',
    hu: '2026. 11. 29.',
    it: '29/11/2026',
    no: '29.11.2026',
    pl: '29.11.2026',
    ro: '29.11.2026',
    ru: '29.11.2026',
    tr: '29.11.2026',
  };

  it.each(languages)('is written in the order of %s', async (language) => {
    applyLanguage(language);
    render(<DateShown value="2026-11-29" />);
    expect(await fieldText()).toBe(written[language]);
  });

  it('has two digits for its day and its month, so that it keeps its width while it is stepped through', async () => {
    render(<DateShown value="2026-03-02" />);
    expect(await fieldText()).toBe('02/03/2026');
  });

  it('says in the words of the page what is typed and what is missing', async () => {
    render(<DateShown value="2026-03-02" />);
    const [day] = await segments();
    expect(document.getElementById(day?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'common.value_selected',
    );
    await userEvent.click(day ?? document.body);
    await userEvent.keyboard('{Backspace}{Backspace}');
    expect(day?.getAttribute('aria-valuetext')).toBe('common.part_empty');
  });

  it('leaves to its control what is said of its days, and hands the rest to its input', async () => {
    render(<DateShown value="2026-03-02" min="2026-01-01" autoComplete="bday" />);
    await segments();
    const input = document.querySelector('[name="day"]');
    expect(input?.getAttribute('autocomplete')).toBe('bday');
    expect(input?.getAttributeNames()).not.toContain('granularity');
    expect(input?.getAttributeNames()).not.toContain('min');
  });

  it('is typed without blanks: a full segment hands on to the next', async () => {
    render(<DateShown />);
    await userEvent.click((await segments())[0] ?? document.body);
    await userEvent.keyboard('29022028');
    expect(valueOf('day')).toBe('2028-02-29');
  });

  it('begins with the year in Hungarian', async () => {
    applyLanguage('hu');
    render(<DateShown />);
    await userEvent.click((await segments())[0] ?? document.body);
    await userEvent.keyboard('20280229');
    expect(valueOf('day')).toBe('2028-02-29');
  });

  it('has no value while a segment is empty', async () => {
    render(<DateShown value="2026-11-29" />);
    await userEvent.click((await segments())[0] ?? document.body);
    await userEvent.keyboard('{Backspace}{Backspace}');
    expect(valueOf('day')).toBe('');
  });

  it('has no value while the month does not have such a day, and the last one when it is left', async () => {
    render(<DateShown value="2026-02-20" />);
    await userEvent.click((await segments())[0] ?? document.body);
    await userEvent.keyboard('30');
    expect(await fieldText()).toBe('30/02/2026');
    expect(valueOf('day')).toBe('');
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.tab();
    await waitFor(() => expect(valueOf('day')).toBe('2026-02-28'));
  });

  it('follows a value from elsewhere', async () => {
    render(<DateShown value="2026-02-20" />);
    await segments();
    await userEvent.click(screen.getByText('Set'));
    expect(await fieldText()).toBe('24/12/2030');
    expect(valueOf('day')).toBe('2030-12-24');
  });

  it('takes what the browser fills in', async () => {
    render(<DateShown value="" autoComplete="bday" />);
    await segments();
    const input = document.querySelector('[name="day"]');
    if (input) fireEvent.change(input, { target: { value: '1984-02-29' } });
    expect(await fieldText()).toBe('29/02/1984');
    expect(valueOf('day')).toBe('1984-02-29');
  });

  it('that is none is dropped', async () => {
    render(<DateShown value="2026-13-45" />);
    await segments();
    expect(valueOf('day')).toBe('');
  });

  it('outside its bounds is objected to once the field is left', async () => {
    render(<DateShown min="2026-11-10" max="2026-11-20" />);
    const [first] = await segments();
    await userEvent.click(first ?? document.body);
    await userEvent.keyboard('09112026');
    const error = () => document.querySelector('[id$="-error"]');
    expect(error()).toBeNull();
    await userEvent.click(screen.getByText('Set'));
    expect(error()).not.toBeNull();
    expect(first?.getAttribute('aria-invalid')).toBe('true');
  });

  it('with hours and minutes has them in one value', async () => {
    render(<DateShown time />);
    await userEvent.click((await segments())[0] ?? document.body);
    await userEvent.keyboard('020120900930');
    expect(valueOf('day')).toBe('2090-01-02T09:30');
  });
});

describe('a time', () => {
  it.each<[Language, string]>([
    ['en', '22:05'],
    ['de', '22:05'],
    ['ar', '10:05 م'],
    ['fi', '22.05'],
  ])('is written as in %s', async (language, written) => {
    applyLanguage(language);
    render(<TimeShown value="22:05" />);
    expect(await fieldText()).toBe(written);
  });

  it('is typed', async () => {
    render(<TimeShown value="" />);
    await userEvent.click((await segments())[0] ?? document.body);
    await userEvent.keyboard('0730');
    expect(valueOf('time')).toBe('07:30');
  });
});

describe('a period', () => {
  it('is two days, of which the second is not before the first', async () => {
    render(<RangeShown from="2026-11-01" to="2026-11-03" />);
    const [, , , day] = await segments();
    expect(document.querySelector('[id$="-error"]')).toBeNull();
    await userEvent.click(day ?? document.body);
    await userEvent.keyboard('30102026');
    expect([valueOf('from'), valueOf('to')]).toEqual(['2026-11-01', '2026-10-30']);
    expect(document.querySelector('[id$="-error"]')).not.toBeNull();
  });
});
