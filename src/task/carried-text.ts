import { percentDecoded } from '../values/percent-decoded.ts';

/** A text of the session, normalised so that words can be searched for in it. */
export interface FoldedText {
  text: string;
  /** The input of the call that returned the text; words that also occur in it do not count as the text's own. */
  asked: string;
  /** The text with a space for whatever stands between letters and digits. */
  spaced: () => string;
  /**
   * The site that wrote the text, by `siteOfAddress`. It chooses its words, so a word in an address of that site counts
   * as the text's own only if all of the value or path segment around it stands there.
   */
  site?: string | undefined;
}

/** The texts, folded by `foldedForMatching`, with which an address is compared before a task opens it. */
export interface ComparedTexts {
  /** The person's words. */
  said: string;
  /** Texts from outside that were read. */
  outside: readonly FoldedText[];
  /** Texts from the person's own data that were read. */
  own: readonly FoldedText[];
}

/** Words that stand in any address and any list, in sentences of the tools, and in dates. */
const plainWords = new Set(
  (
    'about above added after again allday append archive article basic because before below between bytes calendar ' +
    'category changed columns complete completed content could count created default delete deleted detail details ' +
    'document empty entries entry every false field fields files filter first forgot found format group having height ' +
    'https image index items label language large later latest latitude limit lines links local location longitude lower ' +
    'markdown medium message minutes missing model month months moved named never normal notes nothing number offset open ' +
    'order other output overlap overlapping overlaps pages place plain point position priority query quote reader record ' +
    'release reminder reopened repeat repeats replaced result results search second session short should since small ' +
    'source start state status still style table tasks taken their there these thing things think third those three title ' +
    'titles today todos tomorrow total under unread until update updated upper urgent users value values version weekday ' +
    'weeks where which while whole width with within without words would write written wrote yesterday years your ' +
    'january february march april august september october november december ' +
    'monday tuesday wednesday thursday friday saturday sunday ' +
    '今天 明天 昨天 我们 你们 他们 一个 这个 那个 什么 怎么 推荐 搜索 查询 标题 待办 日程 笔记 文件 提醒 时间 内容'
  ).split(' '),
);

/** A letter or digit of a script whose words are set apart. */
const letter = String.raw`(?!\p{Script=Han})[\p{L}\p{M}\p{N}]`;
const word = new RegExp(`(?:${letter})+`, 'gu');
const date =
  /\b(?:(?:19|20)\d\d([-./]?)(?:1[0-2]|0?[1-9])(?:\1[0-3]?\d)?(?:t[\d:.+]*z?)?|[0-3]?\d([./-])[01]?\d\2(?:19|20)\d\d)\b/g;

/** A number in groups, such as an IBAN or a telephone number. */
const groups = /(?<![\p{L}\d])[\p{L}\d]{0,40}\d(?:[ -]\d+)+/gu;

/**
 * Returns a text normalised for the search for words: in lower case, without dates, with grouped numbers also in one
 * piece.
 */
export function foldedForMatching(text: string, inputText = ''): FoldedText {
  let once: string | undefined;
  return { text: folded(text), asked: folded(inputText), spaced: () => (once ??= spaced(text)) };
}

/**
 * The site of an address: the last two labels of its host, or an IP address. Hosts that only share a registry's name,
 * such as `co.uk`, count as one site, which asks more than is needed.
 */
export function siteOfAddress(address: string): string {
  const { hostname } = new URL(address);
  return /^\[|^[\d.]+$/.test(hostname) ? hostname : hostname.split('.').filter(Boolean).slice(-2).join('.');
}

const inOneCase = (text: string) => text.normalize('NFKC').toLowerCase().replace(date, ' ');

/** The text in one case with a space for whatever stands between letters and digits. */
const spaced = (text: string) =>
  inOneCase(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

function folded(text: string): string {
  const plain = inOneCase(text);
  return [plain, ...(plain.match(groups) ?? []).map((each) => each.replace(/[ -]/g, ''))].join('\n');
}

/**
 * Returns `own` if an address contains a distinctive text from the person's own data that occurs neither in the
 * person's words nor in a text from outside that was read. A text in disguise is not recognised.
 */
export function personalTextInAddress(address: string, { said, outside, own }: ComparedTexts): 'own' | undefined {
  const site = siteOfAddress(address);
  const isIn = (part: string) => (foldedText: FoldedText) =>
    foldedText.text.includes(part) && !foldedText.asked.includes(part);
  const isUnknown = ({ part, wholes }: AddressPart) =>
    !said.includes(part) &&
    !outside.some(
      (outsideText) =>
        isIn(part)(outsideText) &&
        (outsideText.site !== site || wholes.some((whole) => outsideText.spaced().includes(whole))),
    );
  const isOwn = ({ part }: AddressPart) => {
    if ((part.match(/\d/g)?.length ?? 0) >= 6 || /^\p{Script=Han}/u.test(part)) return own.some(isIn(part));
    const whole = new RegExp(`(?<!${letter})${part}(?!${letter})`, 'u');
    return own.some((ownText) => isIn(part)(ownText) && whole.test(ownText.text));
  };
  return distinctiveParts(address).some((each) => isOwn(each) && isUnknown(each)) ? 'own' : undefined;
}

/**
 * A distinctive part of an address, and the value or path segment that it stands in, as written, decoded and without a
 * file's ending.
 */
interface AddressPart {
  part: string;
  wholes: readonly string[];
}

/** The long words and numbers of an address, and the pairs of neighbours in Chinese, decoded, without plain words. */
function distinctiveParts(address: string): AddressPart[] {
  const { pathname, search, hash } = new URL(address);
  return [...new Set(`${pathname}${search}${hash}`.split(/[/?&=#]/))].flatMap((piece) => {
    const forms = decodedForms(piece);
    const text = folded(forms.join('\n'));
    const words = (text.match(word) ?? []).filter((each) => each.length >= (/\P{N}/u.test(each) ? 5 : 6));
    const pairs = (text.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) =>
      Array.from(run).flatMap((sign, at, signs) => (at > 0 ? [`${signs[at - 1] ?? ''}${sign}`] : [])),
    );
    const parts = [...new Set([...words, ...pairs])].filter((part) => !plainWords.has(part));
    const wholes = [piece, ...forms].flatMap((form) => [form, form.replace(/\.[\p{L}\d]{1,5}$/u, '')]).map(spaced);
    return parts.map((part) => ({
      part,
      wholes: [...new Set(wholes)].filter((whole) => whole.includes(spaced(part))),
    }));
  });
}

/** A part of an address with its escapes decoded, also if it was escaped twice, or is base64 of a text. */
function decodedForms(part: string): string[] {
  const once = withoutEscapes(part.replaceAll('+', ' '));
  return [once, withoutEscapes(once), base64Text(withoutEscapes(part))];
}

const withoutEscapes = (text: string) => text.replace(/(?:%[\da-f]{2})+/gi, percentDecoded);

function base64Text(text: string): string {
  if (!/^[\w+/-]{8,}={0,2}$/.test(text)) return '';
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

/** True if the person wrote this address; its protocol and its `#` part are ignored. */
export function isWrittenByPerson(address: string, personText: string): boolean {
  const plain = (text: string) => withoutEscapes(text).normalize('NFKC').toLowerCase();
  const part = plain(address.replace(/#.*$/s, ''))
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/[/.,;:!?)\]，。；、]+$/u, '');
  return plain(personText).includes(part);
}
