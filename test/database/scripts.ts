/** One text in each script; servers disagree on which of its characters belong to an alphabet, and how they fold. */
export const scripts = {
  Latin: 'ISTANBUL İstanbul ıŞIK Straße ǅ',
  Greek: 'Ὀδυσσεύς ΣΊΣΥΦΟΣ',
  Cyrillic: 'Съешь ЕЩЁ этих',
  Arabic: 'مَرْحَبًا بالعالم ١٢٣',
  Hebrew: 'שָׁלוֹם עולם',
  Devanagari: 'नमस्ते दुनिया',
  Bengali: 'ওহে বিশ্ব',
  Tamil: 'வணக்கம் உலகம்',
  Thai: 'สวัสดีชาวโลก',
  Han: '你好，世界 𠀀',
  Kana: 'こんにちは カタカナ',
  Hangul: '안녕하세요 세계',
  Georgian: 'გამარჯობა ᲡᲐᲛᲧᲐᲠᲝ',
  Armenian: 'Բարեւ ԱՇԽԱՐՀ',
  Ethiopic: 'ሰላም ልዑል',
};
