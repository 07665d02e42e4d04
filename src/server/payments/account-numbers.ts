import { isValidIBAN } from 'ibantools';

/** Whether it is an IBAN as SWIFT's registry has them: country, length, structure and check digits (ISO 13616). */
export function isIban(text: string): boolean {
  return isValidIBAN(text);
}

/** Whether it has the length and the check digit of a card's number (ISO/IEC 7812-1). */
export function isCardNumber(text: string): boolean {
  if (!/^[0-9]{13,19}$/.test(text)) return false;
  const sum = Array.from(text, Number)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = digit * 2;
      return total + (index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

/** `GB29 •••• 6819` of an IBAN, `•••• 6819` of any other number: enough for its owner to know it by. */
export function maskAccountNumber(account: string): string {
  return /^[A-Z]{2}\d{2}/.test(account) ? `${account.slice(0, 4)} •••• ${account.slice(-4)}` : maskCard(account);
}

/** `bc1qw5 •••• 3t4xyz` of a crypto address; what a provider says of a deposit, such as `BTC-CHAIN`, stays. */
export function maskAddress(text: string): string {
  return text.length < 26 ? text : `${text.slice(0, 6)} •••• ${text.slice(-6)}`;
}

/** `•••• 4242`: all that is ever stored of a card's number. */
export function maskCard(card: string): string {
  return `•••• ${card.slice(-4)}`;
}
