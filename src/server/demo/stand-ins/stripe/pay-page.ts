import type { Session } from './objects.ts';

const buttons = { pay: 'Pay', decline: 'Decline the card', debit: 'Pay by bank debit', expire: 'Abandon' };

/** Where the payer would enter a card. */
export function payPage({ id, amount_total: amount, currency, status, cancel_url: back }: Session): string {
  const actions = Object.entries(buttons)
    .map(([act, label]) => `<button name="act" value="${act}">${label}</button>`)
    .join('\n');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stand-in for Stripe</title>
<body style="font:16px/1.5 system-ui;max-width:30rem;margin:2rem auto;padding:0 1rem">
<h1>Stand-in for Stripe</h1>
<p>No real payment. ${amount} minor units of ${currency}, session ${status}.</p>
${status === 'open' ? `<form method="post" action="/pay/${id}" style="display:grid;gap:.5rem">${actions}</form>` : ''}
<p><a href="${back}">Back</a></p>
</body></html>`;
}
