import { normalizedShortMessage, type messageIntent } from './message-intent.ts';

/** Whole messages of other languages that mean what an English word means, in small letters, by their meaning. */
const words: Readonly<Record<NonNullable<ReturnType<typeof messageIntent>>, string>> = {
  continue:
    'weiter, weitermachen, weiter machen, mach weiter, fortsetzen, fortfahren, continuer, continuez, continúa, continua, continuar, sigue, seguir, prosegui, continuare, prosseguir, doorgaan, ga door, verder, 続けて, 続けてください, 続ける, 続行, 계속, 계속해, 계속해줘, 계속하세요, продолжай, продолжайте, продолжить, дальше, استمر, تابع, أكمل, המשך, תמשיך, להמשיך',
  pause:
    'stopp, anhalten, pausieren, warte, warten, arrête, arrêtez, arrêter, attends, attendez, detente, detener, parar, espera, pausar, ferma, fermati, fermare, aspetta, pare, espere, stoppen, wacht, pauze, pauzeren, 止めて, 止まって, ストップ, 待って, 待ってください, 一時停止, 멈춰, 멈춰줘, 정지, 중지, 그만, 잠깐, 기다려, стоп, остановись, остановить, подожди, подождите, пауза, توقف, قف, انتظر, עצור, תעצור, עצרי, חכה, רגע',
  cancel:
    'abbrechen, annuler, annulez, cancelar, cancela, cancele, annulla, annullare, annuleren, annuleer, afbreken, キャンセル, 中止, やめて, 取り消し, 취소, 취소해, отмена, отменить, отмени, إلغاء, ביטול, בטל',
  yes: 'ja, jawohl, oui, sí, sì, si, sim, はい, 네, 예, да, نعم, כן',
  no: 'nein, nee, non, não, いいえ, だめ, 아니요, 아니오, 아니, нет, لا, לא',
};

const meanings = new Map(
  Object.entries(words).flatMap(([meaning, list]) =>
    list.split(', ').map((word) => [word, meaning as keyof typeof words] as const),
  ),
);

/**
 * Returns what a message means that is nothing but one of a few words in German, French, Spanish, Italian, Portuguese,
 * Dutch, Japanese, Korean, Russian, Arabic or Hebrew; null for any other message.
 */
export const wordIntent = (text: string): keyof typeof words | null =>
  meanings.get(normalizedShortMessage(text) ?? '') ?? null;
