import { expect, test } from 'vitest';
import { decodeFile, decodeText, decodeExternalText } from '../../../src/records/decode-file.ts';
import { encoded } from '../../fixtures/encoded.ts';

const texts: [string, string][] = [
  ['windows-1251', '# План\n- [ ] Купить молоко и хлеб\n- [x] Позвонить маме\n'],
  ['windows-1251', 'Задача;Срок\nКупить билеты;2026-03-01\n'],
  ['windows-1251', '- [ ] Купить iPhone и чехол\n'],
  ['windows-1251', 'Завдання: зустріч із лікарем, їжа\n'],
  ['koi8-r', '- Купить молоко и хлеб\n- Позвонить маме\n'],
  ['windows-1250', '- [ ] Zażółć gęślą jaźń\n- [ ] Kupić chleb i mleko, zadzwonić do mamy\n'],
  ['windows-1250', '- Příliš žluťoučký kůň úpěl ďábelské ódy\n'],
  ['windows-1250', '- Árvíztűrő tükörfúrógép, kenyér és tej\n'],
  ['iso-8859-2', '- Kupić chleb, wysłać list i zapłacić za prąd, ścieżka\n'],
  ['windows-1253', '- Αγορά ψωμιού και γάλακτος\n- Τηλέφωνο στη μητέρα\n'],
  ['windows-1254', '- Süt ve ekmek alınacak\n- Öğretmenle görüşmek için gün iste\n'],
  ['windows-1252', 'Name;Ort\nMüller;Straßburg\nJäger;Überlingen\n'],
  ['windows-1252', 'Name;Ort;Größe\nMüller;Straßburg;groß\nJäger;Überlingen;mäßig\n'],
  ['windows-1252', '- Crème brûlée à l’épicerie – très tôt, où ça ?\n'],
  ['windows-1252', '- Comprar pan y leche mañana; ¿cuánto cuesta? Camión\n'],
  ['windows-1252', '- Comprar pão, não esquecer as maçãs e o açúcar\n'],
  ['windows-1252', '- Køb brød og mælk på vej hjem, gør rent\n'],
  ['windows-1252', '- Fermé le mardi – entrée gratuite\n'],
  ['windows-1252', '- “Quoted” words – and a café\n'],
  ['windows-1252', 'Kosten: 12 € für Bücher\n'],
  ['gb18030', '- [ ] 购买面包\n- [ ] 给妈妈打电话\n'],
  ['gb18030', '会议纪要\n'],
  ['big5', '訂位\n開會\n打掃\n'],
  ['big5', '任務,負責人,截止日期,費用\n訂機票,小美,2026-12-09,12000\n'],
  ['gb18030', '用 iPhone 拍照片，发给老师\n'],
  ['shift_jis', '- パンを買う\n- 母に電話する\n'],
  ['euc-kr', '- 빵과 우유를 사기\n- 어머니에게 전화하기\n'],
];

test.each(texts)('R2.5 a text in %s is read in it: %s', (encoding, text) => {
  expect(decodeFile(encoded(text, encoding))).toEqual({
    ok: true,
    text,
    encoding: encoding.toUpperCase(),
    guessed: true,
  });
  expect(decodeExternalText(encoded(text, encoding), null)).toMatchObject({ text, guessed: true, lost: 0 });
});

test('R2.5 an encoding that was chosen is used, whatever else would be guessed', () => {
  const hebrew = '- לקנות לחם וחלב\n';
  expect(decodeFile(encoded(hebrew, 'windows-1255'), 'windows-1255')).toMatchObject({ text: hebrew, guessed: false });
  const traditional = '- 買麵包和牛奶\n';
  expect(decodeFile(encoded(traditional, 'big5'), 'big5')).toMatchObject({ text: traditional, encoding: 'BIG5' });
  const text = encoded('- Kupić chleb', 'windows-1250');
  expect(decodeFile(text, 'windows-1252')).toMatchObject({ text: '- Kupiæ chleb', guessed: false });
  expect(decodeFile(text, 'utf-8')).toEqual({ ok: false, line: 1 });
});

test('R9.3 what says UTF-8 and is not is read as what it is; what is mostly UTF-8 stays so, and its lost letters are counted', () => {
  const german = encoded('Straße, Müller, größer', 'windows-1252');
  expect(decodeText(german, 'utf-8')).toBe('Straße, Müller, größer');
  const cut = new TextEncoder().encode('Straße, Müller, größer, Übung – ä').subarray(0, -1);
  expect(decodeExternalText(cut, 'utf-8')).toEqual({
    text: 'Straße, Müller, größer, Übung – \ufffd',
    ...{ encoding: 'UTF-8', guessed: false, lost: 1 },
  });
  expect(decodeExternalText(new TextEncoder().encode('is \ufffd here'), null)).toMatchObject({
    lost: 0,
    guessed: false,
  });
});

test('R9.3 a charset that a page or server names is kept where its bytes fit it', () => {
  const page = encoded('<meta charset="windows-1251"><p>Привет</p>', 'windows-1251');
  expect(decodeExternalText(page, null)).toMatchObject({ guessed: false, encoding: 'WINDOWS-1251' });
  expect(decodeText(encoded('Kupić', 'iso-8859-2'), 'iso-8859-2')).toBe('Kupić');
});
