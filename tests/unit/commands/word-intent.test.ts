import { expect, test } from 'vitest';
import { messageIntent } from '../../../src/commands/message-intent.ts';
import { wordIntent } from '../../../src/commands/word-intent.ts';

test.each([
  ...[
    'weiter',
    'Weiter machen!',
    'continuer',
    'Continúa.',
    'seguir',
    'doorgaan',
    '続けて。',
    '続行',
    '계속',
    'Продолжай!',
  ].map((text) => [text, 'continue']),
  ...['استمر', 'המשך'].map((text) => [text, 'continue']),
  ...[
    'Stopp!',
    'warte',
    'arrête',
    'espera',
    'aspetta',
    'pare',
    'wacht',
    '待って！',
    '멈춰',
    'стоп',
    'توقف',
    'עצור',
  ].map((text) => [text, 'pause']),
  ...['abbrechen', 'annuler', 'cancelar', 'annulla', 'キャンセル', '취소', 'отмена', 'إلغاء', 'ביטול'].map((text) => [
    text,
    'cancel',
  ]),
  ...['ja', 'Oui.', 'sí', 'sim', 'はい', '네', 'да', 'نعم', 'כן'].map((text) => [text, 'yes']),
  ...['Nein!', 'non', 'não', 'nee', 'いいえ', '아니요', 'нет', 'لا', 'לא'].map((text) => [text, 'no']),
] as const)('R8.3 “%s” alone means %s', (text, meaning) => {
  expect(messageIntent(text)).toBeNull();
  expect(wordIntent(text)).toBe(meaning);
});

test.each([
  'nein, mach das nicht',
  'weiter oben anfangen',
  'ja, aber erst morgen',
  'はい、ただし明日',
  '続けて調べて',
  'Stoppuhr',
  'para mañana',
  '/weiter',
  '',
  '!',
])('R8.3 “%s” is more than one of these words', (text) => {
  expect(wordIntent(text)).toBeNull();
});
