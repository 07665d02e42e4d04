import type { Language } from '#contract/kernel/languages.ts';
import { eachText, type Gate } from './gate.ts';
import { messageOf } from './words-of.ts';

const word = (words: string, flags = 'iu') => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, flags);
/** A courtesy capital: within a sentence, where a lower-case word would do. */
const capital = (words: string) => new RegExp(`(?<=[\\p{Ll}\\p{N},] )(?:${words})(?!\\p{L})`, 'u');

/** Words of another register than the glossary of the language names. */
const elsewhere: Partial<Record<Language, RegExp[]>> = {
  ar: [word('\\p{L}{2,}وا|أنتم|\\p{L}{3,}ئكم|\\p{L}{3,}(?:اب|ال|يد|مة|ور|تك)كم')],
  cs: [word('tebe|tobě|tě|tvůj|tvá|tvé|tvoje|tvého|tvou|tvým'), capital('Vy|Vás|Vám|Vámi|Váš|Vaš\\p{L}+')],
  de: [word('du|dich|dir|dein\\p{L}*|euch|euer\\p{L}*')],
  es: [word('tú|tu|tus|ti|te|contigo|vosotros|vuestr\\p{L}+'), capital('Usted')],
  fi: [word('sinä|sinun|sinut|sinulle|sinulla|sinua|sinulta'), capital('Te|Teidän|Teille|Teitä|Teillä|Teiltä')],
  fr: [word('tu|te|toi|tes|ton|tien')],
  hu: [word('te|téged|neked|tied|veled|hozzád|rólad|tőled'), word('ön|önt|önnek|önnel|önre|önök|öntől', 'u')],
  it: [word('tu|tuo|tua|tuoi|tue|ti|te'), capital('Lei|Suo|Sua|Suoi|Sue'), /\p{Ll}(?:La|Le)(?!\p{L})/u],
  no: [capital('De|Dem|Deres')],
  pl: [word('Państw\\p{L}*|Pan|Pani|Panu|Pana|Panią', 'u'), capital('Ty|Ciebie|Cię|Ci|Tobie|Tobą|Tw[oó]\\p{L}+')],
  ro: [word('tu|tău|tăi|tale|ție|tine|tine')],
  ru: [word('ты|тебя|тебе|тобой|твой|твоя|твоё|твои|твоего|твоей'), capital('Вы|Вас|Вам|Вами|Ваш\\p{L}*')],
  tr: [word('sen|senin|sana|seni|sende|senden')],
};

const romanian =
  'adaugă|alege|anulează|aprobă|arată|arhivează|ascunde|atribuie|blochează|caută|citește|confirmă|continuă|convertește|copiază|creează|cumpără|deblochează|depune|descarcă|deschide|dezactivează|editează|activează|generează|încarcă|încearcă|începe|închide|introdu|marchează|mergi|modifică|oprește|preia|redenumește|reîncearcă|respinge|retrage|revino|salvează|schimbă|scrie|selectează|setează|șterge|transferă|trimite|vezi|vinde';
const turkish =
  'alın|açın|kapatın|seçin|ekleyin|silin|girin|kaydedin|gönderin|onaylayın|reddedin|indirin|yükleyin|arayın|belirleyin|deneyin|yapın|değiştirin|kopyalayın|oluşturun|yazın|görün|çekin|yatırın|ayarlayın|kaldırın|başlatın|durdurun|bitirin|devam edin|giriş yapın';

const first = (words: string) => new RegExp(`^(?:${words})(?!\\p{L})`, 'iu');

