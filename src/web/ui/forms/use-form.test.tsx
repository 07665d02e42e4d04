import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../Button.tsx';
import { CheckboxField } from './CheckboxField.tsx';
import { FormErrors } from './FormErrors.tsx';
import { TextField } from './TextField.tsx';
import { useForm } from './use-form.ts';

type Values = { email: string; city: string; terms: boolean };

const texts = { failed: 'Something went wrong.', problems: 'There were some problems.' };

function Sample({ action }: { action: (values: Values) => Promise<unknown> }) {
  const form = useForm<Values>({ email: '', city: '', terms: false }, { texts, successMs: 30 });
  return (
    <form noValidate onSubmit={form.submit(action)}>
      <FormErrors messages={form.messages} />
      <TextField label="E-mail" {...form.field('email')} />
      <TextField label="City" {...form.field('city')} />
      <CheckboxField label="Terms" {...form.tick('terms')} />
      <Button type="submit" busy={form.busy}>
        Send
      </Button>
      {form.successful && <p>Saved</p>}
    </form>
  );
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const fail = (thrown: unknown) => () => Promise.reject(thrown);

/** jsdom has none. */
let scrolledTo: (string | null)[] = [];
beforeEach(() => {
  scrolledTo = [];
  Element.prototype.scrollIntoView = function toView(this: Element) {
    scrolledTo.push(this.textContent);
  };
});
afterEach(cleanup);

describe('sending', () => {
  it('hands over what was entered', async () => {
    const sent: Values[] = [];
    render(<Sample action={async (values) => sent.push(values)} />);
    await userEvent.type(screen.getByLabelText('E-mail'), 'anna@example.com');
    await userEvent.click(screen.getByLabelText('Terms'));
    await send();
    expect(sent).toEqual([{ email: 'anna@example.com', city: '', terms: true }]);
  });

  it('runs once however often it is asked while it runs', async () => {
    let response = () => {};
    const hasReply = new Promise<void>((resolve) => (response = resolve));
    let runs = 0;
    render(<Sample action={() => (runs++, hasReply)} />);
    await send();
    await send();
    await userEvent.type(screen.getByLabelText('City'), 'Oslo{Enter}');
    screen.getByLabelText<HTMLInputElement>('City').form?.requestSubmit();
    expect(runs).toBe(1);
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
    response();
    await screen.findByText('Saved');
    await send();
    expect(runs).toBe(2);
  });

  it('runs once for a double click, also when the first click was answered before the second', async () => {
    let runs = 0;
    render(<Sample action={async () => runs++} />);
    await userEvent.dblClick(screen.getByRole('button', { name: 'Send' }));
    expect(runs).toBe(1);
    await send();
    expect(runs).toBe(2);
  });

  it('is successful for a while only', async () => {
    render(<Sample action={async () => {}} />);
    await send();
    await screen.findByText('Saved');
    await expect.poll(() => screen.queryByText('Saved')).toBeNull();
  });
});

describe('a refusal', () => {
  it('stands at its fields and moves the focus to the first of them', async () => {
    render(
      <Sample
        action={fail({ errors: { terms: ['Accept the terms.'], city: [{ message: 'Enter a city.' }, 'Second'] } })}
      />,
    );
    await send();
    const city = await screen.findByRole('textbox', { name: 'City', description: 'Enter a city.' });
    await expect.poll(() => document.activeElement).toBe(city);
    expect(screen.getByRole('checkbox', { description: 'Accept the terms.' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe(texts.problems);
    expect(scrolledTo).toEqual([]);
  });

  it('leaves a field when the field changes', async () => {
    render(<Sample action={fail({ errors: { city: ['Enter a city.'], email: ['Enter an e-mail.'] } })} />);
    await send();
    await userEvent.type(await screen.findByLabelText('City'), 'O');
    expect(screen.queryByText('Enter a city.')).toBeNull();
    expect(screen.getByText('Enter an e-mail.')).toBeTruthy();
  });

  it.each([
    ['the message where no field is named', { message: 'Too many tries.' }, 'Too many tries.'],
    ['the general entry', { errors: { error: ['Closed today.'] }, message: 'Invalid' }, 'Closed today.'],
    ['an entry of a field it has not', { errors: { phone: [{ message: 'Wrong phone.' }] } }, 'Wrong phone.'],
    ['its own words where nothing is said', {}, texts.failed],
    ['its own words for what is no error', undefined, texts.failed],
  ])('shows %s', async (_, thrown, expected) => {
    render(<Sample action={fail(thrown)} />);
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe(expected);
    expect(scrolledTo).toEqual([expected]);
  });

  it('keeps a defect from the client and reports it', async () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (thrown: unknown) => reported.push(thrown)); // jsdom has none
    const defect = new TypeError('x is undefined');
    render(<Sample action={fail(defect)} />);
    await send();
    expect((await screen.findByRole('alert')).textContent).toBe(texts.failed);
    expect(reported).toEqual([defect]);
    vi.unstubAllGlobals();
  });
});
