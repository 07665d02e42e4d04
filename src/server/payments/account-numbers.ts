/** Lengths of IBANs by country, from the registry that SWIFT keeps for ISO 13616. */
const ibanLengths: Record<string, number> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 FR27 ' +
    'GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 ' +
    'MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 SV28 TL23 ' +
    'TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Whether it is an IBAN: a country that has them, its length, and right check digits (ISO 13616, mod 97). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(text) || ibanLengths[text.slice(0, 2)] !== text.length) return false;
  const digits = Array.from(text.slice(4) + text.slice(0, 4), (sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** Whether it has the length and the check digit of a card's number (ISO/IEC 7812-1). */
export function isCardNumber(text: string): boolean {
  if (!/^[0-9]{13,19}$/.test(text)) return false;
  const sum = Array.from(text, Number)
    .toReversed()
    .reduce((total, digit, place) => {
      const doubled = digit * 2;
      return total + (place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

/** `GB29 •••• 6819`: enough for its owner to know it by. */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`;
}

/** `•••• 4242`: all that is ever stored of a card's number. */
export function maskCard(card: string): string {
  return `•••• ${card.slice(-4)}`;
}
