import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { FileField } from './FileField.tsx';

afterEach(cleanup);

const receipt = new File(['a'], 'receipt.pdf', { type: 'application/pdf' });

function show(props: { disabled?: boolean; error?: string } = {}) {
  const chosen: string[][] = [];
  render(
    <FileField
      label="Proof"
      hint="PDF only"
      chooseText="Choose"
      dropText="or drop"
      accept="application/pdf"
      multiple
      onFiles={(files) => chosen.push(files.map(({ name }) => name))}
      {...props}
    />,
  );
  return { chosen, input: screen.getByLabelText<HTMLInputElement>('Choose') };
}

test('hands over what was chosen, also the same file once more', async () => {
  const { chosen, input } = show();
  await userEvent.upload(input, receipt);
  await userEvent.upload(input, receipt);
  expect(chosen).toEqual([['receipt.pdf'], ['receipt.pdf']]);
});

test('takes files that are dropped, and leaves text to the browser', () => {
  const { chosen, input } = show();
  const index = input.parentElement!;
  expect(fireEvent.drop(index, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true);
  expect(fireEvent.drop(index, { dataTransfer: { types: ['Files'], files: [receipt] } })).toBe(false);
  expect(chosen).toEqual([['receipt.pdf']]);
});

test('takes nothing while it is disabled', () => {
  const { chosen, input } = show({ disabled: true });
  expect(input.disabled).toBe(true);
  fireEvent.drop(input.parentElement!, { dataTransfer: { types: ['Files'], files: [receipt] } });
  expect(chosen).toEqual([]);
});

test('says what it is for, and what is wrong', () => {
  const { input } = show({ error: 'Too large' });
  expect(screen.getByRole('group', { name: 'Proof' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Too large');
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Too large');
});
