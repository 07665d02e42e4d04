import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Dialog, type DialogProps } from './Dialog.tsx';

// jsdom knows the element but not its modal state; the browser journeys see the real one.
beforeAll(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
});

afterEach(cleanup);

function show(props: Partial<DialogProps> = {}) {
  const text: string[] = [];
  const events = { onClear: () => text.push('clear'), onConfirm: () => text.push('confirm') };
  render(
    <Dialog
      open
      title="New account"
      closeLabel="Close"
      confirmText="Next"
      loadingText="Loading…"
      {...events}
      {...props}
    />,
  );
  return { text, dialog: screen.getByRole('dialog', { name: 'New account' }) };
}

describe('a dialog', () => {
  it('is not dismissed by Escape nor by the cancel that a browser makes of it', () => {
    const { text, dialog } = show();
    expect(dialog.getAttribute('closedby')).toBe('none');
    // fireEvent answers false when the default was prevented.
    expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(false);
    expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
    expect(fireEvent.keyDown(dialog, { key: 'Tab' })).toBe(true);
    expect(text).toEqual([]);
  });

  it('reports when it is closed and when it is confirmed', async () => {
    const { text } = show();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(text).toEqual(['confirm', 'clear']);
  });

  it('holds the confirm button while it loads and says so', async () => {
    const { text } = show({ busy: true });
    expect(screen.getByRole('status').textContent).toContain('Loading…');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(text).toEqual([]);
  });

  it('has no confirm button without its text', () => {
    show({ confirmText: undefined });
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });

  it('submits a form of its body instead of confirming', async () => {
    let submitted = 0;
    const form = <form id="one" onSubmit={(event) => (event.preventDefault(), submitted++)} />;
    const { text } = show({ confirmForm: 'one', onConfirm: undefined, children: form });
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect([submitted, text]).toEqual([1, []]);
  });
});