/** First words of a command that are of another register; a command is a text of up to four words. */
const commands: Partial<Record<Language, RegExp>> = {
  ar: /^\p{L}+وا(?!\p{L})/u,
  cs: first('potvrď|zvol|ověř|vyber|napiš|zadej|klikni|zkontroluj|přidej|pošli|nastav|ulož|smaž|otevři|zavři|změň'),
  de: first(
    'gib|wähle|bestätige|prüfe|lade|melde|klicke|öffne|schließe|speichere|lösche|ändere|füge|sende|schreibe|richte',
  ),
  es: first('confirma|elige|escribe|introduce|guarda|añade|envía|revisa|cambia|elimina|inicia|comprueba|acepta'),
  fi: first('hyväksyä|hylätä|tallentaa|valita|poistaa|lisätä|lähettää|muuttaa|avata|sulkea|vahvistaa|ladata'),
  fr: first('confirme|choisis|saisis|vérifie|ajoute|envoie|clique|télécharge|enregistre|supprime|modifie|écris'),
  hu: first('erősítsd|válassz|add|írd|kattints|ellenőrizd|küldd|mentsd|nyisd|zárd|töltsd|módosítsd|próbáld|állítsd'),
  it: /^(?:aggiunga|aggiungere|annulli|annullare|apra|aprire|approvi|approvare|cerchi|cercare|chiuda|chiudere|confermi|confermare|copi|copiare|crei|creare|elimini|eliminare|esca|uscire|invii|inviare|modifichi|modificare|mostri|mostrare|nasconda|nascondere|rifiuti|rifiutare|rimuova|rimuovere|salvi|salvare|scarichi|scaricare|scelga|scegliere|versi|versare)(?!\p{L}) \p{Ll}/iu,
  no: first('vennligst|å|velge|godkjenne|bekrefte|avbryte'),
  pl: first(
    'proszę|zatwierdzić|odrzucić|zapisać|wybrać|dodać|usunąć|zmienić|wysłać|anulować|potwierdzić|otworzyć|pobrać',
  ),
  ro: first(romanian),
  ru: first(
    'подтверди|выбери|введи|проверь|добавь|отправь|открой|закрой|сохрани|удали|измени|нажми|напиши|укажи|загрузи',
  ),
  tr: new RegExp(`(?:^| )(?:${turkish})$`, 'iu'),
};

const isCommand = (words: string) => words.split(/\s+/).length <= 4 && !/[.?!:…]$/.test(words);

function wrongRegister(text: string, language: Language): string | undefined {
  const { words } = messageOf(text);
  const said = (elsewhere[language] ?? []).map((pattern) => pattern.exec(words)?.[0]).find(Boolean);
  if (said) return said;
  const trimmed = words.trim();
  return isCommand(trimmed) ? commands[language]?.exec(trimmed)?.[0] : undefined;
}

export const register: Gate = {
  name: 'register',
  find: eachText((text, _key, { language }) => wrongRegister(text, language)),
  bad: [
    { language: 'ar', texts: { a: 'أضيفوا الرمز' } },
    { language: 'cs', texts: { a: 'Zkontrolujte prosím Vaše údaje.' } },
    { language: 'de', texts: { a: 'Gib dein Passwort ein.' } },
    { language: 'es', texts: { a: 'Introduce tu código.' } },
    { language: 'fi', texts: { a: 'Sinun tilisi' } },
    { language: 'fr', texts: { a: 'Saisis ton code.' } },
    { language: 'hu', texts: { a: 'Ez az ön számlája.' } },
    { language: 'it', texts: { a: 'Inserisca la Sua password.' } },
    { language: 'it', texts: { a: 'Scelga la valuta' } },
    { language: 'no', texts: { a: 'Oppgi koden som De har fått.' } },
    { language: 'pl', texts: { a: 'To jest Twoje konto.' } },
    { language: 'ro', texts: { a: 'Retrage bani' } },
    { language: 'ru', texts: { a: 'Проверьте Ваш код.' } },
    { language: 'tr', texts: { a: 'Yeni şifre belirleyin' } },
    { language: 'cs', texts: { a: 'Zvol měnu' } },
    { language: 'de', texts: { a: 'Wähle eine Währung' } },
    { language: 'es', texts: { a: 'Elige la divisa' } },
    { language: 'fi', texts: { a: 'Hyväksyä nosto' } },
    { language: 'fr', texts: { a: 'Choisis la devise' } },
    { language: 'hu', texts: { a: 'Válassz pénznemet' } },
    { language: 'no', texts: { a: 'Velge valuta' } },
    { language: 'pl', texts: { a: 'Wybrać walutę' } },
    { language: 'ru', texts: { a: 'Выбери валюту' } },
  ],
  good: [
    { language: 'pl', texts: { a: 'Twoje konto', b: 'Sprawdź twój kod.' } },
    { language: 'ro', texts: { a: 'Retrageți bani', b: 'Banca retrage plata după ce a primit cererea.' } },
    { language: 'tr', texts: { a: 'Yeni şifre belirle', b: 'Yeni bir şifre belirleyin.' } },
    { language: 'it', texts: { a: 'Scegli valuta', b: 'Scelga la valuta del conto da cui versa.' } },
    { language: 'no', texts: { a: 'De to kodene' } },
    { language: 'fr', texts: { a: 'Choisissez la devise', b: 'Choisir la devise' } },
    { language: 'hu', texts: { a: 'Válasszon pénznemet' } },
  ],
};
