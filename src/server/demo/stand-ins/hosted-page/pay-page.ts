import type { Kept } from './objects.ts';

const buttons = { pay: 'Pay', decline: 'Decline the card', process: 'Pay by a slow bank', expire: 'Abandon' };

/** Where the payer would enter a card. */
export function payPage({ payment: { id, amount, currency, status }, returnUrl }: Kept): string {
  const actions = Object.entries(buttons)
    .map(([act, label]) => `<button name="act" value="${act}">${label}</button>`)
    .join('\n');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stand-in for a hosted page</title>
<body style="font:16px/1.5 system-ui;max-width:30rem;margin:2rem auto;padding:0 1rem">
<h1>Stand-in for a hosted page</h1>
<p>No real payment. ${amount} minor units of ${currency}, payment ${status}.</p>
${status === 'open' ? `<form method="post" action="/pay/${id}" style="display:grid;gap:.5rem">${actions}</form>` : ''}
${status === 'processing' ? `<form method="post" action="/pay/${id}"><button name="act" value="confirm">Confirm</button></form>` : ''}
<p><a href="${returnUrl}">Back</a></p>
</body></html>`;
}
