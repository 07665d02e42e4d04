import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyLanguage } from '../../i18n/language.ts';
import { matching, type Choice } from './choices.ts';
import { ComboField } from './ComboField.tsx';

const countries = [
  { value: 'DZ', label: 'Algeria' },
  { value: 'DE', label: 'Germany' },
  { value: 'NE', label: 'Niger' },
  { value: 'RE', label: 'Réunion' },
];

function Country({ placeholder = 'All' }) {
  const [value, setValue] = useState('DE');
  return (
    <ComboField
      name="country"
      label="Country"
      placeholder={placeholder}
      options={countries}
      value={value}
      onChange={({ target }) => setValue(target.value)}
    />
  );
}

let isTouched = false;
beforeEach(() => {
  isTouched = false;
  applyLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: isTouched }));
  // jsdom shows no popovers, and scrolls nothing.
  HTMLElement.prototype.showPopover = () => {};
  HTMLElement.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});

const value = () => document.querySelector<HTMLSelectElement>('select[name="country"]')?.value;
const options = () => [...document.querySelectorAll<HTMLElement>('button[role="option"]')];
const shown = () => options().map(({ textContent }) => textContent);
const input = async () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Country' });
const typing = async () => {
  const found = await vi.waitUntil(() => document.querySelector<HTMLInputElement>('input[role="combobox"]'));
  await userEvent.click(found);
  return found;
};

describe('a choice by typing', () => {
  it('is found by any part of its name, that which begins with it first, without case and accents', async () => {
    render(<Country />);
    await typing();
    expect(shown()).toEqual(['All', 'Algeria', 'Germany', 'Niger', 'Réunion']);
    await userEvent.keyboard('GER');
    expect(shown()).toEqual(['Germany', 'Algeria', 'Niger']);
    expect(screen.getByRole('status').textContent).not.toBe('');
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}reun');
    expect(shown()).toEqual(['Réunion']);
    await userEvent.keyboard('{Enter}');
    expect(value()).toBe('RE');
    expect((await input()).value).toBe('Réunion');
    expect(shown()).toEqual([]);
  });

  it('is moved to by the arrows from the one that is chosen, and back to it by Escape', async () => {
    render(<Country />);
    const field = await typing();
    await userEvent.keyboard('{ArrowDown}');
    const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('Niger');
    await userEvent.keyboard('{Escape}');
    expect([value(), field.value, shown()]).toEqual(['DE', 'Germany', []]);
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
    expect(value()).toBe('DZ');
  });

  it('stays when nothing matches, and is made by the mouse as well', async () => {
    render(<Country />);
    const field = await typing();
    await userEvent.keyboard('xyz{Enter}');
    expect(shown()).toEqual([]);
    expect(value()).toBe('DE');
    await userEvent.tab();
    expect(field.value).toBe('Germany');
    await userEvent.click(field);
    await userEvent.click(options()[3] ?? field);
    expect(value()).toBe('NE');
  });

  it('under a finger is made in the platform’s own list', () => {
    isTouched = true;
    render(<Country />);
    expect(screen.getByRole('combobox').tagName).toBe('SELECT');
  });
});

it('finds a choice by its heading too', () => {
  const choices: Choice[] = [
    { value: 'a', label: 'Password changed', group: 'Sign-in' },
    { value: 'b', label: 'Limit set', group: 'Payments' },
  ];
  expect(matching(choices, 'pay').map(({ value: each }) => each)).toEqual(['b']);
});
