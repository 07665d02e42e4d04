import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Questions, useQuestionAt } from './Questions.tsx';

afterEach(cleanup);

const names = ['funds', 'plan', 'income'];

function Sample() {
  const [at, move] = useQuestionAt(['a', 'a', '']);
  const [last, setLast] = useState('');
  const [busy, setBusy] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const send = async () => {
    setBusy(true);
    await Promise.resolve();
    setWrong(true);
    setBusy(false);
  };
  return (
    <Questions
      label="Questions"
      questions={names.map((name) => ({
        name,
        legend: name,
        options: [{ value: 'a', label: 'A' }],
        value: name === 'income' ? last : 'a',
        error: isWrong && name === 'plan' ? 'Choose another answer.' : undefined,
        onChange: (event) => setLast(event.target.value),
      }))}
      at={at}
      onMove={move}
      onSend={(event) => {
        event.preventDefault();
        void send();
      }}
      busy={busy}
      words={{ progress: `Question ${at + 1}`, next: 'Next', previous: 'Back', send: 'Send' }}
    />
  );
}

it('goes back to the question whose answer was refused', async () => {
  render(<Sample />);
  expect(screen.getByText('Question 3')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio'));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Choose another answer.')).toBeTruthy();
  expect(screen.getByText('Question 2')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('radiogroup'));
});
