import type { Link } from './objects.ts';

const buttons = { pay: 'Pay', decline: 'Decline the card', expire: 'Abandon' };

/** Where the payer would enter a card. */
export function payPage({ id, amount, status, returnUrl = '/' }: Link): string {
  const actions = Object.entries(buttons)
    .map(([act, label]) => `<button name="act" value="${act}">${label}</button>`)
    .join('\n');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stand-in for Adyen</title>
<body style="font:16px/1.5 system-ui;max-width:30rem;margin:2rem auto;padding:0 1rem">
<h1>Stand-in for Adyen</h1>
<p>No real payment. ${amount.value} minor units of ${amount.currency}, link ${status}.</p>
${status === 'active' ? `<form method="post" action="/pay/${id}" style="display:grid;gap:.5rem">${actions}</form>` : ''}
<p><a href="${returnUrl}">Back</a></p>
</body></html>`;
}
